import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { countMembers } from "../model/nesting.ts";
import { findContradiction, hasAtMostMembers, memberCount } from "./repeated-names.ts";

describe("findContradiction()", () => {
  it.each([
    ['{"a":1,"a":2}', "/a"],
    ['{"a":{"b":1,"c":[{}, {"d":1,"d":"1"}]}}', "/a/c/1/d"],
    ['[1, [2, {"x":{},"y":[1,2],"x":3}]]', "/1/1/x"],
    [String.raw`{"a":1,"\u0061":2}`, "/a"],
    [String.raw`{"say \"a\":":1,"say \"a\":":2}`, '/say "a":'],
    ['{"a/b":1,"a~b":1,"a/b":[1]}', "/a~1b"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ['{"":1,"":2}', "/"],
    ['{"a":{"b":1},"c":{"b":2}}', undefined],
    ['{"a":"a","b":"a,:{"}', undefined],
    ['"a"', undefined],
    ['{"a":{"b":[1,2]},"a" : {"b":[1,2]} }', undefined],
    ['{"a":{"b":[1,2]},"c":0,"a":{"b":[1,3]}}', "/a"],
    ['[{"a":1,"a":1,"a":2}]', "/0/a"],
    ['{"a":{},"a":{}}', undefined],
  ])("returns the pointer of the member with two values in %s: %s", (text, pointer) => {
    expect(findContradiction(text)).toBe(pointer);
  });

  it("finds a member with another value only if the value has fewer members than its text", () => {
    const law = fc.property(fc.jsonValue() as fc.Arbitrary<Json>, fc.nat(), (value, choice) => {
      const text = JSON.stringify(value);
      expect([memberCount(value, 1000), findContradiction(text)]).toEqual([countMembers(text, 1000), undefined]);
      const repeated = repeating(text, choice);
      if (repeated === undefined) return;
      expect(memberCount(JSON.parse(repeated) as Json, 1000)).toBeLessThan(countMembers(repeated, 1000) as number);
      expect(findContradiction(repeated)).toEqual(expect.stringMatching(/^\//));
    });
    fc.assert(law);
  });
});

describe("hasAtMostMembers()", () => {
  it("is never true for a text with more members, however the text is written", () => {
    const space = fc.constantFrom("", " ", "\n\t", "\r ");
    const law = fc.property(
      fc.jsonValue() as fc.Arbitrary<Json>,
      fc.nat(),
      fc.nat(9),
      space,
      (value, choice, most, gap) => {
        const plain = JSON.stringify(value);
        const text = (repeating(plain, choice) ?? plain).replaceAll(/("(?:[^"\\]|\\.)*"):/g, `$1${gap}:`);
        if (hasAtMostMembers(text, most)) expect(countMembers(text, 1000)).toBeLessThanOrEqual(most);
      },
    );
    fc.assert(law, { numRuns: 500 });
  });

  it("is true for times and URLs", () => {
    expect(hasAtMostMembers('{"at":"2026-01-05T12:00:00Z","link":"https://example.com:80/"}', 2)).toBe(true);
    expect(hasAtMostMembers('{"at":"2026-01-05T12:00:00Z","link":"https://example.com:80/"}', 1)).toBe(false);
  });
});

describe("memberCount()", () => {
  it("is no number for a value that nests deeper than the limit", () => {
    expect([memberCount([[{ a: 1 }]], 3), memberCount([[{ a: 1 }]], 2)]).toEqual([1, Number.NaN]);
  });
});

/** JSON text with one member written twice, with different values. Undefined if it has no member. */
function repeating(text: string, choice: number): string | undefined {
  const members = [...text.matchAll(/(?<=[{,])("(?:[^"\\]|\\.)*":)/g)];
  const chosen = members[choice % members.length];
  if (!chosen) return undefined;
  // Inside of a string, this is not a member.
  const before = text.slice(0, chosen.index);
  if ((before.replaceAll(/\\./g, "").split('"').length - 1) % 2 === 1) return undefined;
  return `${before}${chosen[0]}0.50,${text.slice(chosen.index)}`;
}
