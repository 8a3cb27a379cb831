/** What code and tables get once they stand: a copy button, colours, room to scroll. */
import { sanitised } from "$lib/pure/markdown";

export function enhanced(copy: string, copied: string, growing: boolean): (node: HTMLElement) => void {
  return (node) => {
    if (growing) return;
    for (const table of node.querySelectorAll("table")) wrap(table, "scrolls");
    for (const pre of node.querySelectorAll("pre")) {
      wrap(pre, "code").append(copyButton(pre, copy, copied));
      pre.tabIndex = 0;
      const code = pre.querySelector("code");
      if (code) void coloured(code);
    }
  };
}

function wrap(inner: Element, name: string): HTMLElement {
  const around = document.createElement("div");
  around.className = name;
  inner.replaceWith(around);
  around.append(inner);
  return around;
}

function copyButton(pre: Element, copy: string, copied: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = copy;
  button.addEventListener("click", () => {
    void navigator.clipboard?.writeText(pre.textContent ?? "").then(() => {
      button.textContent = copied;
      setTimeout(() => (button.textContent = copy), 1500);
    });
  });
  return button;
}

async function coloured(code: Element): Promise<void> {
  const language = /language-([\w+#.-]+)/.exec(code.className)?.[1];
  if (!language) return;
  const { highlighted } = await import("$lib/pure/highlight");
  const html = highlighted(code.textContent ?? "", language);
  if (html !== null) code.innerHTML = sanitised(html);
}
