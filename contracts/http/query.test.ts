import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachOf } from "../../test/support/contracts/law.ts";
import { decodeSegment, percentEncode, readQuery, writeQuery } from "./query.ts";

const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());

describe("writeQuery()", () => {
  it("round-trips through readQuery(), with order and repeated names", () => {
    const law = fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      expect(readQuery(writeQuery(pairs))).toEqual(pairs);
      expect(writeQuery(pairs)).toMatch(/^[\w!'()*.~&=%-]*$/);
    });

    expect(breachOf(law)).toBeUndefined();
  });
});

describe("readQuery()", () => {
  it("reads a plus as a space, names without a value, and stray percent signs", () => {
    expect(readQuery("a=1+2&b&=c&a=%&d=%C3%A4")).toEqual([
      ["a", "1 2"],
      ["b", ""],
      ["", "c"],
      ["a", "%"],
      ["d", "ä"],
    ]);
    expect(readQuery("")).toEqual([]);
  });
});

describe("percentEncode()", () => {
  it("round-trips through decodeSegment(), and leaves no character with a meaning in a path", () => {
    const law = fc.property(text, (value) => {
      expect(decodeSegment(percentEncode(value))).toBe(value);
      expect(percentEncode(value)).not.toMatch(/[/?#:;,=&\s]/);
    });

    expect(breachOf(law)).toBeUndefined();
  });

  it("replaces a lone surrogate with U+FFFD", () => {
    expect(percentEncode("a\uD800")).toBe("a%EF%BF%BD");
  });
});

describe("decodeSegment()", () => {
  it("returns undefined for a segment with invalid percent-encoding", () => {
    expect(["a b", "%41", "%", "%ff", "a+b"].map(decodeSegment)).toEqual(["a b", "A", undefined, undefined, "a+b"]);
  });
});
