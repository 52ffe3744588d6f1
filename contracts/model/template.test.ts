import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anonymousTemplate, parseSegments, valuesBetween } from "./template.ts";

describe("parseSegments()", () => {
  it("splits a template into literals, parameters and mixed segments", () => {
    expect(parseSegments("/v1/{slug}/{id}:restore/a{b}.{c}")).toEqual([
      { kind: "literal", text: "v1" },
      { kind: "parameter", name: "slug" },
      { kind: "mixed", names: ["id"], literals: ["", ":restore"] },
      { kind: "mixed", names: ["b", "c"], literals: ["a", ".", ""] },
    ]);
  });

  it("treats characters of a literal as plain text, not as a pattern", () => {
    expect(parseSegments("/.well-known/{a}.*(b)")).toMatchObject([
      { kind: "literal", text: ".well-known" },
      { kind: "mixed", literals: ["", ".*(b)"] },
    ]);
  });

  it("returns an empty segment for a trailing slash", () => {
    expect(parseSegments("/a/")).toEqual([
      { kind: "literal", text: "a" },
      { kind: "literal", text: "" },
    ]);
    expect(parseSegments("/")).toEqual([{ kind: "literal", text: "" }]);
  });
});

describe("valuesBetween()", () => {
  it("returns the values that a greedy regular expression captures", () => {
    const literal = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 2 });
    const texts = fc.array(literal, { minLength: 2, maxLength: 5 });
    const segment = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });

    fc.assert(
      fc.property(texts, segment, (literals, text) => {
        const captured = new RegExp(`^${literals.join("(.+)")}$`).exec(text)?.slice(1);
        expect(valuesBetween(literals, text)).toEqual(captured);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("anonymousTemplate()", () => {
  it("returns equal text for templates that match the same paths", () => {
    expect(anonymousTemplate("/a/{id}:go/{x}")).toBe(anonymousTemplate("/a/{key}:go/{y}"));
    expect(anonymousTemplate("/a/{id}")).not.toBe(anonymousTemplate("/a/{id}:go"));
  });
});
