"""`make bench`: speed, several processes, and quality on our own bilingual set."""

import asyncio
import sys

from bench import processes, quality, speed

if __name__ == "__main__":
    sys.argv = sys.argv[:1]
    speed.main()
    processes.main()
    asyncio.run(quality.main())
