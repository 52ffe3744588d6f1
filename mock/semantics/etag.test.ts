import { describe, expect, it } from "vitest";
import { matchesTag, parseTagCondition, entityTagOf } from "./etag.ts";

describe("entityTagOf()", () => {
  it("is strong, equal for equal bytes, and different for different bytes", () => {
    const [one, same, other] = ["a", "a", "b"].map((text) => entityTagOf(Buffer.from(text)));

    expect(one).toMatch(/^"[0-9a-f]{32}"$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe("parseTagCondition()", () => {
  it.each([
    ["*", "*"],
    [" * ", "*"],
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c,d"', ['"a"', 'W/"b"', '"c,d"']],
    ['""', ['""']],
    ["a", []],
    ["", []],
  ])("parses the condition %s", (header, named) => {
    expect(parseTagCondition(header)).toEqual(named);
  });
});

// RFC 9110, section 8.8.3.2.
describe("matchesTag()", () => {
  it.each([
    ['"1"', '"1"', true, true],
    ['"1"', 'W/"1"', false, true],
    ['"1"', '"2"', false, false],
    ['"1"', '"2", "1"', true, true],
    ['"1"', "*", true, true],
    ['"1"', "1", false, false],
    [undefined, "*", false, false],
    [undefined, '"1"', false, false],
  ])("compares %s with %s: strongly %s, weakly %s", (tag, header, strongly, weakly) => {
    expect(matchesTag(tag, parseTagCondition(header), "strong")).toBe(strongly);
    expect(matchesTag(tag, parseTagCondition(header), "weak")).toBe(weakly);
  });
});
