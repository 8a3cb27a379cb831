from nagori.learn.code.outline import Outline, Span
from nagori.learn.code.outlining import outline_of


def symbols(outline: Outline) -> list[tuple[str, str, int]]:
    return [(s.kind, s.path, s.line) for s in outline.symbols]


def shown(text: str, span: Span) -> str:
    return "\n".join(text.splitlines()[span.first - 1 : span.last])


JAVA = """\
/* Copyright somebody */
package bank.loans;

import java.util.List;
import bank.rules.*;

/**
 * Loans over HTTP.
 *
 * @author nobody
 */
@RestController
@RequestMapping("/api/loans")
public class LoanController extends Base implements Closeable, Sized<Loan> {
    private static final int MOST = 3; // at once
    @Value("${loan.rate:0.5}")
    private String rate;

    /** One loan. */
    @GetMapping("/{id}")
    public Loan read(@PathVariable long id) throws Missing {
        if (id < 0) {
            throw new IllegalArgumentException("bad id " + id);
        }
        return service.find(id, System.getenv("LOAN_MODE"));
    }

    @RequestMapping(value = "/all", method = RequestMethod.POST)
    public List<Loan> all() { return List.of(); }
}

@Entity
@Table(name = "loans")
class Loan {
    @Id
    private Long id;
    private String holder, note;
}

/** How it is paid back. */
enum Kind {
    /** The same every month. */
    EQUAL("e"),
    LATE; // at the end
}

record Point(int x, int y) {}

@SpringBootApplication
class App {
    public static void main(String[] args) { SpringApplication.run(App.class, args); }
}
"""


def test_java_is_outlined() -> None:
    found = outline_of("LoanController.java", JAVA)

    assert found.degraded == ()
    assert symbols(found) == [
        ("class", "LoanController", 14),
        ("constant", "LoanController.MOST", 15),
        ("field", "LoanController.rate", 17),
        ("method", "LoanController.read", 21),
        ("method", "LoanController.all", 29),
        ("class", "Loan", 34),
        ("field", "Loan.id", 36),
        ("field", "Loan.holder", 37),
        ("field", "Loan.note", 37),
        ("enum", "Kind", 41),
        ("enum member", "Kind.EQUAL", 43),
        ("enum member", "Kind.LATE", 44),
        ("class", "Point", 47),
        ("class", "App", 50),
        ("method", "App.main", 51),
    ]
    controller, read = found.symbol("LoanController"), found.symbol("LoanController.read")
    assert controller is not None
    assert read is not None
    assert controller.span == Span(12, 30)
    assert controller.bases == ("Base", "Closeable", "Sized<Loan>")
    assert controller.doc is not None
    assert (controller.doc.text, controller.doc.span) == ("Loans over HTTP.", Span(8, 8))
    assert read.signature == "public Loan read(@PathVariable long id) throws Missing"
    docs = {s.path: s.doc.text for s in found.symbols if s.doc}
    assert docs["LoanController.MOST"] == "at once"
    assert docs["Kind.EQUAL"] == "The same every month."
    assert docs["Kind.LATE"] == "at the end"


def test_java_tells_routes_settings_errors_entities_and_where_it_starts() -> None:
    found = outline_of("LoanController.java", JAVA)

    assert [(r.method, r.prefix, r.path, r.handler, r.span) for r in found.routes] == [
        ("GET", "/api/loans", "/{id}", "LoanController.read", Span(20, 21)),
        ("POST", "/api/loans", "/all", "LoanController.all", Span(28, 29)),
    ]
    assert [(s.key, s.default, s.how) for s in found.settings] == [
        ("loan.rate", "0.5", "annotation"),
        ("LOAN_MODE", None, "environment"),
    ]
    assert [(r.exception, r.message, r.condition, r.span) for r in found.raises] == [
        ("IllegalArgumentException", "bad id ", "id < 0", Span(22, 23))
    ]
    assert [(e.name, e.kind, e.table, [f.name for f in e.fields]) for e in found.entities] == [
        ("Loan", "jpa", "loans", ["id", "holder", "note"]),
        ("Point", "record", None, ["x", "y"]),
    ]
    assert [(e.name, e.how) for e in found.entry_points] == [("App", "Spring Boot main")]
    assert [(i.module, i.names) for i in found.imports] == [
        ("java.util", ("List",)),
        ("bank.rules", ("*",)),
    ]
    assert ("List.of", "java.util.List.of") in {(c.callee, c.module) for c in found.calls}


