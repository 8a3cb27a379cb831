"""Where the `nagori` command begins."""

import sys


def main() -> None:
    """Run the command line; everything is imported late, so that Ctrl-C is clean from the start."""
    try:
        from nagori.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
