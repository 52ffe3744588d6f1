import { describe, expect, it } from "vitest";
import { oncePerText } from "./once-per-text.ts";

describe("oncePerText()", () => {
  it("computes the result of a text once", () => {
    const computed: string[] = [];
    const doubled = oncePerText((text) => {
      computed.push(text);
      return text + text;
    });

    expect(["a", "b", "a", "b"].map(doubled)).toEqual(["aa", "bb", "aa", "bb"]);
    expect(computed).toEqual(["a", "b"]);
  });

  it("keeps a bounded number of results", () => {
    let count = 0;
    const counted = oncePerText(() => count++);
    counted("first");
    for (let index = 0; index < 10_000; index++) counted(String(index));

    expect(counted("first")).not.toBe(0);
  });
});