KOTLIN = """\
package bank

import bank.rules.Rule as R

/** A loan. */
data class Loan(
    val id: Long,
    var holder: String = "none",
    plain: Int,
) : Base(), Sized {
    companion object {
        const val MOST = 3
    }

    @GetMapping("/x")
    fun pay(sum: Int = 2): Int {
        val local = 1
        if (sum < 0) {
            throw IllegalStateException("bad sum")
        }
        require(sum > 1) { "too little" }
        return R.apply(sum)
    }
}

enum class Kind(val code: String) {
    EQUAL("e"), // every month
    LATE("l"),
}

interface Sized {
    fun size(): Int
}

object Setup {
    val mode = System.getenv("LOAN_MODE") ?: "plain"
}

typealias Loans = List<Loan>

fun main() {
    routing {
        get("/loans") { call.respond(all()) }
    }
}
"""


def test_kotlin_is_outlined() -> None:
    found = outline_of("Loan.kt", KOTLIN)

    assert found.degraded == ()
    assert symbols(found) == [
        ("class", "Loan", 6),
        ("field", "Loan.id", 7),
        ("field", "Loan.holder", 8),
        ("constant", "Loan.MOST", 12),
        ("method", "Loan.pay", 16),
        ("enum", "Kind", 26),
        ("field", "Kind.code", 26),
        ("enum member", "Kind.EQUAL", 27),
        ("enum member", "Kind.LATE", 28),
        ("interface", "Sized", 31),
        ("method", "Sized.size", 32),
        ("class", "Setup", 35),
        ("field", "Setup.mode", 36),
        ("type", "Loans", 39),
        ("function", "main", 41),
    ]
    loan, pay, equal = (found.symbol(p) for p in ("Loan", "Loan.pay", "Kind.EQUAL"))
    assert loan is not None
    assert pay is not None
    assert equal is not None
    assert (loan.head, loan.bases) == (Span(6, 10), ("Base()", "Sized"))
    assert [(p.name, p.type, p.default) for p in pay.parameters] == [("sum", "Int", "2")]
    assert (equal.value, equal.doc and equal.doc.text) == ('("e")', "every month")
    assert [(r.exception, r.message, r.condition) for r in found.raises] == [
        ("IllegalStateException", "bad sum", "sum < 0"),
        ("require", "too little", None),
    ]
    assert [(r.method, r.path, r.handler) for r in found.routes] == [
        ("GET", "/x", "Loan.pay"),
        ("GET", "/loans", "main"),
    ]
    assert [(s.key, s.default) for s in found.settings] == [("LOAN_MODE", '"plain"')]
    assert [(e.name, e.kind, [f.name for f in e.fields]) for e in found.entities] == [
        ("Loan", "data class", ["id", "holder"])
    ]
    assert ("R.apply", "bank.rules.Rule.apply") in {(c.callee, c.module) for c in found.calls}


TYPESCRIPT = """\
import express, { Router } from "express";
import * as fs from "node:fs";

/** What is sold. */
export interface Item extends Base {
  id: string;
  price?: number; // in cents
  total(): number;
}

export type Size = "small" | "large";

export enum State {
  /** Just made. */
  Open = "open",
  Done = 2,
}

export const MOST = 3;
const API_KEY = "sk-live-0123456789abcdef";

@Controller("carts")
export class Cart extends Box implements Closable {
  private items: Item[] = [];

  constructor(private readonly store: Store) {
    super();
  }

  @Get(":id")
  async read(id: string, deep = false): Promise<Item> {
    const local = 1;
    if (!id) {
      throw new NotFound(`no cart ${id}`);
    }
    return fs.promises.readFile(id);
  }
}

export const add = (item: Item) => {
  const inside = 1;
  return inside;
};

export default function main() {}

app.get("/items/:id", guard, readItem);
Router().use(log);
axios.get("/not/a/route");
const port = process.env.PORT || 3000;
program.option("-n, --name <name>", "Who it is for", "me");
"""


