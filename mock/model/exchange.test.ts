import { describe, expect, it } from "vitest";
import { hasLength, headOf, noBody } from "./exchange.ts";

describe("hasLength()", () => {
  it.each([
    [200, true],
    [204, false],
    [304, false],
    [404, true],
  ])("of status %i is %s", (status, has) => {
    expect(hasLength({ status, headers: {}, body: noBody })).toBe(has);
  });
});

describe("headOf()", () => {
  it("has the length of the body in its place", () => {
    const body = Buffer.from("☃");

    expect(headOf({ status: 200, headers: { a: "b" }, body })).toEqual({
      status: 200,
      headers: { a: "b", "content-length": "3" },
      body: noBody,
    });
  });

  it("has no length where there is no body to speak of", () => {
    expect(headOf({ status: 304, headers: {}, body: noBody }).headers).toEqual({});
  });
});
