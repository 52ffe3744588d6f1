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

describe("a deprecation by a version between base and revision", () => {
  it.each<[string, JsonObject, string[]]>([
    ["on its day", deprecatedSince("2026-03-01"), []],
    ["on a later day", deprecatedSince("2026-04-01"), []],
    ["before its day", deprecatedSince("2026-02-28"), ["deprecation-backdated"]],
    ["with a sunset that it promised", deprecatedSince("2026-03-01", { "x-sunset": "2027-03-01" }), []],
    ["with a later sunset", deprecatedSince("2026-03-01", { "x-sunset": "2027-04-01" }), []],
    ["with a sooner sunset", deprecatedSince("2026-03-01", { "x-sunset": "2027-02-28" }), ["sunset-too-soon"]],
  ])("is not back-dated if the ledger has its day: %s", (_, deprecation, expected) => {
    const between = withNote(deprecatedSince("2026-03-01", { "x-sunset": "2027-03-01" }));

    expect(codes(withNote({}), withNote(deprecation), ledgerWithVersion(between))).toEqual(expected);
  });

  it("is back-dated if the ledger lacks it or has its reinstatement", () => {
    const back = ledgerOfVersions(
      ["v1", "2025-01-01", withNote({})],
      [version.name, version.date, withNote(deprecatedSince("2026-03-01"))],
      ["v1.2", "2026-05-01", withNote({})],
    );

    for (const ledger of [ledgerWithVersion(withNote({})), back])
      expect(codes(withNote({}), withNote(deprecatedSince("2026-03-01")), ledger)).toEqual(["deprecation-backdated"]);
  });

  it("does not restore an earlier date than the base has", () => {
    const ledger = ledgerWithVersion(withNote(deprecatedSince("2026-03-01")));

    expect(codes(withNote(deprecatedSince("2026-06-01")), withNote(deprecatedSince("2026-04-01")), ledger)).toEqual([
      "deprecation-backdated",
    ]);
  });

  it("counts at the recorded place", () => {
    const of = (p: JsonObject, q: JsonObject): JsonObject =>
      documentAnswering(objectSchema({ p, q }), { Note: { ...text, ...deprecatedSince("2026-03-01") } });
    const ledger = ledgerWithVersion(of(schemaReference("Note"), text));

    expect(codes(of(text, text), of(schemaReference("Note"), text), ledger)).toEqual([]);
  });

  it("counts for operations, with their publication", () => {
    const withPost = (more?: JsonObject): JsonObject => ({
      paths: { "/a": { get: jsonResponse(text), ...(more && { post: { ...more, ...jsonResponse(text) } }) } },
    });
    const dated = (day: string): JsonObject => deprecatedSince("2026-03-01", { "x-published": day });
    const ledger = ledgerWithVersion(withPost(deprecatedSince("2026-03-01")));

    expect(codes(withPost(), withPost(dated("2026-03-01")), ledger)).toEqual([]);
    expect(codes(withPost({}), withPost(deprecatedSince("2026-03-01")), ledger)).toEqual([]);
    expect(codes(withPost(), withPost(dated("2026-02-01")), ledger)).toEqual(["published-backdated"]);
    expect(codes(withPost(), withPost(dated("2026-03-01")), ledgerWithVersion(withPost()))).toEqual([
      "deprecation-backdated",
      "published-backdated",
    ]);
  });
});

function codes(base: JsonObject, revision: JsonObject, ledger: Ledger): string[] {
  return judgeDocuments(base, revision, { today, ledger }).faults.map(({ code }) => code);
}

/** A ledger of the first version and of one with this document. */
function ledgerWithVersion(between: JsonObject): Ledger {
  return ledgerOfVersions(["v1", "2025-01-01", documentAnswering(text)], [version.name, version.date, between]);
}

function withNote(more: JsonObject): JsonObject {
  return documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }));
}
