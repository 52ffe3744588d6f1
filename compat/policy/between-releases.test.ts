import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  ledgerOfVersions,
  judgeDocuments,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import type { Ledger } from "../index.ts";

const today = "2026-11-20";
const text = { type: "string" };
const version = { name: "v1.1", date: "2026-03-01" };

describe("what a version between base and revision deprecated", () => {
  it.each<[string, JsonObject, string[]]>([
    ["on its day", deprecatedSince("2026-03-01"), []],
    ["on a later day", deprecatedSince("2026-04-01"), []],
    ["before its day", deprecatedSince("2026-02-28"), ["deprecation-backdated"]],
    ["with a sunset that it promised", deprecatedSince("2026-03-01", { "x-sunset": "2027-03-01" }), []],
    ["with a later sunset", deprecatedSince("2026-03-01", { "x-sunset": "2027-04-01" }), []],
    ["with a sooner sunset", deprecatedSince("2026-03-01", { "x-sunset": "2027-02-28" }), ["sunset-too-soon"]],
  ])("is not back-dated where the ledger knows the day: %s", (_, said, expected) => {
    const between = withNote(deprecatedSince("2026-03-01", { "x-sunset": "2027-03-01" }));

    expect(codes(withNote({}), withNote(said), knowing(between))).toEqual(expected);
  });

  it("is back-dated where the ledger knows nothing of it, or that it was taken back", () => {
    const back = ledgerOfVersions(
      ["v1", "2025-01-01", withNote({})],
      [version.name, version.date, withNote(deprecatedSince("2026-03-01"))],
      ["v1.2", "2026-05-01", withNote({})],
    );

    for (const ledger of [knowing(withNote({})), back])
      expect(codes(withNote({}), withNote(deprecatedSince("2026-03-01")), ledger)).toEqual(["deprecation-backdated"]);
  });

  it("gives no other date back that the base moved on", () => {
    const ledger = knowing(withNote(deprecatedSince("2026-03-01")));

    expect(codes(withNote(deprecatedSince("2026-06-01")), withNote(deprecatedSince("2026-04-01")), ledger)).toEqual([
      "deprecation-backdated",
    ]);
  });

  it("is known in the place that the ledger names, and in no other", () => {
    const of = (p: JsonObject, q: JsonObject): JsonObject =>
      documentAnswering(objectSchema({ p, q }), { Note: { ...text, ...deprecatedSince("2026-03-01") } });
    const ledger = knowing(of(schemaReference("Note"), text));

    expect(codes(of(text, text), of(schemaReference("Note"), text), ledger)).toEqual([]);
    expect(
      codes(of(schemaReference("Note"), text), of(schemaReference("Note"), schemaReference("Note")), ledger),
    ).toEqual(["deprecation-backdated"]);
  });

  it("is known of operations as well, and when they were published", () => {
    const withPost = (more?: JsonObject): JsonObject => ({
      paths: { "/a": { get: jsonResponse(text), ...(more && { post: { ...more, ...jsonResponse(text) } }) } },
    });
    const dated = (day: string): JsonObject => deprecatedSince("2026-03-01", { "x-published": day });
    const ledger = knowing(withPost(deprecatedSince("2026-03-01")));

    expect(codes(withPost(), withPost(dated("2026-03-01")), ledger)).toEqual([]);
    expect(codes(withPost({}), withPost(deprecatedSince("2026-03-01")), ledger)).toEqual([]);
    expect(codes(withPost(), withPost(dated("2026-02-01")), ledger)).toEqual(["published-backdated"]);
    expect(codes(withPost(), withPost(dated("2026-03-01")), knowing(withPost()))).toEqual([
      "deprecation-backdated",
      "published-backdated",
    ]);
  });
});

function codes(base: JsonObject, revision: JsonObject, ledger: Ledger): string[] {
  return judgeDocuments(base, revision, { today, ledger }).faults.map(({ code }) => code);
}

/** A ledger of the first version, and of one that published this. */
function knowing(between: JsonObject): Ledger {
  return ledgerOfVersions(["v1", "2025-01-01", documentAnswering(text)], [version.name, version.date, between]);
}

function withNote(more: JsonObject): JsonObject {
  return documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }));
}
