import { describe, expect, it } from "vitest";
import { blocks, sanitised } from "./markdown";
import { gist, oneLine, short } from "./plain";

const html = (text: string) => blocks(text).join("");
function dom(text: string): HTMLElement {
  const node = document.createElement("div");
  node.innerHTML = html(text);
  return node;
}

const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
  "<iframe src=\"javascript:alert(1)\"></iframe>",
  "<a href=\"javascript:alert(1)\">x</a>",
  "<form action=\"https://evil.example\"><input name=q><button>go</button></form>",
  "<style>* { display: none }</style>",
  "<div style=\"position:fixed;inset:0\">x</div>",
  "<base href=\"https://evil.example/\">",
  "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
  "<object data=\"data:text/html,<script>alert(1)</script>\"></object>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:msgbox(1))",
  "[x](file:///etc/passwd)",
  "[x](//evil.example)",
  "![x](https://evil.example/pixel.png)",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  "![x][ref]\n\n[ref]: https://evil.example/pixel.png \"t\"",
  "![x\" onerror=\"alert(1)](https://evil.example)",
  "[x](https://evil.example \"t\\\" onmouseover=\\\"alert(1)\")",
  "<https://evil.example/\" onclick=\"alert(1)>",
  "```html\n<script>alert(1)</script>\n```",
  "```\"><img src=x onerror=alert(1)>\nx\n```",
  "`<img src=x onerror=alert(1)>`",
  "| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |",
  "- <details ontoggle=alert(1) open>",
  "<video src=https://evil.example autoplay></video>",
  "<link rel=stylesheet href=https://evil.example>",
  "<p id=app name=cookie class=veil>clobber</p>",
];

describe("Markdown of others", () => {
  it.each(HOSTILE)("does nothing: %s", (text) => {
    const node = dom(text);

    expect(node.querySelector("script, img, svg, iframe, object, embed, form, input, button, style, link, meta, base, video, audio, details, math")).toBeNull();
    for (const element of node.querySelectorAll("*")) {
      for (const { name } of element.attributes) expect(["href", "title", "align", "start", "class", "target", "rel"]).toContain(name);
      for (const name of element.classList) expect(name).toMatch(/^(language-|hljs)/);
    }
    for (const link of node.querySelectorAll("a[href]")) {
      expect(link.getAttribute("href")).toMatch(/^(https?:\/\/|mailto:)/);
      expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    }
  });

  it("shows HTML as it was written", () => {
    expect(dom("see <b>this</b>").textContent).toContain("<b>this</b>");
  });

  it("offers a remote image as a link with its words", () => {
    const link = dom("![a cat](https://example.org/cat.png)").querySelector("a");

    expect(link?.textContent).toBe("a cat");
    expect(link?.getAttribute("href")).toBe("https://example.org/cat.png");
  });

  it("is still Markdown", () => {
    const node = dom("**Day 1** — *slow*\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```python\nx = 1\n```\n\n1. one\n2. two\n\n- [x] done");

    expect(node.querySelector("strong")?.textContent).toBe("Day 1");
    expect(node.querySelectorAll("td")).toHaveLength(2);
    expect(node.querySelector("pre code")?.className).toBe("language-python");
    expect(node.querySelectorAll("ol li")).toHaveLength(2);
    expect(node.textContent).toContain("☑ done");
  });

  it("grows at its end only", () => {
    const whole = "# One\n\nTwo **three**\n\n- four\n- five\n\nsix";
    const before = blocks(whole);

    expect(blocks(`${whole} seven`).slice(0, -1)).toEqual(before.slice(0, -1));
  });

  it("resolves references that stand elsewhere", () => {
    expect(dom("[tea][1]\n\nmore\n\n[1]: https://example.org/tea").querySelector("a")?.getAttribute("href")).toBe("https://example.org/tea");
  });

  it("is sanitised whatever made it", () => {
    expect(sanitised('<span class="hljs-string evil" onclick="x()" style="color:red" id="app">a</span>')).toBe('<span class="hljs-string">a</span>');
  });
});

describe("titles of others", () => {
  it("stay in their line and direction", () => {
    expect(oneLine("a\u202egnp.exe\n\tb\u2066c\u0000")).toBe("agnp.exe bc");
  });

  it("are cut between letters", () => {
    expect(short("👩‍🌾豆豆的体检安排与提醒", 6).endsWith("…")).toBe(true);
    expect(short("tea", 6)).toBe("tea");
  });
});

describe("a tool call", () => {
  it("is told by its most telling argument", () => {
    expect(gist('{"limit": 3, "query": "tea"}')).toBe("tea");
    expect(gist('{"memory_id": "m1"}')).toBe("m1");
    expect(gist("not json")).toBe("");
  });
});
