import type { Json } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachOf } from "../../test/support/contracts/law.ts";
import { createJsonLineFinder } from "./json-lines.ts";

type LineFinder = (tokens: readonly string[]) => number;

describe("createJsonLineFinder()", () => {
  it("returns the line of every key and item, whatever the whitespace", () => {
    expect(breachOf(lineProperty(createJsonLineFinder), { numRuns: 50 })).toBeUndefined();
  });

  it("violates its law with a search for the first occurrence of the key", () => {
    const naive =
      (text: string): LineFinder =>
      (tokens) => {
        const at = text.indexOf(JSON.stringify(tokens.at(-1) ?? ""));
        return text.slice(0, Math.max(at, 0)).split("\n").length;
      };

    expect(breachOf(lineProperty(naive))).toContain("Counterexample");
  });

  it("returns the line of the nearest existing parent", () => {
    const lineOf = createJsonLineFinder('{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}');

    expect(lineOf([])).toBe(1);
    expect(lineOf(["z"])).toBe(1);
    expect(lineOf(["a", "z", "y"])).toBe(2);
    expect(lineOf(["a", "b", "7"])).toBe(3);
    expect(lineOf(["a", "b", "0", "x"])).toBe(4);
  });

  it("uses the last of duplicate keys, as JSON.parse does", () => {
    const text = '{\n"a": {"x": 1},\n"b": 0,\n"a": {\n"y": 2}\n}';
    const lineOf = createJsonLineFinder(text);

    expect(JSON.parse(text)).toMatchObject({ a: { y: 2 } });
    expect(lineOf(["a"])).toBe(4);
    expect(lineOf(["a", "y"])).toBe(5);
  });

  it("ignores quotes, brackets and backslashes inside strings", () => {
    const lineOf = createJsonLineFinder(String.raw`{
"a\"}": "]\\",
"\u0062": ["\\\"{", {}],
"c": {"d": []}}`);

    expect(lineOf(['a"}'])).toBe(2);
    expect(lineOf(["b", "1"])).toBe(3);
    expect(lineOf(["c", "d"])).toBe(4);
  });

  it("accepts a byte order mark, carriage returns and names of inherited properties", () => {
    expect(createJsonLineFinder('\uFEFF\r\n{\r\n"a": 1}')(["a"])).toBe(3);
    expect(createJsonLineFinder('{\n"__proto__": {\n"constructor": 1}}')(["__proto__", "constructor"])).toBe(3);
    expect(createJsonLineFinder("{\n}")(["constructor"])).toBe(1);
  });
});

/** Property: in a value printed with random line breaks, each part is found on the line where it was printed. */
function lineProperty(create: (text: string) => LineFinder): fc.IProperty<[Json, number[]]> {
  const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }) as fc.Arbitrary<Json>;
  const gaps = fc.array(fc.nat(2), { minLength: 1, maxLength: 20 });
  return fc.property(json, gaps, (value, breaks) => {
    const { text, lines } = print(value, breaks);
    const lineOf = create(text);

    expect(JSON.parse(text)).toEqual(value);
    for (const [tokens, line] of lines) expect(lineOf(tokens)).toBe(line);
  });
}

/** Prints a value with the given numbers of line breaks between its parts, and returns the line of each part. */
function print(root: Json, breaks: readonly number[]): { text: string; lines: [string[], number][] } {
  const lines: [string[], number][] = [];
  let text = "";
  let line = 1;
  let next = 0;
  gap();
  lines.push([[], line]);
  write(root, []);
  return { text, lines };

  function gap(): void {
    const count = breaks[next++ % breaks.length] as number;
    text += ` ${"\n".repeat(count)}\t`;
    line += count;
  }

  function write(value: Json, tokens: string[]): void {
    if (typeof value !== "object" || value === null) text += JSON.stringify(value);
    else if (Array.isArray(value))
      members(
        "[]",
        value.map((item, index) => ["", String(index), item] as const),
      );
    else
      members(
        "{}",
        Object.entries(value).map(([key, item]) => [JSON.stringify(key), key, item] as const),
      );

    function members(brackets: string, entries: readonly (readonly [string, string, Json])[]): void {
      text += brackets[0];
      entries.forEach(([key, token, item], index) => {
        if (index > 0) text += ",";
        gap();
        lines.push([[...tokens, token], line]);
        text += key;
        if (key !== "") {
          gap();
          text += ":";
          gap();
        }
        write(item, [...tokens, token]);
        gap();
      });
      text += brackets[1];
    }
  }
}
