"""Settings of bots on chat platforms, by the names of `NAGORI_BOTS__…`."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, SecretStr

_Frozen = ConfigDict(frozen=True, extra="forbid")


class LarkSettings(BaseModel):
    """A bot on Lark or Feishu; its values stand in the developer console of the app."""

    model_config = _Frozen

    app_id: str | None = Field(default=None, description="`cli_…`, of Credentials & Basic Info.")
    app_secret: SecretStr | None = Field(default=None, description="Of the same page.")
    encrypt_key: SecretStr | None = Field(
        default=None,
        description="Of Events & Callbacks › Encryption Strategy; events are then signed.",
    )
    verification_token: SecretStr | None = Field(default=None, description="Of the same page.")
    base_url: str = Field(
        default="https://open.feishu.cn",
        description="Where the platform is called; https://open.larksuite.com outside of China.",
    )
    path: str = Field(default="/lark", pattern=r"^/[\w\-./]*$", description="Where events come in.")
    reply_in_thread: bool = Field(
        default=False, description="Whether every answer in a group opens a thread."
    )


class OneBotSettings(BaseModel):
    """A bot on a platform that speaks OneBot v11, such as QQ."""

    model_config = _Frozen

    transport: Literal["reverse", "forward", "http"] = Field(
        default="reverse",
        description="`reverse`: the OneBot program connects to Nagori by WebSocket; `forward`: "
        "Nagori connects to it; `http`: each calls the other.",
    )
    access_token: SecretStr | None = Field(
        default=None,
        description="What both show each other, as set in the OneBot program; `reverse` needs it.",
    )
    ws_path: str = Field(
        default="/onebot/v11/ws",
        pattern=r"^/[\w\-./]*$",
        description="`reverse`: where the OneBot program connects to.",
    )
    ws_url: str = Field(
        default="ws://127.0.0.1:3001", description="`forward`: where the OneBot program listens."
    )
    secret: SecretStr | None = Field(
        default=None,
        description="`http`: what reports are signed with, as set in the OneBot program.",
    )
    base_url: str = Field(
        default="http://127.0.0.1:5700",
        description="`http`: where the OneBot program takes calls.",
    )
    path: str = Field(
        default="/onebot",
        pattern=r"^/[\w\-./]*$",
        description="`http`: where reports come in.",
    )


class BotsSettings(BaseModel):
    """Bots on chat platforms."""

    model_config = _Frozen

    host: str = Field(default="127.0.0.1", description="Address to listen on for events.")
    port: int = Field(default=7375, ge=0, le=65535, description="Port; 0 takes a free one.")
    update_every_s: PositiveFloat = Field(
        default=0.5, ge=0.5, description="Seconds between two updates of an answer that streams."
    )
    max_waiting: PositiveInt = Field(
        default=2000, description="Messages that may wait; more are refused and come again."
    )
    stop_s: PositiveFloat = Field(
        default=10.0, description="Seconds that answers may take to end when the bot is stopped."
    )
    lark: LarkSettings = Field(
        default=LarkSettings(), description="Lark and Feishu; see how-to/lark.md."
    )
    onebot: OneBotSettings = Field(
        default=OneBotSettings(), description="OneBot v11; see how-to/onebot.md."
    )
