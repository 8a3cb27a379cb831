"""Settings: read once by an entry point, frozen, passed on in slices.

`NAGORI_RECALL__MIN_RELEVANCE=0.3` sets one field; `nagori.toml` beside the working directory sets
several; the environment wins. The reference page is generated from the descriptions here.
"""

from pathlib import Path
from typing import Any, Literal

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    PositiveFloat,
    PositiveInt,
    SecretStr,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from nagori.config_bots import BotsSettings
from nagori.config_groups import GroupSettings, GroupVariables
from nagori.config_learn import LearnSettings

_Frozen = ConfigDict(frozen=True, extra="forbid")


class StoreSettings(BaseModel):
    """Where and how data is kept."""

    model_config = _Frozen

    path: Path = Field(
        default=Path("nagori.db"), description="The database file, when none is named."
    )
    cache_mb: PositiveInt = Field(
        default=512, description="Memory for the caches of scopes, in MB; more scopes reload less."
    )
    readers: PositiveInt = Field(default=2, description="Threads that read at the same time.")
    busy_timeout_s: PositiveFloat = Field(
        default=30.0, description="How long a write waits for other processes before it gives up."
    )
    sketch_from_passages: PositiveInt = Field(
        default=10_000, description="A scope above this size is searched by sketch, then rescored."
    )


class EmbeddingSettings(BaseModel):
    """What turns text into vectors."""

    model_config = _Frozen

    type: Literal["local", "openai", "gemini", "ollama", "none"] = Field(
        default="local",
        description="`local` needs no key and no network; `none` leaves recall to words alone.",
    )
    api_key: SecretStr | None = Field(
        default=None,
        description="Key of the provider; OPENAI_API_KEY or GEMINI_API_KEY is used if unset.",
    )
    model: str | None = Field(
        default=None, description="Model name; the provider's usual one if unset."
    )
    base_url: str | None = Field(
        default=None, description="Address of the provider; OPENAI_BASE_URL, OLLAMA_HOST if unset."
    )
    dims: PositiveInt | None = Field(
        default=None, description="Dimensions to ask for and to check; probed if unset."
    )
    chunk_size: PositiveInt = Field(
        default=300, description="Tokens in one passage; longer texts are split."
    )
    batch_size: PositiveInt = Field(default=64, description="Passages in one call.")
    deadline_s: PositiveFloat = Field(
        default=5.0, description="Seconds until a call counts as failed."
    )


class RecallSettings(BaseModel):
    """How memories are found and chosen."""

    model_config = _Frozen

    candidates: PositiveInt = Field(
        default=20, description="Candidates that enter the pipeline in the chat profile."
    )
    max_items: PositiveInt = Field(
        default=5, description="Items in the chat profile, so in a prompt."
    )
    retrieve_items: PositiveInt = Field(default=3, description="Items that `retrieve` returns.")
    search_items: PositiveInt = Field(default=10, description="Items in the search profile.")
    max_tokens: PositiveInt = Field(
        default=1200, description="Tokens of recalled text in one prompt."
    )
    min_similarity: float = Field(
        default=0.30, ge=-1.0, le=1.0, description='Lowest cosine in `mode="vector"`.'
    )
    min_relevance: float | None = Field(
        default=None,
        description="Lowest relevance in hybrid; the profile's own default if unset.",
        ge=0.0,
        le=1.0,
    )
    half_life_days: PositiveFloat = Field(
        default=14.0, description="Days in `exp(-age / half_life)`, the decay of the chat profile."
    )
    decay_floor: float = Field(
        default=0.99,
        description="Share of the relevance that age never takes, in hybrid.",
        ge=0.0,
        le=1.0,
    )
    echo_seconds: float = Field(
        default=3.0,
        ge=0.0,
        description="An identical manual or summary memory younger than this is an echo.",
    )
    tags: tuple[Literal["manual", "summary", "user_input"], ...] = Field(
        default=("manual", "summary", "user_input"),
        min_length=1,
        description="Tags of memories that may be recalled, unless a caller names others.",
    )
    include_ai_output: bool = Field(
        default=False, description="Whether the assistant's own words may be recalled."
    )
    neighbour_minutes: PositiveFloat = Field(
        default=30.0, description="Messages of one chat further apart are not neighbours."
    )


