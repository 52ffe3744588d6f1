import { describe, expect, it } from "vitest";
import { parseMediaType } from "./media-type.ts";

describe("parseMediaType()", () => {
  it.each([
    ["text/plain", { mediaType: "text/plain" }],
    [" Application/JSON ;", { mediaType: "application/json" }],
    [
      'text/csv; Header = "Present";charset=UTF-8',
      { mediaType: "text/csv", parameters: ["charset=utf-8", "header=Present"] },
    ],
    [
      'application/ld+json; profile="https://example.com/A;b=c \\"d\\"" ; version = 2',
      { mediaType: "application/ld+json", parameters: ['profile=https://example.com/A;b=c "d"', "version=2"] },
    ],
    ["text/plain; Flowed; a=", { mediaType: "text/plain", parameters: ["a=", "flowed"] }],
    ['text/plain; a="unclosed', { mediaType: "text/plain", parameters: ['a="unclosed'] }],
  ])("parses %j", (name, expected) => {
    expect(parseMediaType(name)).toEqual(expected);
  });
});
