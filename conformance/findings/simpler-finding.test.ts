import { describe, expect, it } from "vitest";
import type { Failure } from "./report.ts";
import { isSameFinding } from "./simpler-finding.ts";

const request = { method: "POST", url: "http://host/items", headers: {}, body: '{"name":7}' };
const found = {
  id: "1",
  check: "invalid-input-refused",
  api: "shop",
  operation: "POST /items",
  sent: { within: "body", pointer: "/name", keyword: "type" },
  shown: null,
  steps: [],
  section: null,
  request,
  response: { status: 201, headers: { date: "today" }, body: "{}" },
} as unknown as Failure;

describe("isSameFinding()", () => {
  it.each<[string, Partial<Failure>, boolean]>([
    [
      "another place of the same request",
      { sent: { within: "body", pointer: "/%6eame", keyword: "type" } as never },
      true,
    ],
    ["another response to it", { response: { status: 201, headers: { date: "later" }, body: "{ }" } }, true],
    ["another request", { request: { ...request, body: '{"name":8}' } }, false],
    ["another status", { response: { status: 500, headers: {}, body: "" } }, false],
    ["another check", { check: "no-server-error" }, false],
    ["another part of the response", { shown: { pointer: "/id" } as never }, false],
    ["no part of the request", { sent: null }, false],
  ])("compares %s", (_, other, isSame) => {
    expect(isSameFinding(found, { ...found, id: "2", ...other })).toBe(isSame);
  });

  it("takes one id for one finding", () => {
    expect(isSameFinding(found, { ...found, request: { ...request, body: null } })).toBe(true);
  });
});
