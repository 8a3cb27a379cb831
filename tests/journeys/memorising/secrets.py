"""Secrets in what people write, and things that only look like secrets.

No secret stands in this file: each is assembled when it is asked for, from a seeded source, so
it is the same on every run and opens nothing.
"""

import base64
import json
import string
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

_SEED = 7_310_552
_SPOT = "§"
"""Where a template shows its secret."""

_LETTERS = string.ascii_letters
_ALNUM = string.ascii_letters + string.digits
_UPPER = string.ascii_uppercase + string.digits
_BASE64 = _ALNUM + "+/"
_URLSAFE = _ALNUM + "-_"
_HEX = string.digits + "abcdef"

_WORDS = [
    "amber",
    "anchor",
    "barley",
    "beacon",
    "canyon",
    "cedar",
    "copper",
    "dahlia",
    "ember",
    "falcon",
    "garlic",
    "harbor",
    "indigo",
    "juniper",
    "kettle",
    "lantern",
    "maple",
    "nectar",
    "olive",
    "pepper",
    "quarry",
    "raven",
    "saddle",
    "tractor",
    "umbra",
    "velvet",
    "walnut",
    "yonder",
    "zephyr",
]
_SYLLABLES = [
    "xiao",
    "ming",
    "wang",
    "chen",
    "liang",
    "hong",
    "yue",
    "feng",
    "shan",
    "lei",
    "tao",
    "jing",
    "bo",
    "yan",
    "qing",
    "hai",
]


@dataclass(frozen=True, slots=True)
class Planted:
    """A message with a secret in it.

    Attributes:
        kind: What sort of secret it is.
        lang: The language of the message, `en` or `zh`.
        secret: The part of `text` that must not be kept, as it stands there. Of an address it
            is the password, of a web token the signature, of a key block one of its lines.
        text: The whole message.
    """

    kind: str
    lang: str
    secret: str
    text: str


class _Made(NamedTuple):
    """What a message shows, and the part of it that must not be kept."""

    shown: str
    secret: str


_Maker = Callable[[Random], _Made]


def _whole(shown: str) -> _Made:
    return _Made(shown, shown)


def _some(rng: Random, alphabet: str, length: int) -> str:
    return "".join(rng.choices(alphabet, k=length))


def _mixed(rng: Random, alphabet: str, length: int) -> str:
    """Characters of an alphabet, both ends of them letters or digits, with a digit among them."""
    middle = _some(rng, alphabet, length - 3)
    return rng.choice(_LETTERS) + middle + rng.choice(string.digits) + rng.choice(_LETTERS)


# Keys of providers.


def _prefixed(prefix: str, length: int, alphabet: str = _ALNUM) -> _Maker:
    return lambda rng: _whole(prefix + _mixed(rng, alphabet, length))


def _openai(rng: Random) -> _Made:
    return _whole("-".join(("sk", _mixed(rng, _ALNUM, 48))))


def _openai_project(rng: Random) -> _Made:
    return _whole("-".join(("sk", "proj", _mixed(rng, _URLSAFE, 124))))


def _openai_service(rng: Random) -> _Made:
    return _whole("-".join(("sk", "svcacct", _mixed(rng, _URLSAFE, 74))))


def _anthropic(rng: Random) -> _Made:
    return _whole("-".join(("sk", "ant", "api03", _mixed(rng, _URLSAFE, 93) + "AA")))


def _google(rng: Random) -> _Made:
    return _whole("AI" + "za" + _mixed(rng, _URLSAFE, 35))


def _aws_id(rng: Random) -> _Made:
    return _whole("AK" + "IA" + _some(rng, string.ascii_uppercase + "234567", 16))


def _aws_temporary_id(rng: Random) -> _Made:
    return _whole("AS" + "IA" + _some(rng, string.ascii_uppercase + "234567", 16))


def _aws_secret(rng: Random) -> _Made:
    return _whole(_mixed(rng, _BASE64, 40))


def _github_fine(rng: Random) -> _Made:
    return _whole("_".join(("github", "pat", _mixed(rng, _ALNUM, 22), _mixed(rng, _ALNUM, 59))))


