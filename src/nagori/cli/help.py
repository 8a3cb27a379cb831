"""The help pages: examples, and their Chinese."""

from typing import Any

from nagori.cli.help_zh import HELP_ZH
from nagori.cli.words import Lang

EPILOG = """[bold]Examples[/bold]
  nagori remember "prefers slow mornings, no alarm on trips" --user carla
  nagori recall "when does she get up?" --user carla --why
  nagori list --user carla --json
  nagori ask "Which payment kinds are there?" --project ~/code/shop
  nagori doctor

--db, --space, --json and --lang may stand anywhere. Settings: NAGORI_… or nagori.toml."""

EXAMPLES = {
    "remember": 'nagori remember "moved to Porto in May" --user carla --at 2026-05-03\n'
    "cat note.txt | nagori remember - --user carla",
    "recall": 'nagori recall "她住在哪里？" --user carla --why\n'
    'nagori recall "the trip" --user carla --kind memory --kind message --limit 3',
    "memorize": "nagori memorize chatgpt-export.zip --user carla --dry-run\n"
    "nagori memorize friends.jsonl --user carla --speaker Carla",
    "edit": 'nagori edit 01m7gmsd7yee3m4bfgsscs2hgg --text "lives in Porto"',
    "erase": "nagori erase --memory 01m7gmsd7yee3m4bfgsscs2hgg\nnagori erase --user carla --yes",
    "chat": "nagori chat\nnagori chat --project ~/code/shop\n"
    'echo "what do I drink in the morning?" | nagori chat --user carla',
    "serve": "nagori serve\nnagori serve --port 8080 --db memory.db",
    "worker": "nagori worker\nnagori worker --db memory.db --json 2>> jobs.jsonl",
    "mcp": "nagori mcp --db ~/memory.db",
    "page": 'nagori page append "short answers, please" --user carla\n'
    "nagori page edit --user carla",
    "learn": "nagori learn ~/code/shop\nnagori learn . --key shop --rounds 3",
    "ask": 'nagori ask "Which payment kinds are there?" --project shop\n'
    'nagori ask "配置从哪里读？" --why',
    "project": "nagori project status shop\n"
    "nagori project records --path src/pay --stale\n"
    "nagori project budget shop --questions 10 --cost 0.5",
    "project list": "nagori project list --json",
    "project status": "nagori project status\nnagori project status ~/code/shop",
    "project records": "nagori project records --path src/pay --project shop\n"
    "nagori project records lr-20261116-001",
    "project failures": "nagori project failures shop",
    "project gaps": "nagori project gaps shop --limit 5",
    "project domains": "nagori project domains shop",
    "project sync": "nagori project sync shop\nnagori project sync shop --take-in",
    "project pause": "nagori project pause shop",
    "project resume": "nagori project resume shop",
    "project budget": "nagori project budget shop\n"
    "nagori project budget shop --questions 10 --tokens usual --cost 0.5",
    "project forget": "nagori project forget shop --yes",
    "user": "nagori user carla --time-zone Asia/Shanghai",
}

_TEXTS = ("help", "epilog", "rich_help_panel")


def texts(command: Any) -> set[str]:
    """Every text on the help pages of a command and its subcommands."""
    found = {getattr(o, name, None) for o in (command, *command.params) for name in _TEXTS}
    for sub in getattr(command, "commands", {}).values():
        found |= texts(sub)
    return {text for text in found if isinstance(text, str)}


def translate(command: Any, lang: Lang) -> None:
    """Put the help pages of a command and its subcommands into a language."""
    if lang == "en":
        return
    for owner in (command, *command.params):
        for name in _TEXTS:
            text = getattr(owner, name, None)
            if isinstance(text, str):
                setattr(owner, name, HELP_ZH.get(text, text))
    for sub in getattr(command, "commands", {}).values():
        translate(sub, lang)
