/** Code with its words coloured; loaded when the first code is shown. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const LANGUAGES = { bash, css, diff, go, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.registerAliases(["svelte", "vue", "html"], { languageName: "xml" });
hljs.registerAliases(["console", "shell"], { languageName: "bash" });

const LONGEST = 50_000;

/** HTML, still to be sanitised; null for a language that is not known. */
export function highlighted(code: string, language: string): string | null {
  if (!hljs.getLanguage(language) || code.length > LONGEST) return null;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
