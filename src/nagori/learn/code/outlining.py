"""The outline of any file of a project, by its language. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from nagori.errors import MissingExtraError
from nagori.learn.code.config_files import LANGUAGES, outline_config
from nagori.learn.code.doc_files import (
    is_rst,
    outline_asciidoc,
    outline_markdown,
    outline_rst,
)
from nagori.learn.code.draft import Draft
from nagori.learn.code.go import outline_go
from nagori.learn.code.java import outline_java
from nagori.learn.code.kotlin import outline_kotlin
from nagori.learn.code.manifests import read_manifest
from nagori.learn.code.outline import Outline
from nagori.learn.code.python import outline_python
from nagori.learn.code.rust import outline_rust
from nagori.learn.code.schema_files import outline_blocks, outline_sql
from nagori.learn.code.source import MOST_CHARACTERS, Source
from nagori.learn.code.typescript import outline_scripts, outline_typescript
from nagori.learn.languages import language_of

_READERS: Mapping[str, Callable[[Source, str], Outline]] = {
    "python": outline_python,
    "java": outline_java,
    "kotlin": outline_kotlin,
    "typescript": outline_typescript,
    "tsx": outline_typescript,
    "javascript": outline_typescript,
    "svelte": outline_scripts,
    "vue": outline_scripts,
    "go": outline_go,
    "rust": outline_rust,
    "markdown": outline_markdown,
    "rst": outline_rst,
    "asciidoc": outline_asciidoc,
    "sql": outline_sql,
    "prisma": outline_blocks,
    "protobuf": outline_blocks,
}

TOO_LONG = "it is too long to be analysed: known as plain text only"
NO_PARSER = (
    "known as plain text only, because the parser of its language is missing:"
    ' pip install "nagori[code]"'
)


def outline_of(path: str, text: str, language: str | None = None) -> Outline:
    """What a file declares; of a file in a language that is not read, its lines and remarks."""
    source = Source.of(path, text)
    language = language or language_of(path, source.line(1)) or "text"
    if len(source.text) > MOST_CHARACTERS:
        return replace(_plain(source, language), degraded=(TOO_LONG,))
    if path.endswith(".gradle.kts") or language in LANGUAGES:
        return outline_config(source, "groovy" if path.endswith(".kts") else language)
    reader = _READERS.get(language)
    if language == "text" and is_rst(source):
        reader = outline_rst
    if reader is None:
        return _plain(source, language)
    try:
        return reader(source, language)
    except MissingExtraError:
        return replace(_plain(source, language), degraded=(NO_PARSER,))


def _plain(source: Source, language: str) -> Outline:
    """What is known of any text; a list of requirements is one too."""
    draft = Draft(source, language)
    read_manifest(draft)
    return draft.outline()
