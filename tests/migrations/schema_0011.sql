CREATE UNIQUE INDEX best_practices_by_id ON best_practices (space, id, coalesce(project, 0));

CREATE INDEX best_practices_by_project ON best_practices (project);

CREATE INDEX chats_by_scope ON chats (space, scope, updated_at);

CREATE INDEX context_usage_by_group ON context_usage_records (space, group_id, seq);

CREATE INDEX context_usage_by_user ON context_usage_records (space, user_id);

CREATE INDEX conversation_corrections_by_other ON conversation_corrections (belongs_with);

CREATE INDEX cross_project_patterns_by_project ON cross_project_patterns (project);

CREATE INDEX documents_retired ON documents (retired_at) WHERE retired_at IS NOT NULL;

CREATE INDEX group_settings_before_by_group ON group_settings_before (space, group_id, seq);

CREATE INDEX idempotency_by_time ON idempotency (created_at);

CREATE INDEX jobs_by_time ON jobs (state, run_at);

CREATE UNIQUE INDEX learning_records_by_claim ON learning_records (project, claim)
    WHERE claim IS NOT NULL AND status <> 'replaced';

CREATE INDEX learning_records_by_domain ON learning_records (project, status, domain);

CREATE INDEX learning_records_by_project ON learning_records (project);

CREATE INDEX learning_rounds_by_project ON learning_rounds (project);

CREATE UNIQUE INDEX learning_rounds_running ON learning_rounds (project) WHERE state = 'running';

CREATE INDEX memories_by_chat ON memories (space, chat_id) WHERE chat_id IS NOT NULL;

CREATE INDEX memories_by_content ON memories (space, scope, content_hash);

CREATE INDEX memories_by_scope ON memories (space, scope, seq);

CREATE INDEX memory_changes_by_memory ON memory_changes (memory);

CREATE INDEX messages_by_chat ON messages (space, chat_id, seq);

CREATE UNIQUE INDEX messages_by_external_id ON messages (space, chat_id, external_id)
    WHERE external_id IS NOT NULL;