def _slack(letter: str) -> _Maker:
    def make(rng: Random) -> _Made:
        numbers = (_some(rng, string.digits, 12) for _ in range(2))
        return _whole("-".join(("xox" + letter, *numbers, _mixed(rng, _ALNUM, 24))))

    return make


def _slack_app(rng: Random) -> _Made:
    parts = ("xapp", "1", "A0" + _some(rng, _UPPER, 9), _some(rng, string.digits, 13))
    return _whole("-".join((*parts, _some(rng, _HEX, 64))))


def _stripe(prefix: str, mode: str) -> _Maker:
    return lambda rng: _whole("_".join((prefix, mode, _mixed(rng, _ALNUM, 24))))


# Tokens and keys with a structure.


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _jwt(rng: Random) -> _Made:
    header = {"alg": "HS256", "typ": "JWT"}
    claims = {
        "sub": _some(rng, string.digits, 10),
        "name": rng.choice(_WORDS),
        "iat": 1_716_239_022,
    }
    signature = _base64url(rng.randbytes(32))
    parts = [
        _base64url(json.dumps(part, separators=(",", ":")).encode()) for part in (header, claims)
    ]
    return _Made(".".join((*parts, signature)), signature)


def _key_block(
    name: str, lines: int, keep: int, *, newline: str = "\n", ended: bool = True
) -> _Maker:
    """A private key; `keep` says which of its lines is looked for afterwards."""

    def make(rng: Random) -> _Made:
        body = ["MI" + _some(rng, _BASE64, 62)]
        body += [_some(rng, _BASE64, 64) for _ in range(lines - 2)]
        body.append(_some(rng, _BASE64, 38) + "==")
        rule = "-" * 5
        first, last = (f"{rule}{word} {name}{rule}" for word in ("BEGIN", "END"))
        shown = newline.join((first, *body, last) if ended else (first, *body))
        return _Made(shown, body[keep])

    return make


def _bearer(rng: Random) -> _Made:
    return _whole(_mixed(rng, _URLSAFE, 43))


def _basic(rng: Random) -> _Made:
    pair = f"{rng.choice(_WORDS)}:{_password(rng).secret}"
    return _whole(base64.b64encode(pair.encode()).decode())


def _hex(length: int) -> _Maker:
    return lambda rng: _whole(_some(rng, _HEX, length))


def _base64_of(size: int) -> _Maker:
    return lambda rng: _whole(base64.b64encode(rng.randbytes(size)).decode())


# What people make up themselves.


def _password(rng: Random) -> _Made:
    one, two = rng.sample(_WORDS, 2)
    return _whole(f"{one.title()}{two.title()}{rng.randrange(10, 100)}{rng.choice('!#$%*')}")


def _pinyin(rng: Random) -> _Made:
    name = "".join(rng.sample(_SYLLABLES, 3))
    return _whole(f"{name}{rng.choice('@#_')}{rng.randrange(1970, 2010)}")


def _phrase(separator: str) -> _Maker:
    return lambda rng: _whole(separator.join(rng.sample(_WORDS, 4)))


def _odd(rng: Random) -> _Made:
    signs = "!#$%&*+=?^~"
    core = [*_some(rng, _ALNUM, 9), *rng.sample(signs, 3)]
    rng.shuffle(core)
    return _whole("".join((rng.choice(_LETTERS), *core, rng.choice(string.digits))))


def _digits(length: int) -> _Maker:
    return lambda rng: _whole(rng.choice("123456789") + _some(rng, string.digits, length - 1))


def _code_in_halves(separator: str) -> _Maker:
    def make(rng: Random) -> _Made:
        digits = _digits(6)(rng).secret
        return _whole(digits[:3] + separator + digits[3:])

    return make


def _lettered_code(rng: Random) -> _Made:
    return _whole(f"G-{_digits(6)(rng).secret}")


def _url(scheme: str, host: str, maker: _Maker = _password) -> _Maker:
    def make(rng: Random) -> _Made:
        secret = maker(rng).secret.translate(str.maketrans("#%@!*", "_____"))
        return _Made(f"{scheme}://{rng.choice(_WORDS)}:{secret}@{host}", secret)

    return make


# Numbers with a check digit.