class ModelSettings(BaseModel):
    """A language model, for one job."""

    model_config = _Frozen

    type: Literal["auto", "openai", "gemini", "anthropic", "ollama", "extractive"] = Field(
        default="auto",
        description=(
            "`auto` takes the provider whose key is set, or `extractive`: no model at all, "
            "answers are quotes of what is remembered."
        ),
    )
    endpoint: str | None = Field(
        default=None,
        description="Address of the provider; OPENAI_BASE_URL, OLLAMA_HOST or the usual if unset.",
    )
    api_key: SecretStr | None = Field(
        default=None, description="Key of the provider; its usual variable is used if unset."
    )
    model: str | None = Field(
        default=None, description="Model name; the provider's usual one if unset."
    )
    prompt: str | None = Field(
        default=None, description="Instructions for this job; `{conversation}` stands for the text."
    )
    generation: dict[str, Any] = Field(
        default_factory=dict[str, Any],
        description="Generation settings in the OpenAI names: temperature, max_tokens, top_p …",
    )
    first_byte_s: PositiveFloat = Field(
        default=30.0, description="Seconds until an answer must begin, and between its pieces."
    )
    total_s: PositiveFloat = Field(
        default=300.0, description="Seconds until an answer must be whole."
    )
    deadline_s: PositiveFloat = Field(
        default=5.0, description="Seconds for a helper's whole reply: decision, summary, title."
    )


class ModelsSettings(BaseModel):
    """Which model does what. What is unset for a helper is taken from `chat`."""

    model_config = _Frozen

    chat: ModelSettings = ModelSettings()
    decision: ModelSettings | None = Field(
        default=None, description="Decides what to remember; as `chat` if unset."
    )
    summary: ModelSettings | None = Field(
        default=None, description="Summarises chats and memories; as `chat` if unset."
    )
    title: ModelSettings | None = Field(
        default=None, description="Writes titles of chats; as `chat` if unset."
    )


class ChatSettings(BaseModel):
    """How a turn is made."""

    model_config = _Frozen

    persona: str = Field(
        default=(
            "You are a thoughtful companion with a long memory. Answer in the language of the "
            "user's message. Use what you remember where it helps, and say so plainly when you "
            "don't know."
        ),
        description="Who the assistant is: the first system message.",
    )
    rounds: PositiveInt = Field(
        default=5, description="Rounds (a user's message and its answer) kept word for word."
    )
    window_messages: PositiveInt = Field(
        default=20, description="Past messages in a prompt, at the most."
    )
    prompt_tokens: PositiveInt = Field(
        default=16_000, description="Tokens of a whole prompt; layers are cut to fit."
    )
    summary_tokens: PositiveInt = Field(
        default=600, description="Tokens of the rolling summary, at the most."
    )
    page_characters: PositiveInt = Field(
        default=2000,
        le=20_000,
        description="Characters of a user's global memory from which on it is condensed.",
    )
    fold_from_messages: PositiveInt = Field(
        default=10, description="Older messages that are folded into the summary together."
    )
    stores_raw: bool = Field(
        default=True,
        description="Whether a turn also stores what was said as user_input and ai_output.",
    )
    memorises: bool = Field(
        default=True,
        description="Whether what is worth keeping of a turn is remembered, behind it.",
    )
    memory_prompt: str | None = Field(
        default=None,
        description=(
            "How the summary model is asked to state what is remembered; `{conversation}` stands "
            "for the text."
        ),
    )
    tag_pattern: str = Field(
        default=r"\[(?P<key>emotion|gesture):(?P<value>[^\[\]\n]{1,64})\]",
        description=(
            "What an emotion or gesture looks like in the model's words, with the groups `key` "
            "and `value`; the XML form `<emotion>happy</emotion>` is always understood."
        ),
    )
    unread_s: PositiveFloat = Field(
        default=60.0, description="Seconds that a turn goes on when nobody reads it."
    )


