import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFile } from "./parse.ts";

const parse = (text: string): ReturnType<typeof parseFile> => parseFile(new TextEncoder().encode(text));

describe("parseFile()", () => {
  it("returns the value of JSON.parse, without repeated keys", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (text, space) => {
        const written = JSON.stringify(JSON.parse(text), null, space);

        expect(parse(written).value).toEqual(JSON.parse(text));
        expect(parse(written).repeated).toEqual([]);
      }),
    );
  });

  it.each([
    [
      "JSON",
      '{"a": 1, "b/c": [{"d": 1, "d": 2}], "e": {"\\u0061": "\\"a\\": {"}, "\\u0061": 3}',
      { a: 3, "b/c": [{ d: 2 }], e: { a: '"a": {' } },
    ],
    [
      "YAML",
      "a: 1\nb/c:\n  - d: 1\n    d: 2\ne: { a: '\"a\": {' }\n'a': 3\n",
      { a: 3, "b/c": [{ d: 2 }], e: { a: '"a": {' } },
    ],
  ])("uses the last of duplicate keys in %s and returns their pointers", (_, text, value) => {
    expect(parse(text).value).toEqual(value);
    expect(parse(text).repeated.toSorted()).toEqual(["/a", "/b~1c/0/d"]);
  });

  it("supports a key named __proto__ and merge keys, and returns the referenced files", () => {
    expect(Object.keys(parse('{"__proto__": {"a": 1}}').value as object)).toEqual(["__proto__"]);
    expect(Object.keys(parse("__proto__: { a: 1 }").value as object)).toEqual(["__proto__"]);
    expect(parse("a: &a { x: 1, y: 1 }\nb: { <<: *a, y: 2 }\n")).toMatchObject({
      value: { b: { x: 1, y: 2 } },
      repeated: [],
    });
    expect([...parse('{"$ref": "a.yaml#/b", "c": [{"$ref": "#/d"}, {"$ref": "e.yaml"}]}').references]).toEqual([
      "a.yaml",
      "e.yaml",
    ]);
  });

  it.each(["12345678901234567890", "-12345678901234567890e5", "1.2345678901234567890", "1e400", "-2.5E-400", "1e+999"])(
    "keeps the text of the number %s, which no double represents, wherever it is in JSON",
    (number) => {
      const written = `{"a":${number},"b" : [ ${number} ,1,${number}],"c":\n${number}\n}`;

      expect(Object.keys(parse(written).numbers ?? {})).toEqual(["/a", "/b/0", "/b/2", "/c"]);
    },
  );

  it("keeps no text of a number in a string", () => {
    expect(parse('{"a":"12345678901234567890","b": "x: 12345678901234567890, 1e400"}').numbers).toBeUndefined();
  });

  it.each([
    ["nested arrays of JSON", "[".repeat(1e6) + "]".repeat(1e6), "it nests more than 1000 levels"],
    ["nested objects of JSON", '{"a":'.repeat(1e6) + "1" + "}".repeat(1e6), "it nests more than 1000 levels"],
    ["nested lists of YAML", "- ".repeat(1e5) + "a", "nesting exceeded maxDepth"],
    ["nested brackets of YAML", `a: ${"[".repeat(1e5)}`, "nesting exceeded maxDepth"],
    ["an alias that contains itself", "a: &a [*a]", "it nests more than 1000 levels"],
    [
      "aliases that expand exponentially",
      Array.from(
        { length: 30 },
        (_, n) => `a${n}: &a${n} [${n === 0 ? "x" : `*a${n - 1}, *a${n - 1}, *a${n - 1}`}]`,
      ).join("\n"),
      "it holds more than 5 million values",
    ],
    [
      "merge keys that expand quadratically",
      Array.from({ length: 3000 }, (_, n) => `a${n}: &a${n} { ${n === 0 ? "" : `<<: *a${n - 1}, `}x${n}: 1 }`).join(
        "\n",
      ),
      "merge keys exceeded",
    ],
    ["two YAML documents", "a: 1\n---\nb: 2\n", "more than one YAML document"],
  ])("rejects %s", (_, text, reason) => {
    expect(() => parse(text)).toThrow(reason);
  });

  it.each([
    ["between members", '{"a": 1, # one\n"b": 2}', "(1:10)"],
    ["before the text", '# one\n{"a": 1}', "(1:1)"],
    ["after the text", '{"a": "# no"}\n# one', "(2:1)"],
  ])("rejects a comment of YAML in a file that is called JSON: %s", (_, text, place) => {
    const bytes = new TextEncoder().encode(text);

    expect(() => parseFile(bytes, { isNamedJson: true })).toThrow(
      `JSON has no comments: remove the one that begins with # ${place}`,
    );
    expect(parseFile(bytes).value).toBeDefined();
  });

  it("accepts YAML in a file that is called JSON", () => {
    const bytes = new TextEncoder().encode("# a // b\na: 1 # c\n");

    expect(parseFile(bytes, { isNamedJson: true }).value).toEqual({ a: 1 });
  });
});
