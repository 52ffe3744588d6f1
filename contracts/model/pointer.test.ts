import type { Json } from "./json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { join, knownPart, pointerOfFragment, referenceTo, tokensOf, valueAt } from "./pointer.ts";

const token = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "/", "~", "~1", "~01", "a/b", "%41", "#", "__proto__", "{id}", "constructor"),
);

describe("join()", () => {
  it("is undone by tokensOf(), whatever the tokens hold", () => {
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        expect(tokensOf(join("", ...tokens))).toEqual(tokens);
      }),
    );
  });

  it("escapes the two characters that RFC 6901 names", () => {
    expect(join("/paths", "/a~b", 0)).toBe("/paths/~1a~0b/0");
  });
});

describe("referenceTo()", () => {
  it("is undone by pointerOfFragment(), and is a URI fragment", () => {
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        const pointer = join("", ...tokens).toWellFormed();
        const reference = referenceTo(pointer);

        expect(pointerOfFragment(reference.slice(1))).toBe(pointer);
        expect(reference).toMatch(/^#[\w!$&'()*+,./:;=?@~%-]*$/);
      }),
    );
  });
});

describe("pointerOfFragment()", () => {
  it("takes what is not percent-encoded as it is", () => {
    expect(pointerOfFragment("/a%20b")).toBe("/a b");
    expect(pointerOfFragment("/100%")).toBe("/100%");
  });
});

describe("valueAt()", () => {
  it("finds every value where it was put", () => {
    fc.assert(
      fc.property(fc.array(token, { minLength: 1 }), fc.string(), (tokens, leaf) => {
        const root = tokens.reduceRight<Json>((inner, name) => Object.fromEntries([[name, inner]]), leaf);

        expect(valueAt(root, join("", ...tokens))).toBe(leaf);
      }),
    );
  });

  it("finds nothing that is inherited, and nothing below a scalar", () => {
    expect(valueAt({}, "/constructor")).toBeUndefined();
    expect(valueAt({}, "/__proto__")).toBeUndefined();
    expect(valueAt({ a: "text" }, "/a/length")).toBeUndefined();
    expect(valueAt({ a: null }, "/a/b")).toBeUndefined();
    expect(valueAt([1, 2], "/1")).toBe(2);
    expect(valueAt([1, 2], "/length")).toBeUndefined();
  });
});

describe("knownPart()", () => {
  it.each([
    ["/a/b/c/d", "/a/b"],
    ["/a/length", "/a"],
    ["/x", ""],
    ["", ""],
    ["/a/b", "/a/b"],
  ])("of %j is %j", (pointer, known) => {
    expect(knownPart({ a: { b: 1 } }, pointer)).toBe(known);
  });
});
