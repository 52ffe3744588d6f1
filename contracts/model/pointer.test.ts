import type { Json } from "./json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { join, existingPrefix, pointerOfFragment, referenceTo, splitPointer, valueAt } from "./pointer.ts";

const token = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "/", "~", "~1", "~01", "a/b", "%41", "#", "__proto__", "{id}", "constructor"),
);

describe("join()", () => {
  it("returns pointers that tokensOf() decodes to the same tokens", () => {
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        expect(splitPointer(join("", ...tokens))).toEqual(tokens);
      }),
    );
  });

  it("escapes the two characters that RFC 6901 names", () => {
    expect(join("/paths", "/a~b", 0)).toBe("/paths/~1a~0b/0");
  });
});

describe("referenceTo()", () => {
  it("returns a URI fragment that pointerOfFragment() decodes to the same pointer", () => {
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
  it("keeps text that is not valid percent-encoding", () => {
    expect(pointerOfFragment("/a%20b")).toBe("/a b");
    expect(pointerOfFragment("/100%")).toBe("/100%");
  });
});

describe("valueAt()", () => {
  it("returns the value at any pointer", () => {
    fc.assert(
      fc.property(fc.array(token, { minLength: 1 }), fc.string(), (tokens, leaf) => {
        const root = tokens.reduceRight<Json>((inner, name) => Object.fromEntries([[name, inner]]), leaf);

        expect(valueAt(root, join("", ...tokens))).toBe(leaf);
      }),
    );
  });

  it("returns undefined for inherited properties and below scalars", () => {
    expect(valueAt({}, "/constructor")).toBeUndefined();
    expect(valueAt({}, "/__proto__")).toBeUndefined();
    expect(valueAt({ a: "text" }, "/a/length")).toBeUndefined();
    expect(valueAt({ a: null }, "/a/b")).toBeUndefined();
    expect(valueAt([1, 2], "/1")).toBe(2);
    expect(valueAt([1, 2], "/length")).toBeUndefined();
  });
});

describe("existingPrefix()", () => {
  it.each([
    ["/a/b/c/d", "/a/b"],
    ["/a/length", "/a"],
    ["/x", ""],
    ["", ""],
    ["/a/b", "/a/b"],
  ])("returns for %j the prefix %j", (pointer, prefix) => {
    expect(existingPrefix({ a: { b: 1 } }, pointer)).toBe(prefix);
  });
});