def _luhn_digit(digits: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def _card(prefix: str, groups: tuple[int, ...], separator: str) -> _Maker:
    def make(rng: Random) -> _Made:
        digits = prefix + _some(rng, string.digits, sum(groups) - len(prefix) - 1)
        rest = digits + _luhn_digit(digits)
        parts: list[str] = []
        for size in groups:
            parts.append(rest[:size])
            rest = rest[size:]
        return _whole(separator.join(parts))

    return make


def _wrapped_card(rng: Random) -> _Made:
    """A card number over two lines, as it is embossed on some."""
    words = _card("53", (4, 4, 4, 4), " ")(rng).secret.split()
    return _whole(f"{' '.join(words[:2])}\n{' '.join(words[2:])}")


_FOURS = (4, 4, 4, 4)
_visa_plain = _card("4", (16,), "")
_visa_spaces = _card("4", _FOURS, " ")
_visa_dashes = _card("4", _FOURS, "-")
_mastercard_plain = _card("52", (16,), "")
_mastercard_spaces = _card("55", _FOURS, " ")
_mastercard_dashes = _card("51", _FOURS, "-")
_amex_plain = _card("37", (15,), "")
_amex_spaces = _card("34", (4, 6, 5), " ")
_unionpay_plain = _card("622", (19,), "")
_unionpay_sixteen = _card("625", (16,), "")
_unionpay_spaces = _card("621", (4, 4, 4, 4, 3), " ")


def _resident_digit(digits: str) -> str:
    total = sum(int(digit) * 2 ** (17 - place) for place, digit in enumerate(digits))
    return "10X98765432"[total % 11]


def _resident_id(*, ends_with_x: bool | None = None) -> _Maker:
    def make(rng: Random) -> _Made:
        while True:
            area = rng.choice(("110105", "310104", "440305", "510107", "330106"))
            born = f"{rng.randrange(1960, 2004)}{rng.randrange(1, 13):02}{rng.randrange(1, 29):02}"
            digits = f"{area}{born}{rng.randrange(1, 1000):03}"
            check = _resident_digit(digits)
            if ends_with_x is None or ends_with_x is (check == "X"):
                return _whole(digits + check)

    return make


def _iban(country: str, bank: int, digits: int, *, grouped: bool) -> _Maker:
    def make(rng: Random) -> _Made:
        account = _some(rng, string.ascii_uppercase, bank) + _some(rng, string.digits, digits)
        number = "".join(str(int(sign, 36)) for sign in f"{account}{country}00")
        whole = f"{country}{98 - int(number) % 97:02}{account}"
        fours = [whole[at : at + 4] for at in range(0, len(whole), 4)]
        return _whole(" ".join(fours) if grouped else whole)

    return make


_ROWS: tuple[tuple[str, str, _Maker, str], ...] = (
    # OpenAI-style.
    ("openai_key", "en", _openai, "btw I moved to Porto last month, and my openai key is §"),
    ("openai_key", "en", _openai, "§ <- is this still valid? I only get 401 since Friday"),
    ("openai_key", "zh", _openai, "我的key是§你帮我看看为什么报401，我平时用Python写脚本"),
    (
        "openai_key",
        "zh",
        _openai,
        "帮我改一下：\n```python\nclient = OpenAI(api_key='§')\n```\n总是超时",
    ),
    (
        "openai_project_key",
        "en",
        _openai_project,
        "OPENAI_API_KEY=§\nOPENAI_MODEL=small\nPORT=8080",
    ),
    ("openai_project_key", "zh", _openai_project, "新项目用这个“§”，别用旧的那个了"),
    (
        "openai_project_key",
        "zh",
        _openai_service,
        "服务账号的密钥如下：\n\n§\n\n我下周开始去深圳上班",
    ),
    # Anthropic-style.
    ("anthropic_key", "en", _anthropic, 'I set "x-api-key: §" and the request still fails, why?'),
    (
        "anthropic_key",
        "en",
        _anthropic,
        "§ is the key for the demo. My sister Ana runs it at 3 pm.",
    ),
    ("anthropic_key", "zh", _anthropic, "我对花生过敏，另外记一下API密钥：§"),
    ("anthropic_key", "zh", _anthropic, "export ANTHROPIC_API_KEY=§这行放到哪个文件里？"),
    # Google.
    (
        "google_api_key",
        "en",
        _google,
        "the map loads https://maps.example.com/api/js?key=§&v=weekly",
    ),
    (
        "google_api_key",
        "en",
        _google,
        "I teach geography in Leeds and use § for the maps in class.",
    ),
    ("google_api_key", "zh", _google, "地图密钥§填进去还是空白页"),
    ("google_api_key", "zh", _google, '{"mapKey": "§", "zoom": 12}这样写对吗'),
    # Amazon.
    (
        "aws_access_key_id",
        "en",
        _aws_id,
        "The id is §, region eu-west-1, and I work from Lisbon now.",
    ),
    ("aws_access_key_id", "zh", _aws_id, "访问密钥ID是§，区域选的东京"),
    ("aws_access_key_id", "zh", _aws_temporary_id, "§这个临时凭证几点过期？"),
    (
        "aws_secret_access_key",
        "en",
        _aws_secret,
        "[default]\naws_secret_access_key = §\nregion = us-east-2",
    ),
    ("aws_secret_access_key", "zh", _aws_secret, "AWS_SECRET_ACCESS_KEY=§\n上传一直403，怎么办"),
    # GitHub.
    ("github_token", "en", _prefixed("ghp" + "_", 36), "git clone https://§@github.com/acme/site"),
    (
        "github_token",
        "en",
        _prefixed("gho" + "_", 36),
        "I now maintain the parser repo on weekends; the token's '§'",
    ),
    ("github_token", "zh", _prefixed("ghp" + "_", 36), "推送用的令牌：§，我的用户名是linxi"),
    ("github_token", "zh", _prefixed("ghs" + "_", 36), "§贴在这里了你看看权限够不够"),
    ("github_fine_grained_token", "en", _github_fine, "New PAT, good for 90 days: §"),
    ("github_fine_grained_token", "zh", _github_fine, "把token换成§再跑一次流水线"),
    # Slack.
    ("slack_token", "en", _slack("b"), "SLACK_BOT_TOKEN=§\nSLACK_CHANNEL=#general"),
    ("slack_token", "en", _slack("p"), "Our team meets on Tuesdays. § posts the reminder."),
    ("slack_token", "zh", _slack("b"), "机器人令牌是§频道叫日报"),
    ("slack_token", "zh", _slack_app, "应用级token：\n§\n每天早上九点提醒我写日报"),
    # Stripe.
    (
        "stripe_key",
        "en",
        _stripe("sk", "live"),
        "Charged twice! curl -u §: https://api.example.com/v1",
    ),
    (
        "stripe_key",
        "en",
        _stripe("rk", "live"),
        "§ (restricted). Our shop sells hand-made candles.",
    ),
    ("stripe_key", "zh", _stripe("sk", "test"), "支付测试密钥填的是“§”，正式的还没开"),
    ("stripe_key", "zh", _prefixed("wh" + "sec_", 32), "回调签名密钥§，我们店卖手工蜡烛"),
    # Web tokens.
    ("jwt", "en", _jwt, "Why does this say expired? §"),
    ("jwt", "en", _jwt, "I'm vegetarian since May. Cookie: session=§; theme=dark"),
    ("jwt", "zh", _jwt, "§这个解出来名字是乱码"),
    ("jwt", "zh", _jwt, "登录后返回{'token':'§'}，前端要存在哪里？"),
    # Private keys.
    ("private_key", "en", _key_block("RSA PRIVATE KEY", 8, 0), "ssh won't take it:\n§\nany idea?"),
    (
        "private_key",
        "en",
        _key_block("OPENSSH PRIVATE KEY", 6, 3),
        "§\n\nMy server is called heron.",
    ),
    (
        "private_key",
        "en",
        _key_block("PRIVATE KEY", 5, 2, newline="\\n"),
        'PORT=443\nTLS_KEY="§"\nDEBUG=0',
    ),
    (
        "private_key",
        "zh",
        _key_block("EC PRIVATE KEY", 4, 3),
        "证书私钥如下，帮我转成DER：\n```\n§\n```",
    ),
    (
        "private_key",
        "zh",
        _key_block("RSA PRIVATE KEY", 7, 6),
        "我家服务器在杭州，私钥是：§这样对吗",
    ),
    (
        "private_key",
        "zh",
        _key_block("PRIVATE KEY", 6, 4, ended=False),
        "复制的时候断了，只有这些：\n§",
    ),
    # Cards.
    ("payment_card", "en", _visa_spaces, "My card § expires in June, remind me to renew it."),
    ("payment_card", "en", _visa_plain, "§ is the Visa I use for groceries; I shop on Saturdays"),
    (
        "payment_card",
        "en",
        _mastercard_dashes,
        "Pay the gym with §. I go on Mondays and Thursdays.",
    ),
    ("payment_card", "en", _amex_spaces, "flight to Oslo booked, charged to amex §"),
    ("payment_card", "en", _amex_plain, 'The form rejects "§" as too short'),
    ("payment_card", "en", _wrapped_card, "It says on the card:\n§\nand my name below it."),
    ("payment_card", "zh", _unionpay_plain, "工资卡卡号§开户行在成都"),
    ("payment_card", "zh", _unionpay_spaces, "我儿子叫小北，学费从§扣"),
    ("payment_card", "zh", _unionpay_sixteen, "§，这张信用卡每月八号还款"),
    ("payment_card", "zh", _visa_dashes, "维萨卡是§，帮我记一下还款日是十五号"),
    ("payment_card", "zh", _mastercard_plain, "卡号：§有效期明年三月"),
    ("payment_card", "zh", _mastercard_spaces, "海淘都用“§”这张万事达"),
    # Passwords in prose.
    ("password", "en", _password, "my wifi password is §, the flat is on the third floor"),
    ("password", "en", _phrase("-"), "We adopted a dog called Biscuit! Also the router pwd: §"),
    ("password", "en", _phrase(" "), 'The NAS password is "§" and the NAS stands in the hall.'),
    ("password", "en", _odd, "login: mteixeira\npassword: §\nI'm the treasurer of the choir"),
    ("password", "en", _password, "§ — that's my password for the bank, don't tell anybody"),
    ("password", "en", _digits(8), "The passcode of my tablet is § and my daughter knows it too."),
    ("password", "en", _odd, "DB_PASSWORD=§\nDB_USER=app"),
    ("password", "zh", _pinyin, "家里wifi密码是§，我家住三楼"),
    ("password", "zh", _password, "邮箱密码：§帮我记着，我换到新公司了"),
    ("password", "zh", _digits(8), "我的银行卡取款密码为§，老婆生日那天改的"),
    ("password", "zh", _odd, "账号linxi 密码§ 登不上去"),
    ("password", "zh", _pinyin, "“§”就是我的登录密码，别告诉别人"),
    ("password", "zh", _password, "用户名：admin\n口令：§\n地址：内网三号机"),
    ("password", "zh", _phrase("_"), "pwd:§，我养的猫叫团子"),
    # Addresses with a password in them.
    (
        "url_password",
        "en",
        _url("postgresql", "db.example.com:5432/app"),
        "DATABASE_URL=§\nour staging box is called otter",
    ),
    ("url_password", "en", _url("https", "files.example.org/a.zip"), "Grab it from § before noon"),
    ("url_password", "en", _url("mysql+pymysql", "10.0.0.5/shop", _bearer), '"§" times out'),
    ("url_password", "zh", _url("mongodb+srv", "c0.example.com/blog"), "博客的库连不上：§"),
    ("url_password", "zh", _url("redis", "cache.example.com:6379/0"), "缓存地址§延迟很高"),
    ("url_password", "zh", _url("ftp", "ftp.example.org/pub"), "§里有我外婆的老照片，她今年九十岁"),
    # Headers.
    ("auth_header", "en", _bearer, "curl -H 'Authorization: Bearer §' https://api.example.com/me"),
    (
        "auth_header",
        "en",
        _bearer,
        "GET /v2/me HTTP/1.1\nHost: api.example.com\nauthorization: bearer §\nAccept: */*",
    ),
    ("auth_header", "en", _basic, "I run the library's site; it sends Authorization: Basic §"),
    ("auth_header", "zh", _bearer, "请求头写的是Authorization: Bearer §还是401"),
    ("auth_header", "zh", _hex(40), "```\nAuthorization: Bearer §\n```\n我负责图书馆的网站"),
    # Numbers of people and accounts.
    ("resident_id", "en", _resident_id(), "My Chinese ID number is §; I was born in Chengdu."),
    ("resident_id", "en", _resident_id(ends_with_x=True), "Hotel check-in in Xi'an wants: §"),
    ("resident_id", "zh", _resident_id(), "我的身份证号是§，买票用"),
    ("resident_id", "zh", _resident_id(ends_with_x=True), "身份证§帮我填一下表，我是左撇子"),
    ("resident_id", "zh", _resident_id(ends_with_x=False), "§这是我爸的身份证号码，他住在昆明"),
    ("iban", "en", _iban("DE", 0, 18, grouped=True), "Rent goes to § on the first of the month."),
    ("iban", "en", _iban("GB", 4, 14, grouped=False), "§ is my account, and I've moved to Bath"),
    ("iban", "en", _iban("PT", 0, 21, grouped=True), "my landlord Rui's IBAN: §"),
    ("iban", "zh", _iban("NL", 4, 10, grouped=False), "房租打到§，每月一号"),
    ("iban", "zh", _iban("FR", 0, 23, grouped=True), "我在里昂读研，账户是“§”"),
    ("iban", "zh", _iban("ES", 0, 20, grouped=False), "IBAN：§奖学金每季度发一次"),
    # Codes for once.
    ("one_time_code", "en", _digits(6), "Your verification code is §. Do not share it."),
    ("one_time_code", "en", _lettered_code, "§ is your sign-in code. Oh, and I play the cello."),
    ("one_time_code", "en", _code_in_halves(" "), "the bank sent me a one-time code: §, where to?"),
    ("one_time_code", "en", _digits(8), "2FA backup code §\nkeep the other nine in the safe"),
    ("one_time_code", "zh", _digits(6), "【某某银行】验证码 §，五分钟内有效，请勿告诉他人。"),
    ("one_time_code", "zh", _digits(6), "我收到的验证码是§怎么还登不上"),
    ("one_time_code", "zh", _digits(6), "§（动态码），另外我改吃素了"),
    ("one_time_code", "zh", _code_in_halves("-"), "短信校验码：§"),
    # Secrets named as such.
    ("named_secret", "en", _base64_of(32), "client_id=portal\nclient_secret=§\nscope=read"),
    ("named_secret", "en", _hex(32), "I'm learning Dutch; my api secret for the flashcards is §"),
    ("named_secret", "en", _hex(64), 'app.config["SECRET_KEY"] = "§"'),
    ("named_secret", "en", _base64_of(24), "signing_key: §\nttl: 3600"),
    ("named_secret", "zh", _hex(32), "小程序的AppSecret是§，我们做的是背单词"),
    ("named_secret", "zh", _base64_of(32), "client_secret=§填错了吗"),
    (
        "named_secret",
        "zh",
        _hex(40),
        "https://api.example.com/cb?access_token=§&lang=zh这个链接打不开",
    ),
    (
        "named_secret",
        "zh",
        _base64_of(24),
        "配置文件：\n```yaml\napi_secret: '§'\n```\n我在学荷兰语",
    ),
)

_PAIRS: tuple[tuple[str, str], ...] = (
    ("en", "AWS_ACCESS_KEY_ID=§1\nAWS_SECRET_ACCESS_KEY=§2\nthe bucket holds our wedding photos"),
    ("en", "I deploy from Lisbon with §1 and the secret §2, is the order right?"),
    ("zh", "密钥对是§1和§2，存的是我们的婚礼照片"),
    ("zh", "AccessKey：§1\nSecretKey：§2\n桶建在新加坡"),
)
"""Messages with both halves of an Amazon key."""


def planted() -> list[Planted]:
    """Every planted secret; a message with two of them is there twice, once for each."""
    rng = Random(_SEED)
    found: list[Planted] = []
    for kind, lang, maker, template in _ROWS:
        made = maker(rng)
        found.append(Planted(kind, lang, made.secret, template.replace(_SPOT, made.shown)))
    for lang, template in _PAIRS:
        one, two = _aws_id(rng).secret, _aws_secret(rng).secret
        text = template.replace(f"{_SPOT}1", one).replace(f"{_SPOT}2", two)
        found.append(Planted("aws_access_key_id", lang, one, text))
        found.append(Planted("aws_secret_access_key", lang, two, text))
    return found


def _not_a_card(rng: Random, length: int) -> str:
    """A long number whose last digit is not the one a card would have."""
    digits = "4" + _some(rng, string.digits, length - 2)
    return digits + str((int(_luhn_digit(digits)) + 3) % 10)


def _uuid(rng: Random) -> str:
    return "-".join(_some(rng, _HEX, size) for size in (8, 4, 4, 4, 12))


def harmless() -> list[str]:
    """Messages that hold nothing secret and must be kept as they are."""
    rng = Random(_SEED + 1)
    return [
        # Hashes, identifiers, long numbers.
        f"What did commit {_some(rng, _HEX, 40)} change in the parser?",
        f"git bisect says {_some(rng, _HEX, 7)} broke the build",
        f"{_some(rng, _HEX, 40)}这个提交为什么会冲突？",
        f"Ticket {_uuid(rng)} is still open, I reported it on Monday.",
        f"工单{_uuid(rng)}还没人处理",
        f"My order number is {_not_a_card(rng, 16)}, it should come on Friday.",
        f"快递单号{_not_a_card(rng, 15)}，我买了一把吉他",
        f"The sha256 of the download should be {_some(rng, _HEX, 64)}",
        f"镜像版本是 app@sha256:{_some(rng, _HEX, 64)}",
        "I gave order 555-0142-7788 back because the shoes were too small.",
        "订单号 20240611-0038-22 什么时候发货？",
        "Tracking says RR123456785PT left the depot at 14:05.",
        # Books, papers, products, versions.
        "The book is ISBN 978-0-13-468599-1, my wife wants it for her birthday.",
        "那本书的ISBN是9787111407010，图书馆有吗？",
        "Please cite doi:10.1000/xyz123 and arXiv 1706.03762 in my thesis.",
        "My camera is an ILCE-7M4K and the lens an SEL2470GM2.",
        "我买的洗衣机型号是XQG100-B14126L，用着挺好",
        "We run Python 3.11.9, PostgreSQL 16.3 and kernel 6.8.0-45-generic.",
        "升级到v2.14.0-rc.3之后就好了",
        "sk-learn is what I call scikit-learn, version 1.5.0 here",
        # Dates, prices, places, numbers to call.
        "I was born on 1988-04-17 and my brother on 17/04/1991.",
        "我的生日是1992年10月05日，每年都吃长寿面",
        "The sofa cost 1,249.00 EUR and the table 12 x 89.90.",
        "房租每月4500元，押金9000元，一共13500元",
        "I live at 1604 Juniper Street, apartment 12B, zip code 04107.",
        "我住在长宁区延安西路1234弄56号1802室，邮编200050",
        "Call me on +351 912 345 678 after six.",
        "我的手机号是13800138000，微信同号",
        "客服电话400-555-0123打不通",
        "The cabin is at 60.39299, 5.32415, bring boots.",
        "航班MU5137，座位32A，登机口C07",
        "The printer is at 192.168.1.50 and the router at fe80::1ff:fe23:4567:890a.",
        # Words about secrets, without any.
        "My password manager is Bitwarden and I like it.",
        "I forgot my password again, where do I reset it?",
        "The sign-up form keeps saying that my password is too short.",
        "Our rule: a password must have 12 characters and be changed every 90 days.",
        "这学期我选了密码学，老师讲RSA讲得很好",
        "密码是什么时候开始流行的？我在看密码史",
        "公司规定密码每90天换一次，很烦",
        "我在做短信验证码登录功能，验证码应该几位数？",
        "I keep my API keys in the vault, never in the chat.",
        "The token limit of that model is 128000, is it not?",
        "My grandfather held bearer bonds of the railway.",
        "身份证快到期了，下个月去派出所换",
        "The secret of my grandmother's soup is nutmeg.",
        "我的银行卡在招商银行办的，每月八号还款",
        # Addresses without a password.
        "The app connects to postgresql://localhost:5432/app in the tests.",
        "I cloned git@github.com:acme/site.git into ~/src.",
        "文档在 https://docs.example.com/guide?page=2&lang=zh#install 这里",
        "Write to ana.teixeira@example.org, she plans the reunion.",
        "错误代码0x80070005是什么意思",
        "My favourite colours are #1e90ff and #ff8c00.",
    ]
