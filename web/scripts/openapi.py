"""Prints the OpenAPI page of the server; nothing is opened for it."""

import json
import sys
from pathlib import Path

from nagori import Nagori, Settings
from nagori.server.app import create_app
from nagori.wiring import build_store

settings = Settings()
n = Nagori(build_store(Path("never-opened.db"), settings), None, settings=settings)
json.dump(create_app(n, settings=settings).openapi(), sys.stdout)
