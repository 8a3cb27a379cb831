import pytest

from nagori.learn.code.outline import Outline, Span
from nagori.learn.code.outlining import outline_of

SHOP = '''"""Orders of the shop.

More about it.
"""

import os
from dataclasses import dataclass
from enum import Enum
from typing import (
    Protocol,
    TypeVar,
)

from shop.pay import charge as take
from . import tools

T = TypeVar("T")
LIMIT = 3  # orders at once
#: How long to wait, in seconds.
WAIT = float(os.environ.get("SHOP_WAIT", "2.5"))
API_TOKEN = "t0ps3cret-value"


class State(Enum):
    """Where an order stands."""

    OPEN = "open"
    # Paid in full.
    PAID = "paid"
    SENT = "sent"
    """On its way."""


class Store(Protocol):
    def put(self, order: "Order") -> None: ...


@dataclass(
    frozen=True,
)
class Order:
    """One order.

    With details.
    """

    id: int
    note: str = ""


class Till(tools.Box, metaclass=type):
    def __init__(self, store: Store, *, size: int = 4) -> None:
        self.store = store
        self.first, self.last = 1, 2

    # Takes the money.
    @tools.timed("x")
    async def pay(
        self,
        order: Order,  # which
        password: str = "hunter2",
    ) -> int:
        if order.id < 0:
            log(order)
            raise ValueError(f"no order {order.id}")
        elif order.note:
            raise tools.Odd
        else:
            raise KeyError("else")
        with order:
            raise RuntimeError("inside a with")
        return take(order)

    def local(self):
        def inner(): return LIMIT
        return inner()


def main() -> None:
    key = os.environ["SHOP_KEY"]
    print(key)  # TODO: log it


if __name__ == "__main__":
    main()
'''


@pytest.fixture(scope="module")
def shop() -> Outline:
    return outline_of("shop/orders.py", SHOP)


def lines(span: Span) -> str:
    return "\n".join(SHOP.splitlines()[span.first - 1 : span.last])


def test_the_module_is_known_by_its_first_paragraph(shop: Outline) -> None:
    assert (shop.language, shop.lines, shop.degraded) == ("python", 85, ())
    assert shop.doc is not None
    assert (shop.doc.text, shop.doc.span) == ("Orders of the shop.", Span(1, 1))


def test_every_symbol_is_found_with_its_kind_and_path(shop: Outline) -> None:
    assert [(s.kind, s.path) for s in shop.symbols] == [
        ("type", "T"),
        ("constant", "LIMIT"),
        ("constant", "WAIT"),
        ("constant", "API_TOKEN"),
        ("enum", "State"),
        ("enum member", "State.OPEN"),
        ("enum member", "State.PAID"),
        ("enum member", "State.SENT"),
        ("interface", "Store"),
        ("method", "Store.put"),
        ("class", "Order"),
        ("field", "Order.id"),
        ("field", "Order.note"),
        ("class", "Till"),
        ("method", "Till.__init__"),
        ("field", "Till.store"),
        ("field", "Till.first"),
        ("field", "Till.last"),
        ("method", "Till.pay"),
        ("method", "Till.local"),
        ("function", "Till.local.inner"),
        ("function", "main"),
    ]


def test_the_lines_of_a_symbol_show_it(shop: Outline) -> None:
    for symbol in shop.symbols:
        assert symbol.name in SHOP.splitlines()[symbol.line - 1]
        assert symbol.span.first <= symbol.head.first <= symbol.line <= symbol.head.last
        assert symbol.head.last <= symbol.span.last


def test_a_decorated_class_begins_at_its_decorator_and_tells_its_doc(shop: Outline) -> None:
    order = shop.symbol("Order")
    assert order is not None
    assert lines(order.head).startswith("@dataclass(\n")
    assert lines(order.head).endswith("class Order:")
    assert order.decorators == ("dataclass( frozen=True, )",)
    assert order.doc is not None
    assert (order.doc.text, lines(order.doc.span)) == ("One order.", '    """One order.')


def test_a_signature_over_several_lines_stands_on_one(shop: Outline) -> None:
    pay = shop.symbol("Till.pay")
    assert pay is not None
    assert pay.signature == ("async def pay(self, order: Order, password: str='[hidden]') -> int")
    assert lines(pay.head).startswith('    @tools.timed("x")')
    assert lines(pay.head).endswith(") -> int:")
    assert [(p.name, p.type, p.default) for p in pay.parameters] == [
        ("order", "Order", None),
        ("password", "str", None),
    ]
    assert pay.doc is not None
    assert pay.doc.text == "Takes the money."