CREATE INDEX messages_by_name ON messages (space, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX messages_by_rules ON messages (space, chat_id) WHERE memorised = 2;

CREATE INDEX page_sources_by_message ON page_sources (message);

CREATE INDEX passages_by_owner ON passages (kind, owner);

CREATE INDEX passages_by_scope ON passages (scope, kind, version);

CREATE INDEX proposals_by_chat ON proposals (space, chat_id);

CREATE INDEX proposals_made ON proposals (space, made) WHERE made IS NOT NULL;

CREATE INDEX proposals_open ON proposals (space, scope, user, seq) WHERE state = 'open';

CREATE INDEX record_citations_by_path ON record_citations (project, path);

CREATE UNIQUE INDEX sources_by_external_id ON sources (space, scope, external_id)
    WHERE external_id IS NOT NULL;

CREATE INDEX sources_by_ref ON sources (space, ref) WHERE kind = 'message';

CREATE INDEX turn_events_recalled ON turn_events (turn) WHERE type = 'recalled';

CREATE INDEX turn_events_results ON turn_events (turn) WHERE type = 'tool_result';

CREATE INDEX turns_by_chat ON turns (space, chat_id, seq);

CREATE INDEX turns_running ON turns (space, chat_id, lease_until) WHERE state = 'running';

CREATE UNIQUE INDEX vectors_by_passage ON vectors (passage, embedder);

CREATE TABLE api_keys (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    secret_hash BLOB NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    hint        TEXT NOT NULL,
    space       TEXT NOT NULL,
    user        TEXT,
    read_only   INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    revoked_at  INTEGER
) STRICT;

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

CREATE TABLE chats (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    id         TEXT NOT NULL,
    scope      TEXT NOT NULL,
    title      TEXT,
    summary    TEXT,
    bot        TEXT,
    archived   INTEGER NOT NULL DEFAULT 0,
    retired_at INTEGER,
    metadata   TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, title_by TEXT NOT NULL DEFAULT 'rule', summary_by TEXT, written TEXT, folded_through INTEGER NOT NULL DEFAULT 0, memorised_through INTEGER NOT NULL DEFAULT 0, documents TEXT, known_through INTEGER NOT NULL DEFAULT 0, project TEXT, project_gone INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, id)
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

CREATE TABLE context_usage_records (
    seq                 INTEGER PRIMARY KEY AUTOINCREMENT,
    space               TEXT NOT NULL,
    context_id          TEXT NOT NULL,
    group_id            TEXT NOT NULL,
    user_id             TEXT NOT NULL,
    trigger_message_id  TEXT NOT NULL,
    context_message_ids TEXT NOT NULL,
    relevance_scores    TEXT NOT NULL,
    build               TEXT NOT NULL,
    llm_response        TEXT,
    user_feedback       TEXT,
    success_indicator   REAL,
    signals             TEXT NOT NULL DEFAULT '[]',
    created_at          INTEGER NOT NULL,
    UNIQUE (space, context_id)
) STRICT;

CREATE TABLE conversation_corrections (
    message      INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
    belongs_with INTEGER REFERENCES messages (seq) ON DELETE CASCADE,
    corrected_at INTEGER NOT NULL
) STRICT;

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

CREATE TABLE document_files (
    document INTEGER PRIMARY KEY REFERENCES documents (seq) ON DELETE CASCADE,
    data     BLOB NOT NULL
) STRICT;

CREATE TABLE document_passages (
    document INTEGER NOT NULL REFERENCES documents (seq) ON DELETE CASCADE,
    start    INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    page     INTEGER,
    headings TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (document, start)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    space        TEXT NOT NULL,
    id           TEXT NOT NULL,
    scope        TEXT NOT NULL,
    source       TEXT NOT NULL,
    title        TEXT NOT NULL,
    name         TEXT NOT NULL,
    url          TEXT,
    media_type   TEXT,
    size         INTEGER,
    pages        INTEGER,
    passages     INTEGER NOT NULL DEFAULT 0,
    content_hash BLOB,
    state        TEXT NOT NULL DEFAULT 'queued',
    progress     REAL NOT NULL DEFAULT 0.0,
    error        TEXT,
    metadata     TEXT NOT NULL DEFAULT '{}',
    retired_at   INTEGER,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    UNIQUE (space, id),
    UNIQUE (space, scope, source)
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

CREATE TABLE embedders (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    dims        INTEGER NOT NULL,
    through     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (fingerprint, dims)
) STRICT;

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

CREATE TABLE global_pages (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    scope       TEXT NOT NULL,
    version     INTEGER NOT NULL,
    text        TEXT NOT NULL,
    "by"        TEXT NOT NULL,
    trust       TEXT NOT NULL DEFAULT 'own',
    uncondensed INTEGER,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    UNIQUE (space, scope)
) STRICT;

CREATE TABLE group_settings_before (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    group_id    TEXT NOT NULL,
    settings    TEXT NOT NULL,
    replaced_at INTEGER NOT NULL
) STRICT;

CREATE TABLE groups (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    id         TEXT NOT NULL,
    settings   TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;

CREATE TABLE idempotency (
    space      TEXT NOT NULL,
    key        TEXT NOT NULL,
    request    BLOB NOT NULL,
    response   BLOB,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    key         TEXT NOT NULL,
    payload     TEXT NOT NULL DEFAULT '{}',
    state       TEXT NOT NULL DEFAULT 'queued',
    attempts    INTEGER NOT NULL DEFAULT 0,
    run_at      INTEGER NOT NULL,
    lease       TEXT,
    lease_until INTEGER,
    error       TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL, again INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, kind, key)
) STRICT;

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

CREATE TABLE memories (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    space         TEXT NOT NULL,
    id            TEXT NOT NULL,
    scope         TEXT NOT NULL,
    bot           TEXT,
    tag           TEXT NOT NULL,
    text          TEXT NOT NULL,
    content_hash  BLOB NOT NULL,
    emotion_label TEXT,
    chat_id       TEXT,
    status        TEXT NOT NULL DEFAULT 'active',
    stage         TEXT NOT NULL DEFAULT 'stored',
    times_said    INTEGER NOT NULL DEFAULT 1,
    confidence    REAL NOT NULL DEFAULT 1.0,
    trust         TEXT NOT NULL DEFAULT 'own',
    degraded      TEXT NOT NULL DEFAULT '[]',
    valid_from    INTEGER,
    valid_to      INTEGER,
    superseded_by TEXT,
    metadata      TEXT NOT NULL DEFAULT '{}',
    external_id   TEXT,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;

CREATE TABLE memorising (
    space             TEXT NOT NULL,
    scope             TEXT NOT NULL,
    messages          INTEGER NOT NULL,
    memories          INTEGER NOT NULL,
    calls             INTEGER NOT NULL,
    prompt_tokens     INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    PRIMARY KEY (space, scope)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_changes (
    seq    INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    what   TEXT NOT NULL,
    before TEXT,
    after  TEXT,
    "by"   TEXT NOT NULL
) STRICT;

CREATE TABLE message_features_cache (
    message    INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    features   TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE messages (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    space         TEXT NOT NULL,
    id            TEXT NOT NULL,
    chat_id       TEXT NOT NULL,
    role          TEXT NOT NULL,
    speaker       TEXT NOT NULL,
    name          TEXT,
    content       TEXT NOT NULL,
    raw_content   TEXT,
    emotion       TEXT,
    reply_to      TEXT,
    mentions      TEXT NOT NULL DEFAULT '[]',
    state         TEXT NOT NULL DEFAULT 'final',
    replaced_by   TEXT,
    is_summarized INTEGER NOT NULL DEFAULT 0,
    context_id    TEXT,
    external_id   TEXT,
    metadata      TEXT NOT NULL DEFAULT '{}',
    said_at       INTEGER NOT NULL,
    created_at    INTEGER NOT NULL, memorised INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, id),
    FOREIGN KEY (space, chat_id) REFERENCES chats (space, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE page_sources (
    page         INTEGER NOT NULL REFERENCES global_pages (seq) ON DELETE CASCADE,
    content_hash BLOB NOT NULL,
    message      TEXT NOT NULL,
    PRIMARY KEY (page, content_hash, message)
) STRICT, WITHOUT ROWID;

CREATE TABLE page_versions (
    page    INTEGER NOT NULL REFERENCES global_pages (seq) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    text    TEXT NOT NULL,
    "by"    TEXT NOT NULL,
    trust   TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (page, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE passages (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    scope       INTEGER NOT NULL REFERENCES scopes (id),
    version     INTEGER NOT NULL,
    kind        INTEGER NOT NULL,
    owner       INTEGER NOT NULL,
    start       INTEGER NOT NULL,
    "end"       INTEGER NOT NULL,
    tag         INTEGER NOT NULL DEFAULT 0,
    status      INTEGER NOT NULL DEFAULT 0,
    chat_id     TEXT,
    bot         TEXT,
    at          INTEGER NOT NULL,
    valid_from  INTEGER,
    valid_to    INTEGER,
    text_hash   INTEGER NOT NULL,
    cjk         INTEGER NOT NULL,
    asks        INTEGER NOT NULL,
    terms       BLOB NOT NULL,
    tokenizer   INTEGER NOT NULL,
    embedded_by INTEGER
) STRICT;

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

CREATE TABLE project_numbers (
    project INTEGER NOT NULL REFERENCES projects (seq) ON DELETE CASCADE,
    prefix  TEXT NOT NULL,
    day     TEXT NOT NULL,
    last    INTEGER NOT NULL,
    PRIMARY KEY (project, prefix, day)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE proposals (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    id          TEXT NOT NULL,
    scope       TEXT NOT NULL,
    user        TEXT NOT NULL,
    chat_id     TEXT NOT NULL,
    turn_id     TEXT NOT NULL,
    message_id  TEXT NOT NULL,
    bot         TEXT,
    tool        TEXT NOT NULL,
    arguments   TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'open',
    result      TEXT,
    error       TEXT,
    made        TEXT,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    answered_at INTEGER,
    UNIQUE (space, id),
    FOREIGN KEY (space, chat_id) REFERENCES chats (space, id) ON DELETE CASCADE
) STRICT;

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

CREATE TABLE scopes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    space   TEXT NOT NULL,
    scope   TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    epoch   INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, scope)
) STRICT;

CREATE TABLE settings (
    space TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
    memory      INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    space       TEXT NOT NULL,
    scope       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    ref         TEXT NOT NULL,
    at          INTEGER NOT NULL,
    start       INTEGER,
    "end"       INTEGER,
    hash        TEXT,
    external_id TEXT,
    PRIMARY KEY (memory, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE tombstones (
    seq   INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    kind  TEXT NOT NULL,
    hash  BLOB NOT NULL,
    at    INTEGER NOT NULL,
    UNIQUE (space, kind, hash)
) STRICT;

CREATE TABLE trials (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    name       TEXT NOT NULL,
    definition TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (space, name)
) STRICT;

CREATE TABLE turn_events (
    turn   INTEGER NOT NULL REFERENCES turns (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    type   TEXT NOT NULL,
    data   TEXT NOT NULL,
    PRIMARY KEY (turn, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    id          TEXT NOT NULL,
    chat_id     TEXT NOT NULL,
    message_id  TEXT NOT NULL,
    answer_id   TEXT,
    state       TEXT NOT NULL DEFAULT 'running',
    lease_until INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (space, id),
    FOREIGN KEY (space, chat_id) REFERENCES chats (space, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE users (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    id         TEXT NOT NULL,
    time_zone  TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;

CREATE TABLE vectors (
    passage  INTEGER NOT NULL REFERENCES passages (seq) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    vector   BLOB NOT NULL
) STRICT;

