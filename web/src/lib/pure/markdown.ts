/** Markdown to HTML that can do no harm. Sanitising is the last step. */
import DOMPurify, { type Config } from "dompurify";
import { Marked, type Token, type TokensList } from "marked";

const TAGS = [
  "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "span", "strong",
  "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
];
const RULES: Config = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ["href", "title", "align", "start", "class", "colspan", "rowspan"],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  KEEP_CONTENT: true,
};
/** Classes that our own style knows; any other could dress text up as a part of the app. */
const CLASSES = /^(?:language-[\w+#.-]{1,30}|hljs(?:-[\w-]{1,30})?|[a-z]+_)$/;

const purify = DOMPurify(window);
purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.hasAttribute("class")) {
    const kept = Array.from(node.classList).filter((name) => CLASSES.test(name));
    if (kept.length) node.setAttribute("class", kept.join(" "));
    else node.removeAttribute("class");
  }
  if (node.tagName === "A" && node.hasAttribute("href")) {
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer");
  }
});

/** HTML without anything that runs, loads or pretends. */
export const sanitised = (html: string): string => purify.sanitize(html, RULES);

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c] ?? c);

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // HTML is shown as it was written.
    html: ({ text }) => escaped(text),
    // An image would tell its host who reads here: its address is offered instead.
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

/** The parts of a text that are rendered each by itself, so that only the last one changes as it grows. */
export function blocks(text: string): string[] {
  const tokens = marked.lexer(text);
  return tokens.filter((token) => token.type !== "space" && token.type !== "def").map((token) => html(token, tokens));
}

const known = new Map<string, string>();
const MOST_KNOWN = 2000;

function html(token: Token, all: TokensList): string {
  const links = JSON.stringify(all.links);
  const key = `${links}\0${token.raw}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = sanitised(marked.parser(Object.assign([token], { links: all.links })));
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, made);
  return made;
}
