import { describe, expect, it } from "vitest";
import { isNamed, readTags, tagOf } from "./etag.ts";

describe("tagOf()", () => {
  it("is strong, the same for the same bytes, and another for others", () => {
    const [one, same, other] = ["a", "a", "b"].map((text) => tagOf(Buffer.from(text)));

    expect(one).toMatch(/^"[0-9a-f]{32}"$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe("readTags()", () => {
  it.each([
    ["*", "*"],
    [" * ", "*"],
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c,d"', ['"a"', 'W/"b"', '"c,d"']],
    ['""', ['""']],
    ["a", []],
    ["", []],
  ])("of %s", (header, named) => {
    expect(readTags(header)).toEqual(named);
  });
});

// RFC 9110, section 8.8.3.2.
describe("isNamed()", () => {
  it.each([
    ['"1"', '"1"', true, true],
    ['"1"', 'W/"1"', false, true],
    ['"1"', '"2"', false, false],
    ['"1"', '"2", "1"', true, true],
    ['"1"', "*", true, true],
    ['"1"', "1", false, false],
    [undefined, "*", false, false],
    [undefined, '"1"', false, false],
  ])("%s by %s: strongly %s, weakly %s", (tag, header, strongly, weakly) => {
    expect(isNamed(tag, readTags(header), "strong")).toBe(strongly);
    expect(isNamed(tag, readTags(header), "weak")).toBe(weakly);
  });
});
