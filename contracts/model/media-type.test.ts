import { describe, expect, it } from "vitest";
import { parseMediaType } from "./media-type.ts";

describe("parseMediaType()", () => {
  it.each([
    ["text/plain", { mediaType: "text/plain" }],
    [" Application/JSON ;", { mediaType: "application/json" }],
    [
      'text/csv; header = "Present";charset=UTF-8',
      { mediaType: "text/csv", parameters: ["charset=utf-8", "header=present"] },
    ],
  ])("parses %j", (name, expected) => {
    expect(parseMediaType(name)).toEqual(expected);
  });
});
