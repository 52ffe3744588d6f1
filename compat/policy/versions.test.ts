import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { judgeDocuments, deprecatedSince } from "../../test/support/compat/test-documents.ts";

const today = "2026-11-20";

/** Operations at one version of a server. */
function under(version: string, ...operations: readonly JsonObject[]): JsonObject {
  return {
    servers: [{ url: `https://a.example/${version}` }],
    paths: Object.fromEntries(operations.map((get, index) => [`/${index}`, { get: { responses: {}, ...get } }])),
  };
}

const gone = (...operations: readonly JsonObject[]) =>
  judgeDocuments(under("v1", ...operations), under("v2", ...operations.map(() => ({}))), { today }).changes.find(
    ({ rule }) => rule === "server-removed",
  );

describe("judgeInTime() on the removal of a version from all servers", () => {
  const announced = { ...deprecatedSince("2024-06-01"), "x-published": "2020-01-01" };

  it("allows it from the last day on which an operation may be removed", () => {
    expect(gone(announced, { ...deprecatedSince("2025-11-01"), "x-published": "2024-11-20" })).toMatchObject({
      verdict: "breaking",
      section: "9.5",
      operations: ["GET /0", "GET /1"],
      witness: { request: { path: "/v1/0" } },
      allowed: { from: "2026-11-20" },
    });
  });

  it("blocks it if one operation was not announced or is still supported", () => {
    expect(gone(announced, { "x-published": "2020-01-01" })?.blocked).toMatchObject({
      section: "9.4",
      reason: expect.stringContaining("not announced for GET /1") as string,
    });
    expect(gone(announced, { ...deprecatedSince("2024-06-01"), "x-published": "2025-01-01" })?.blocked).toMatchObject({
      section: "9.3",
      from: "2027-01-01",
    });
    expect(gone(announced, { deprecated: true })?.blocked).toMatchObject({ section: "9.3" });
  });
});
