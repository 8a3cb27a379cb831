"""Files that are never read because of what they hold: known by their names and their first words.

Names are compared as the most lenient file system does, so that `.ENV` is `.env` everywhere.
"""

import re
from fnmatch import translate
from itertools import pairwise

from nagori.learn.place import Parts, folded

SECRET = "may hold secrets"  # noqa: S105  # a reason, no secret
GIT = "belongs to git; ask git_log and git_blame"
OWN = "holds what Nagori keeps about the project"

_OWNED = {".git": GIT, ".hg": GIT, ".svn": GIT, ".jj": GIT, ".nagori": OWN}
_SECRET_FOLDERS = frozenset({".ssh", ".gnupg", ".gcloud", ".secrets"})
_SECRET_PLACES = frozenset(
    {(".aws", "credentials"), (".aws", "config"), (".kube", "config"), (".docker", "config.json")}
)
_NAMES = (
    # settings of one machine
    ".env*", "*.env", "_netrc", ".netrc", ".pgpass", "pgpass.conf", ".my.cnf", ".npmrc", ".pypirc",
    ".yarnrc.yml", ".htpasswd", ".dockercfg", ".dockerconfigjson", ".git-credentials", ".s3cfg",
    ".boto", ".msmtprc", ".terraformrc", "terraform.rc", ".vault-token", ".vault_pass*", ".rhosts",
    ".*_history", "*.tfstate", "*.tfstate.backup", "kubeconfig", "*.kubeconfig",
    # keys, and stores of them
    "*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.pkcs12", "*.jks", "*.jceks", "*.bks", "*.ppk",
    "*.keystore", "*.keytab", "*.kdb", "*.kdbx", "*.agilekeychain", "*.opvault", "*.gpg", "*.pgp",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*_rsa", "*_dsa", "*_ecdsa", "*_ed25519",
    # credentials of clouds, and what is called a secret
    "credentials", "credentials.json", "credentials.y*ml", "credentials.toml", "credentials.ini",
    "credentials.csv", "credentials.txt", "credentials.xml", "credentials.properties",
    "application_default_credentials*", "client_secret*.json", "service-account*.json",
    "service_account*.json", "serviceaccount*.json", "secrets.*", ".secret", ".secret.*",
    ".secrets.*", "*.secret", "*.secrets",
)  # fmt: skip
_SECRET_NAME = re.compile("|".join(translate(name) for name in _NAMES))
_SHOWN_ENDINGS = frozenset({"example", "sample", "template", "tmpl", "dist"})
_PUBLIC = re.compile(r"id_\w+\.pub|.*_(?:rsa|dsa|ecdsa|ed25519)\.pub")
_KEY_TEXT = re.compile(
    r"[\s\ufeff]*(?:-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY"
    r"|PuTTY-User-Key-File-|Bag Attributes\b|AGE-SECRET-KEY-)"
)


def secret_reason(parts: Parts) -> str | None:
    """Why the file or folder is left out whatever it holds; None when its name is harmless."""
    low = tuple(folded(name) for name in parts)
    for name in low:
        if name in _OWNED:
            return _OWNED[name]
        if name in _SECRET_FOLDERS or _is_secret_name(name):
            return SECRET
    return SECRET if any(pair in _SECRET_PLACES for pair in pairwise(low)) else None


def is_private_key(text: str) -> bool:
    """Whether the text begins as private keys do, whatever its file is called."""
    return _KEY_TEXT.match(text) is not None


def _is_secret_name(low: str) -> bool:
    if not _SECRET_NAME.match(low) or _PUBLIC.fullmatch(low):
        return False
    # `.env.example` and `secrets.sample.yml` are there to be read; `.env.local` is not.
    return _SHOWN_ENDINGS.isdisjoint(low.split(".")[-2:])