class AgentSettings(BaseModel):
    """How a model uses tools in a turn."""

    model_config = _Frozen

    enabled: bool = Field(default=True, description="Whether models are offered tools.")
    max_steps: PositiveInt = Field(
        default=6, description="Steps with tools in one turn; then an answer is asked for."
    )
    max_tokens: PositiveInt = Field(
        default=20_000, description="Tokens of tool calls and their results in one turn."
    )
    total_s: PositiveFloat = Field(
        default=120.0, description="Seconds after which no more tools are used in a turn."
    )
    plain_text: Literal["auto", "always", "never"] = Field(
        default="auto",
        description=(
            "Whether calls are written as plain text: `auto` for models that refuse tools; "
            "with `never` those go without."
        ),
    )


class DocumentSettings(BaseModel):
    """How files and web pages are imported."""

    model_config = _Frozen

    max_mb: PositiveInt = Field(
        default=50, description="The largest file that is taken in, in MB; web pages at most 20."
    )
    parse_seconds: PositiveFloat = Field(
        default=300.0, description="How long reading one file may take."
    )
    parse_memory_mb: PositiveInt = Field(
        default=1024, description="Memory that reading one file may take, in MB."
    )
    fetch_seconds: PositiveFloat = Field(
        default=30.0, description="How long fetching a web page may take."
    )
    search_items: PositiveInt = Field(
        default=8, description="Passages of documents that a search gives."
    )


class ServerSettings(BaseModel):
    """The HTTP server."""

    model_config = _Frozen

    host: str = Field(
        default="127.0.0.1", description="Address to listen on; beyond loopback a key is needed."
    )
    port: int = Field(default=7374, ge=0, le=65535, description="Port; 0 takes a free one.")
    local_user: str = Field(
        default="me", description="The user that callers on this machine are without a key."
    )
    allowed_hosts: tuple[str, ...] = Field(
        default=(), description="Names, besides loopback, by which the server may be called."
    )
    api_key: SecretStr | None = Field(
        default=None, description="A key of the whole space that works even without the store."
    )
    max_body_bytes: PositiveInt = Field(default=2_000_000, description="Size of a request.")
    requests_per_minute: PositiveInt = Field(
        default=600, description="Requests of one key, or of the local user, in a minute."
    )


class Settings(BaseSettings):
    """Everything that can be set. Unknown names in a section or in `nagori.toml` are refused."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix="NAGORI_",
        env_nested_delimiter="__",
        toml_file="nagori.toml",
    )

    space: str = Field(default="default", description="Whose data, when one file serves several.")
    time_zone: str = Field(
        default="UTC", description="Time zone of users who have none of their own, IANA name."
    )
    store: StoreSettings = StoreSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    recall: RecallSettings = RecallSettings()
    models: ModelsSettings = ModelsSettings()
    chat: ChatSettings = ChatSettings()
    agent: AgentSettings = AgentSettings()
    documents: DocumentSettings = DocumentSettings()
    learn: LearnSettings = LearnSettings()
    group: GroupSettings = GroupSettings()
    bots: BotsSettings = BotsSettings()
    server: ServerSettings = ServerSettings()

    openai_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("openai_api_key", "OPENAI_API_KEY"),
        description="Key for OpenAI-compatible providers; read from OPENAI_API_KEY too.",
    )
    openai_base_url: str | None = Field(
        default=None,
        validation_alias=AliasChoices("openai_base_url", "OPENAI_BASE_URL"),
        description="Address of an OpenAI-compatible provider; read from OPENAI_BASE_URL too.",
    )
    gemini_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("gemini_api_key", "GEMINI_API_KEY"),
        description="Key for Gemini; read from GEMINI_API_KEY too.",
    )
    anthropic_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("anthropic_api_key", "ANTHROPIC_API_KEY"),
        description="Key for Anthropic; read from ANTHROPIC_API_KEY too.",
    )
    ollama_host: str | None = Field(
        default=None,
        validation_alias=AliasChoices("ollama_host", "OLLAMA_HOST"),
        description="Address of Ollama; read from OLLAMA_HOST too.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # pydantic passes it
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # and this
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments over the environment over `nagori.toml`."""
        group = GroupVariables(settings_cls)
        return init_settings, env_settings, group, TomlConfigSettingsSource(settings_cls)
