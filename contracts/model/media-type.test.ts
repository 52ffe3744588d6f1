import { describe, expect, it } from "vitest";
import { mediaTypeOf } from "./media-type.ts";

describe("mediaTypeOf()", () => {
  it.each([
    ["text/plain", { mediaType: "text/plain" }],
    [" Application/JSON ;", { mediaType: "application/json" }],
    [
      'text/csv; header = "Present";charset=UTF-8',
      { mediaType: "text/csv", parameters: ["charset=utf-8", "header=present"] },
    ],
  ])("reads %j", (name, expected) => {
    expect(mediaTypeOf(name)).toEqual(expected);
  });
});