def test_values_are_told_as_written_and_explained_by_the_comments_beside_them(
    shop: Outline,
) -> None:
    told = {s.path: (s.value, s.doc.text if s.doc else None) for s in shop.symbols}
    assert told["LIMIT"] == ("3", "orders at once")
    assert told["WAIT"][1] == "How long to wait, in seconds."
    assert told["State.OPEN"] == ('"open"', None)
    assert told["State.PAID"] == ('"paid"', "Paid in full.")
    assert told["State.SENT"] == ('"sent"', "On its way.")
    assert told["Order.note"] == ('""', None)
    assert told["Till.store"] == ("store", None)


def test_no_secret_is_kept_anywhere(shop: Outline) -> None:
    assert "t0ps3cret" not in repr(shop)
    assert "hunter2" not in repr(shop)


def test_bases_and_imports_are_told(shop: Outline) -> None:
    till = shop.symbol("Till")
    assert till is not None
    assert till.bases == ("tools.Box",)
    assert [(i.module, i.names, i.span) for i in shop.imports][3:] == [
        ("typing", ("Protocol", "TypeVar"), Span(9, 12)),
        ("shop.pay", ("charge",), Span(14, 14)),
        (".", ("tools",), Span(15, 15)),
    ]


def test_errors_are_told_with_the_condition_they_stand_directly_in(shop: Outline) -> None:
    assert [(r.exception, r.message, r.condition, r.within) for r in shop.raises] == [
        ("ValueError", 'f"no order {order.id}"', "order.id < 0", "Till.pay"),
        ("tools.Odd", None, "order.note", "Till.pay"),
        ("KeyError", "else", None, "Till.pay"),
        ("RuntimeError", "inside a with", None, "Till.pay"),
    ]
    first = shop.raises[0]
    assert "if order.id < 0:" in lines(first.span)
    assert "raise ValueError" in lines(first.span)
    assert "raise ValueError" in SHOP.splitlines()[first.line - 1]


def test_the_environment_is_told_with_defaults(shop: Outline) -> None:
    assert [(s.key, s.default, s.how, s.within) for s in shop.settings] == [
        ("SHOP_WAIT", '"2.5"', "environment", ""),
        ("SHOP_KEY", None, "environment", "main"),
    ]


def test_calls_of_what_is_declared_elsewhere_are_told_with_where_it_comes_from(
    shop: Outline,
) -> None:
    calls = {(c.callee, c.within, c.module) for c in shop.calls}
    assert ("take", "Till.pay", "shop.pay.charge") in calls
    assert ("tools.timed", "Till.pay", ".tools.timed") in calls
    assert ("log", "Till.pay", "") in calls
    assert not {"main", "inner", "print", "ValueError"} & {c.callee for c in shop.calls}


def test_entry_points_and_remarks_are_told(shop: Outline) -> None:
    assert [(e.name, e.how, e.target) for e in shop.entry_points] == [
        ("main", "main function", "main"),
        ("__main__", "main guard", "main"),
    ]
    assert [(t.mark, t.text) for t in shop.todos] == [("TODO", "log it")]


def test_entities_are_told_with_their_fields() -> None:
    text = """
class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(30))

class Post(models.Model):
    title = models.CharField(max_length=30)
    author = models.ForeignKey(User)

class Body(BaseModel):
    model_config = {}
    size: int = 3

class Wide(Body):
    more: str
"""
    found = outline_of("models.py", text).entities
    assert [(e.name, e.kind, e.table, [(f.name, f.type) for f in e.fields]) for e in found] == [
        ("User", "sqlalchemy", "users", [("id", "Integer"), ("name", "Mapped[str]")]),
        ("Post", "django", None, [("title", "CharField"), ("author", "ForeignKey")]),
        ("Body", "pydantic", None, [("size", "int")]),
        ("Wide", "pydantic", None, [("more", "str")]),
    ]


