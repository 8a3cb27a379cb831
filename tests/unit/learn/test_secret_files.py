"""Files that hold secrets are neither read nor shown, whatever they are called."""

from pathlib import Path

import pytest
from tests.unit.learn.conftest import write

from nagori.errors import ForbiddenError
from nagori.learn import tools
from nagori.learn.folder import Folder
from nagori.learn.redacted import REMOVED, redacted_lines
from nagori.learn.scan import scan
from nagori.learn.secret_files import secret_reason

MARK = "Zq7Lk29vXw"
# In two pieces, so that this file is no secret itself.
KEY = (
    "-----BEGIN RSA " + "PRIVATE KEY-----\n" + f"MIIE{MARK}/abcdefghij0123456789+ABCDEFGHIJ\n" * 30
)
END = "-----END RSA " + "PRIVATE KEY-----\n"

SECRET = [
    ".env", ".env.local", ".env.production", ".envrc", ".ENV", ".Env.Local", "deploy/prod.env",
    "server.pem", "SERVER.PEM", "tls.key", "a.p12", "a.pfx", "a.jks", "a.keystore", "a.kdbx",
    ".env.", "a.ppk", "id_rsa", "id_ed25519", "id_ecdsa_sk", "keys/deploy_rsa", ".ssh/config",
    ".netrc", "_netrc", ".pgpass", ".npmrc", ".pypirc", ".htpasswd", ".git-credentials",
    ".aws/credentials", ".aws/config", ".kube/config", ".docker/config.json", "credentials.json",
    "credentials", "service-account.json", "service-account-prod.json", "client_secret_1.json",
    "secrets.yml", "secrets.toml", "config/secrets.json", "Secrets.JSON", "ＳＥＣＲＥＴＳ.json",
    "terraform.tfstate", ".bash_history", ".secrets/a.txt", "app.secret",
    ".vault-token", ".ssh/known_hosts",
]  # fmt: skip
HARMLESS = [
    ".env.example", ".env.sample", ".env.template", ".env.production.example", "environment.py",
    "secrets.example.yml", "secrets.yml.example", "id_rsa.pub", "keys.py", "key.py", "secret.py",
    "credentials.py", "secrets/redaction.py", "env.py", "config.json", ".gitignore",
    ".github/ci.yml", "docs/secrets-handling.md", "monkey.js", "aws/credentials.md",
]  # fmt: skip


@pytest.mark.parametrize("path", SECRET)
def test_a_secret_file_is_left_out_of_everything(project: Path, path: str) -> None:
    write(project, {path: f"TOKEN={MARK}\n"})
    folder = Folder(project)

    with pytest.raises(ForbiddenError, match="may hold secrets"):
        folder.read(path)
    assert "may hold secrets" in str(tools.read_file(folder, path).error)
    assert "may hold secrets" in str(tools.grep(folder, "TOKEN", path).error)
    assert "may hold secrets" in str(tools.git_blame(folder, path).error)
    assert tools.grep(folder, MARK).text == "no line found"
    assert tools.references(folder, "TOKEN").text == "no line found"
    assert "(left out: may hold secrets)" in tools.list_files(folder).text
    assert len(scan(folder).files) == 4
    assert [out.reason for out in scan(folder).left_out] == ["may hold secrets"]


@pytest.mark.parametrize("path", SECRET)
def test_what_is_refused_does_not_say_whether_it_is_there(project: Path, path: str) -> None:
    folder = Folder(project)

    missing = tools.read_file(folder, path)
    write(project, {path: "x"})

    assert tools.read_file(folder, path) == missing


@pytest.mark.parametrize("path", HARMLESS)
def test_a_file_that_only_sounds_secret_is_read(path: str) -> None:
    assert secret_reason(tuple(path.split("/"))) is None


@pytest.mark.parametrize(
    "path", [".git/config", ".nagori/memory/a.json", "sub/.git/HEAD", ".svn/x"]
)
def test_what_tools_keep_for_themselves_is_not_read(path: str) -> None:
    assert secret_reason(tuple(path.split("/")))


@pytest.mark.parametrize(
    "data",
    [
        KEY.encode(),
        b"\xef\xbb\xbf" + KEY.encode(),
        b"\n\n  " + KEY.encode(),
        KEY.encode("utf-16"),
        KEY.replace("RSA ", "").encode(),
        KEY.replace("RSA ", "OPENSSH ").encode(),
        KEY.replace("RSA ", "ENCRYPTED ").encode(),
        b"PuTTY-User-Key-File-2: ssh-rsa\n" + MARK.encode(),
    ],
)
def test_a_private_key_is_known_by_its_first_line(project: Path, data: bytes) -> None:
    (project / "notes.txt").write_bytes(data)
    folder = Folder(project)

    assert "may hold secrets" in str(tools.read_file(folder, "notes.txt").error)
    assert tools.grep(folder, MARK).text == "no line found"
    assert "notes.txt" not in scan(folder).files
    assert "notes.txt" in [out.path for out in scan(folder).left_out]


def test_a_key_in_the_middle_of_a_file_is_taken_out_and_lines_keep_their_numbers(
    project: Path,
) -> None:
    write(project, {"src/keys.py": f'A = 1\nKEY = """\n{KEY}{END}"""\nB = 2\n'})
    folder = Folder(project)

    whole = tools.read_file(folder, "src/keys.py")
    inside = tools.read_file(folder, "src/keys.py", 20, 25)

    assert MARK not in whole.text + inside.text
    assert "    36  B = 2" in whole.text.split("\n")
    assert inside.text.count("removed") == 6
    assert tools.grep(folder, MARK).text == "no line found"
    assert tools.grep(folder, "^B = ").text == "src/keys.py:36: B = 2"


@pytest.mark.parametrize(
    "line",
    [
        f'password = "{MARK}!"',
        f"API_KEY = 'sk-proj-{MARK}{MARK}{MARK}'",
        f"url = 'postgresql://app:{MARK}@db/app'",
        f'  "client_secret": "{MARK}{MARK}",',
        f"Authorization: Bearer {MARK}{MARK}{MARK}",
    ],
)
def test_a_secret_in_a_line_is_taken_out_of_what_tools_show(project: Path, line: str) -> None:
    write(project, {"src/config.py": f"# settings\n{line}\nPORT = 80\n"})
    folder = Folder(project)

    shown = tools.read_file(folder, "src/config.py")

    assert MARK not in shown.text
    assert shown.text.split("\n")[-1] == "     3  PORT = 80"
    assert tools.grep(folder, MARK).text == "no line found"
    assert MARK not in tools.grep(folder, "password|KEY|url|secret|Auth").text


def test_a_secret_over_several_lines_moves_no_other_line() -> None:
    lines = ["first", *f"{KEY}{END}".splitlines(), "last"]

    assert redacted_lines(lines, len(lines), len(lines)) == ["last"]
    shown = redacted_lines(lines, 1, len(lines))
    assert len(shown) == len(lines)
    assert (shown[0], shown[-1]) == ("first", "last")
    assert REMOVED in shown


def test_code_that_only_speaks_of_keys_keeps_its_lines() -> None:
    begin = 'BEGIN = "-----BEGIN RSA ' + 'PRIVATE KEY"'
    lines = [begin, "def read(path):", "    return open(path).read()"]

    assert redacted_lines(lines, 2, 3) == lines[1:]
