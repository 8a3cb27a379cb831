-- Projects: their files, what was learned about them, what failed, and what holds beyond one.

-- `analysis` tells of each step how far it is, `evolution` where the background learner stands.
CREATE TABLE projects (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    key         TEXT NOT NULL,
    path        TEXT NOT NULL,
    tech_stack  TEXT NOT NULL DEFAULT '[]',
    analysis    TEXT NOT NULL DEFAULT '{}',
    evolution   TEXT NOT NULL DEFAULT '{}',
    settings    TEXT NOT NULL DEFAULT '{}',
    fingerprint TEXT NOT NULL DEFAULT '',
    files       INTEGER NOT NULL DEFAULT 0,
    lines       INTEGER NOT NULL DEFAULT 0,
    analysed_at INTEGER,
    evolved_at  INTEGER,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    UNIQUE (space, key)
) STRICT;

-- `outline` stands last: lists of files are read without it.
CREATE TABLE project_files (
    seq      INTEGER PRIMARY KEY,
    project  INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    path     TEXT NOT NULL,
    size     INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    hash     TEXT NOT NULL,
    language TEXT,
    lines    INTEGER NOT NULL,
    skipped  TEXT,
    read_ns  INTEGER NOT NULL,
    outline  TEXT,
    UNIQUE (project, path)
) STRICT;

-- The last number that an id of that day got: `lr-20260213-007`. Days are those of UTC.
CREATE TABLE project_numbers (
    project INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    prefix  TEXT NOT NULL,
    day     TEXT NOT NULL,
    last    INTEGER NOT NULL,
    PRIMARY KEY (project, prefix, day)
) STRICT, WITHOUT ROWID;

-- `claim` is what an analysis knows its own records by: of one claim, one record holds.
CREATE TABLE learning_records (
    seq              INTEGER PRIMARY KEY AUTOINCREMENT,
    space            TEXT NOT NULL,
    project          INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    id               TEXT NOT NULL,
    claim            TEXT,
    question         TEXT NOT NULL,
    question_type    TEXT NOT NULL,
    answer           TEXT NOT NULL,
    confidence       REAL NOT NULL,
    exploration_path TEXT NOT NULL DEFAULT '[]',
    related_records  TEXT NOT NULL DEFAULT '[]',
    tags             TEXT NOT NULL DEFAULT '[]',
    domain           TEXT,
    made_by          TEXT NOT NULL,
    status           TEXT NOT NULL DEFAULT 'active',
    replaced_by      TEXT,
    metadata         TEXT NOT NULL DEFAULT '{}',
    created_at       INTEGER NOT NULL,
    UNIQUE (project, id)
) STRICT;
CREATE INDEX learning_records_by_project ON learning_records (project);
CREATE INDEX learning_records_by_domain ON learning_records (project, status, domain);
CREATE UNIQUE INDEX learning_records_by_claim ON learning_records (project, claim)
    WHERE claim IS NOT NULL AND status <> 'replaced';

CREATE TABLE record_citations (
    record    INTEGER NOT NULL REFERENCES learning_records (seq) ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    project   INTEGER NOT NULL,
    path      TEXT NOT NULL,
    start     INTEGER NOT NULL,
    "end"     INTEGER NOT NULL,
    hash      TEXT NOT NULL,
    commit_id TEXT,
    PRIMARY KEY (record, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_citations_by_path ON record_citations (project, path);

CREATE TABLE failure_records (
    seq            INTEGER PRIMARY KEY AUTOINCREMENT,
    space          TEXT NOT NULL,
    project        INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    id             TEXT NOT NULL,
    operation_type TEXT NOT NULL,
    operation      TEXT NOT NULL,
    signature      TEXT NOT NULL,
    error          TEXT NOT NULL,
    context        TEXT NOT NULL DEFAULT '{}',
    retry_count    INTEGER NOT NULL DEFAULT 0,
    status         TEXT NOT NULL DEFAULT 'PENDING',
    avoid_strategy TEXT,
    failed_at      INTEGER NOT NULL,
    created_at     INTEGER NOT NULL,
    UNIQUE (project, id),
    UNIQUE (project, operation_type, signature)
) STRICT;

CREATE TABLE domain_knowledge (
    seq               INTEGER PRIMARY KEY AUTOINCREMENT,
    space             TEXT NOT NULL,
    project           INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    id                TEXT NOT NULL,
    domain            TEXT NOT NULL,
    summary           TEXT NOT NULL,
    key_concepts      TEXT NOT NULL DEFAULT '[]',
    key_files         TEXT NOT NULL DEFAULT '[]',
    source_record_ids TEXT NOT NULL DEFAULT '[]',
    created_at        INTEGER NOT NULL,
    updated_at        INTEGER NOT NULL,
    UNIQUE (project, id),
    UNIQUE (project, domain)
) STRICT;

CREATE TABLE code_patterns (
    seq             INTEGER PRIMARY KEY AUTOINCREMENT,
    space           TEXT NOT NULL,
    project         INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    pattern_type    TEXT NOT NULL,
    description     TEXT NOT NULL,
    example_files   TEXT NOT NULL DEFAULT '[]',
    usage_scenarios TEXT NOT NULL DEFAULT '[]',
    updated_at      INTEGER NOT NULL,
    UNIQUE (project, pattern_type)
) STRICT;

-- A row for each project that keeps to a practice, in its own words, so that the words go with the
-- project; one without a project was added by a person. `withdrawn`: not to be counted again.
CREATE TABLE best_practices (
    seq                  INTEGER PRIMARY KEY AUTOINCREMENT,
    space                TEXT NOT NULL,
    id                   TEXT NOT NULL,
    project              INTEGER REFERENCES projects (seq) ON DELETE CASCADE,
    title                TEXT NOT NULL,
    description          TEXT NOT NULL,
    applicable_scenarios TEXT NOT NULL DEFAULT '[]',
    withdrawn            INTEGER NOT NULL DEFAULT 0,
    updated_at           INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX best_practices_by_id ON best_practices (space, id, coalesce(project, 0));
CREATE INDEX best_practices_by_project ON best_practices (project);

CREATE TABLE cross_project_patterns (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    space        TEXT NOT NULL,
    pattern_name TEXT NOT NULL,
    project      INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    description  TEXT NOT NULL,
    occurrences  INTEGER NOT NULL,
    withdrawn    INTEGER NOT NULL DEFAULT 0,
    updated_at   INTEGER NOT NULL,
    UNIQUE (space, pattern_name, project)
) STRICT;
CREATE INDEX cross_project_patterns_by_project ON cross_project_patterns (project);

-- One round runs in a project at a time; `lease` is whose it is, `taken_over` how often it was
-- taken from one that gave no sign of life.
CREATE TABLE learning_rounds (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    project     INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    id          TEXT NOT NULL,
    gap         TEXT,
    question    TEXT,
    phase       TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'running',
    steps       TEXT NOT NULL DEFAULT '[]',
    tokens      INTEGER NOT NULL DEFAULT 0,
    cost        REAL NOT NULL DEFAULT 0.0,
    error       TEXT,
    records     TEXT NOT NULL DEFAULT '[]',
    lease       TEXT,
    lease_until INTEGER,
    taken_over  INTEGER NOT NULL DEFAULT 0,
    started_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    ended_at    INTEGER,
    UNIQUE (project, id)
) STRICT;
CREATE INDEX learning_rounds_by_project ON learning_rounds (project);
CREATE UNIQUE INDEX learning_rounds_running ON learning_rounds (project) WHERE state = 'running';