ROUTES = """
from django.urls import path
router = APIRouter(prefix="/api")

@router.get("/items/{id}")
@cached
async def read(id: int): ...

@app.route("/pages", methods=["GET", "POST"])
def pages(): ...

routes = [
    Route("/", home),
    Route("/form", endpoint=form, methods=["PUT"]),
]
app.add_url_rule("/rule", "name", rule)
urlpatterns = [
    path("articles/<int:year>/", views.Year.as_view()),
    path("other/", include("other.urls")),
]
requests.get("/not/a/route")
"""


def test_routes_of_every_framework_are_told_with_their_handlers() -> None:
    found = outline_of("routes.py", ROUTES).routes
    assert [(r.method, r.prefix, r.path, r.handler) for r in found] == [
        ("GET", "/api", "/items/{id}", "read"),
        ("GET", "", "/pages", "pages"),
        ("POST", "", "/pages", "pages"),
        ("GET", "", "/", "home"),
        ("PUT", "", "/form", "form"),
        ("GET", "", "/rule", "rule"),
        ("ANY", "", "articles/<int:year>/", "views.Year"),
    ]
    assert found[0].span == Span(5, 7)


OPTIONS = '''
class Limits(BaseSettings):
    """Limits."""
    size: PositiveInt = Field(default=4, description="How many.")
    name: str = "x"  # who
    password: str = "hunter2"
    kind: ClassVar[str] = "no"

parser.add_argument("-p", "--port", type=int, default=8000, help="Where to listen.")

@cli.command()
@click.option("--loud/--quiet", default=False, help="Say more.")
def run(loud): ...

def serve(
    host: Annotated[str, typer.Option(help="Address.")] = "127.0.0.1",
    tries: int = typer.Option(3, "--tries", help="How often."),
): ...
'''


def test_settings_of_classes_and_commands_are_told_with_their_descriptions() -> None:
    found = outline_of("options.py", OPTIONS).settings
    assert [(s.key, s.default, s.description, s.how) for s in found] == [
        ("size", "4", "How many.", "settings class"),
        ("name", '"x"', "who", "settings class"),
        ("password", None, None, "settings class"),
        ("--port", "8000", "Where to listen.", "argument parser"),
        ("--loud", "False", "Say more.", "command option"),
        ("--host", '"127.0.0.1"', "Address.", "command option"),
        ("--tries", "3", "How often.", "command option"),
    ]


def test_broken_source_is_read_line_by_line_and_says_so() -> None:
    text = (
        'import os\nLIMIT = 3\nclass A:\n    def f(self):\n        print "x"\n\n    def g(:\n'
        "        raise ValueError('bad')\n\ndef tail():\n    pass\n"
    )
    found = outline_of("old.py", text)
    assert "read line by line" in found.degraded[0]
    assert [(s.kind, s.path, s.span) for s in found.symbols] == [
        ("constant", "LIMIT", Span(2, 2)),
        ("class", "A", Span(3, 8)),
        ("method", "A.f", Span(4, 5)),
        ("method", "A.g", Span(7, 8)),
        ("function", "tail", Span(10, 11)),
    ]
    assert [i.module for i in found.imports] == ["os"]
    assert [(r.exception, r.message, r.within) for r in found.raises] == [
        ("ValueError", "bad", "A.g")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffdef f():\n    pass\n",
        "def f():\r\n    pass\r\n",
        "def f():\r    pass\r",
        "\x0cdef f():\n\tpass\n",
        "def f():\n    'a\x0cb'\n    pass",
    ],
    ids=["byte order mark", "CRLF", "CR", "form feed", "form feed in a string"],
)
def test_odd_line_ends_do_not_move_the_lines(text: str) -> None:
    (f,) = outline_of("odd.py", text).symbols
    assert (f.name, f.line, f.span.first) == ("f", 1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + ")" * 5000,
        "x = " + "-" * 50_000 + "1",
        "x = " + "+".join(["1"] * 50_000),
        "x = " + ".a" * 20_000,
        "\0def f(): pass",
        "if x:\n" + "".join(" " * n + "if x:\n" for n in range(1, 400)),
        "\n".join(" " * n + f"def f{n}():" for n in range(90)) + "\n" + " " * 90 + "pass",
    ],
    ids=["brackets", "signs", "sum", "attributes", "zero byte", "ifs", "functions"],
)
def test_deep_or_damaged_source_is_survived(text: str) -> None:
    found = outline_of("deep.py", text)
    assert found.lines == len(text.split("\n")) - text.endswith("\n")
