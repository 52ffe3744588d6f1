import { describe, expect, it } from "vitest";
import { hasLength, toHeadResponse, noBody } from "./exchange.ts";

describe("hasLength()", () => {
  it.each([
    [200, true],
    [204, false],
    [304, false],
    [404, true],
  ])("returns for the status %i: %s", (status, has) => {
    expect(hasLength({ status, headers: {}, body: noBody })).toBe(has);
  });
});

describe("toHeadResponse()", () => {
  it("replaces the body by its length", () => {
    const body = Buffer.from("☃");

    expect(toHeadResponse({ status: 200, headers: { a: "b" }, body })).toEqual({
      status: 200,
      headers: { a: "b", "content-length": "3" },
      body: noBody,
    });
  });

  it("sets no length for a status without a body", () => {
    expect(toHeadResponse({ status: 304, headers: {}, body: noBody }).headers).toEqual({});
  });
});