def test_typescript_is_outlined() -> None:
    found = outline_of("src/cart.ts", TYPESCRIPT)

    assert found.degraded == ()
    assert symbols(found) == [
        ("interface", "Item", 5),
        ("field", "Item.id", 6),
        ("field", "Item.price", 7),
        ("method", "Item.total", 8),
        ("type", "Size", 11),
        ("enum", "State", 13),
        ("enum member", "State.Open", 15),
        ("enum member", "State.Done", 16),
        ("constant", "MOST", 19),
        ("constant", "API_KEY", 20),
        ("class", "Cart", 23),
        ("field", "Cart.items", 24),
        ("method", "Cart.constructor", 26),
        ("method", "Cart.read", 31),
        ("function", "add", 40),
        ("function", "main", 45),
        ("field", "port", 50),
    ]
    cart, read, item = (found.symbol(p) for p in ("Cart", "Cart.read", "Item"))
    assert cart is not None
    assert read is not None
    assert item is not None
    assert (cart.span, cart.decorators) == (Span(22, 38), ('@Controller("carts")',))
    assert cart.bases == ("Box", "Closable")
    assert read.signature == "async read(id: string, deep = false): Promise<Item>"
    assert item.doc is not None
    assert item.doc.text == "What is sold."
    docs = {s.path: s.doc.text for s in found.symbols if s.doc}
    assert docs["Item.price"] == "in cents"
    assert docs["State.Open"] == "Just made."
    assert "sk-live" not in repr(found)


def test_typescript_tells_routes_settings_errors_and_imports() -> None:
    found = outline_of("src/cart.ts", TYPESCRIPT)

    assert [(r.method, r.prefix, r.path, r.handler) for r in found.routes] == [
        ("GET", "carts", ":id", "Cart.read"),
        ("GET", "", "/items/:id", "readItem"),
    ]
    assert [(s.key, s.default, s.description) for s in found.settings] == [
        ("PORT", "3000", None),
        ("--name", '"me"', "Who it is for"),
    ]
    assert [(r.exception, r.message, r.condition) for r in found.raises] == [
        ("NotFound", "no cart ${id}", "!id")
    ]
    assert [(i.module, i.names) for i in found.imports] == [
        ("express", ("Router",)),
        ("node:fs", ()),
    ]
    assert [(e.name, [f.name for f in e.fields]) for e in found.entities] == [
        ("Item", ["id", "price?"])
    ]


def test_javascript_and_scripts_of_components_are_outlined_too() -> None:
    script = "class A {\n  #x = 1;\n  run() {}\n}\nconst B = require('b');\nfunction c() {}\n"
    found = outline_of("a.jsx", script + "const view = () => <p>{c()}</p>;\n")
    assert symbols(found) == [
        ("class", "A", 1),
        ("field", "A.#x", 2),
        ("method", "A.run", 3),
        ("constant", "B", 5),
        ("function", "c", 6),
        ("function", "view", 7),
    ]
    assert [i.module for i in found.imports] == ["b"]

    page = '<h1>Hi</h1>\n<script lang="ts">\n  export let size: number = 3;\n</script>\n<p/>\n'
    assert symbols(outline_of("Page.svelte", page)) == [("field", "size", 3)]


GO = """\
// Package main serves loans.
package main

import (
	"fmt"
	web "net/http"
)

// Most at once.
const Most = 3

// Kind says how a loan is paid back.
type Kind int

const (
	Equal Kind = iota // every month
	Late
)

// Loan is one loan.
type Loan struct {
	Base
	ID   int    `json:"id"`
	Name string `json:"name"`
}

type Store interface {
	Find(id int) (*Loan, error)
}

var table = map[string]int{}

// Pay takes a rate.
func (l *Loan) Pay(sum int) error {
	if sum < 0 {
		return fmt.Errorf("bad sum %d", sum)
	}
	const local = 1
	return nil
}

func main() {
	mode := os.Getenv("LOAN_MODE")
	flag.String("name", "me", "Who it is for")
	web.HandleFunc("GET /loans/{id}", read)
	r.POST("/loans", create)
	client.Get("/not/a/route")
}
"""


def test_go_is_outlined() -> None:
    found = outline_of("main.go", GO)

    assert found.degraded == ()
    assert symbols(found) == [
        ("constant", "Most", 10),
        ("enum", "Kind", 13),
        ("enum member", "Equal", 16),
        ("enum member", "Late", 17),
        ("class", "Loan", 21),
        ("field", "Loan.ID", 23),
        ("field", "Loan.Name", 24),
        ("interface", "Store", 27),
        ("method", "Store.Find", 28),
        ("field", "table", 31),
        ("method", "Loan.Pay", 34),
        ("function", "main", 42),
    ]
    assert found.doc is not None
    assert found.doc.text == "Package main serves loans."
    docs = {s.path: (s.doc.text, s.doc.span) for s in found.symbols if s.doc}
    assert docs["Kind"] == ("Kind says how a loan is paid back.", Span(12, 12))
    assert docs["Equal"] == ("every month", Span(16, 16))
    loan = found.symbol("Loan")
    assert loan is not None
    assert loan.bases == ("Base",)
    assert [(r.exception, r.message, r.condition, r.span) for r in found.raises] == [
        ("fmt.Errorf", "bad sum %d", "sum < 0", Span(35, 36))
    ]
    assert [(r.method, r.path, r.handler) for r in found.routes] == [
        ("GET", "/loans/{id}", "read"),
        ("POST", "/loans", "create"),
    ]
    assert [(s.key, s.default, s.description) for s in found.settings] == [
        ("LOAN_MODE", None, None),
        ("--name", '"me"', "Who it is for"),
    ]
    assert [(e.name, [f.name for f in e.fields]) for e in found.entities] == [
        ("Loan", ["ID", "Name"])
    ]
    assert [e.how for e in found.entry_points] == ["main function"]
    assert ("web.HandleFunc", "net/http.HandleFunc") in {(c.callee, c.module) for c in found.calls}


