import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachOf } from "../../test/support/contracts/law.ts";
import { decodeSegment, encode, readQuery, writeQuery } from "./query.ts";

const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());

describe("writeQuery()", () => {
  it("is read back by readQuery(), in order and with what is there twice", () => {
    const law = fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      expect(readQuery(writeQuery(pairs))).toEqual(pairs);
      expect(writeQuery(pairs)).toMatch(/^[\w!'()*.~&=%-]*$/);
    });

    expect(breachOf(law)).toBeUndefined();
  });
});

describe("readQuery()", () => {
  it("reads what others write: a plus for a space, names without a value, stray percents", () => {
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

describe("encode()", () => {
  it("is undone by decodeSegment(), and leaves nothing that means something in a path", () => {
    const law = fc.property(text, (value) => {
      expect(decodeSegment(encode(value))).toBe(value);
      expect(encode(value)).not.toMatch(/[/?#:;,=&\s]/);
    });

    expect(breachOf(law)).toBeUndefined();
  });

  it("replaces half a character, as the wire does", () => {
    expect(encode("a\uD800")).toBe("a%EF%BF%BD");
  });
});

describe("decodeSegment()", () => {
  it("says where a segment cannot be decoded", () => {
    expect(["a b", "%41", "%", "%ff", "a+b"].map(decodeSegment)).toEqual(["a b", "A", undefined, undefined, "a+b"]);
  });
});