RUST = """\
//! Loans.
//!
//! And more.

use std::collections::{HashMap, HashSet as Set};

/// One loan.
#[derive(Debug, Serialize)]
pub struct Loan {
    /// Counted from one.
    pub id: u32,
    holder: String,
}

pub enum Kind {
    /// The same every month.
    Equal,
    Late(u8),
}

pub trait Payable: Sized {
    fn pay(&self) -> Result<(), Odd>;
}

impl Payable for Loan {
    fn pay(&self) -> Result<(), Odd> {
        if self.id == 0 {
            return Err(Odd::new("no id"));
        }
        panic!("never {}", 1)
    }
}

pub const MOST: usize = 3;
type Loans = Vec<Loan>;

#[derive(Parser)]
struct Args {
    /// Where to listen.
    #[arg(long, default_value = "80")]
    port_number: u16,
}

#[get("/loans/{id}")]
async fn read() {}

#[tokio::main]
async fn main() {
    let mode = std::env::var("LOAN_MODE").unwrap_or("plain".into());
    let app = Router::new()
        .route("/loans", get(list).post(create));
}
"""


def test_rust_is_outlined() -> None:
    found = outline_of("main.rs", RUST)

    assert found.degraded == ()
    assert symbols(found) == [
        ("class", "Loan", 9),
        ("field", "Loan.id", 11),
        ("field", "Loan.holder", 12),
        ("enum", "Kind", 15),
        ("enum member", "Kind.Equal", 17),
        ("enum member", "Kind.Late", 18),
        ("interface", "Payable", 21),
        ("method", "Payable.pay", 22),
        ("method", "Loan.pay", 26),
        ("constant", "MOST", 34),
        ("type", "Loans", 35),
        ("class", "Args", 38),
        ("field", "Args.port_number", 41),
        ("function", "read", 45),
        ("function", "main", 48),
    ]
    assert found.doc is not None
    assert (found.doc.text, found.doc.span) == ("Loans.", Span(1, 1))
    docs = {s.path: s.doc.text for s in found.symbols if s.doc}
    assert docs == {
        "Loan": "One loan.",
        "Loan.id": "Counted from one.",
        "Kind.Equal": "The same every month.",
        "Args.port_number": "Where to listen.",
    }
    assert [(r.exception, r.message, r.condition) for r in found.raises] == [
        ("Odd::new", "no id", "self.id == 0"),
        ("panic!", "never {}", None),
    ]
    assert [(r.method, r.path, r.handler) for r in found.routes] == [
        ("GET", "/loans/{id}", "read"),
        ("GET", "/loans", "list"),
        ("POST", "/loans", "create"),
    ]
    assert [(s.key, s.default, s.description) for s in found.settings] == [
        ("--port-number", '"80"', "Where to listen."),
        ("LOAN_MODE", '"plain".into()', None),
    ]
    assert [(i.module, i.names) for i in found.imports] == [
        ("std::collections", ("HashMap", "HashSet"))
    ]


def test_the_lines_of_every_symbol_show_its_name() -> None:
    for path, text in (
        ("a.java", JAVA),
        ("a.kt", KOTLIN),
        ("a.ts", TYPESCRIPT),
        ("a.go", GO),
        ("a.rs", RUST),
    ):
        for symbol in outline_of(path, text).symbols:
            assert symbol.name in shown(text, Span(symbol.line, symbol.line))
            assert symbol.name in shown(text, symbol.head)


def test_lines_far_down_are_counted_right() -> None:
    text = "\n" * 100_000 + "class Far { void go() {} }\n" * 2000
    found = outline_of("Far.java", text)
    assert [s.line for s in found.symbols[:2]] == [100_001, 100_001]
    assert found.symbols[-1].line == 102_000
