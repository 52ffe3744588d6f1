import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  judgeDocuments,
  objectSchema,
  deprecatedSince,
  jsonRequestBody,
} from "../../test/support/compat/test-documents.ts";
import type { Change } from "../index.ts";

const today = "2026-11-20";
const text = { type: "string" };
const assumedMark = { "x-assumed": "A guess" };

describe("enum values that are branches of a union", () => {
  const schemaWith = (more: JsonObject): JsonObject => ({
    oneOf: [{ const: "a" }, { const: "b" }, { const: "c", ...more }],
  });
  const listed = { type: "string", enum: ["a", "b"] };

  it.each([
    ["at the end", schemaWith(assumedMark)],
    ["at the beginning", { oneOf: (schemaWith(assumedMark)["oneOf"] as JsonObject[]).toReversed() }],
  ])("have the basis of their branches: assumed %s", (_, base) => {
    expect(changesOf(base, listed)).toMatchObject([{ rule: "enum-value-removed", before: ["c"], basis: "assumed" }]);
    expect(changesOf(base, { const: "c" })).toMatchObject([
      { rule: "enum-value-removed", before: ["a", "b"], basis: "stated" },
      { rule: "assumed-became-stated" },
    ]);
  });

  it.each([
    ["first", (schemas: JsonObject[]) => schemas],
    ["last", (schemas: JsonObject[]) => schemas.toReversed()],
  ])("have their own deprecation and basis only, if the marked branch is %s", (_, order) => {
    const old = deprecatedSince("2025-11-20");
    const changesWith = (one: JsonObject, other: JsonObject, after: JsonObject): unknown[] =>
      changesOf({ oneOf: order([one, other]) }, after).map(({ rule, basis, allowed }) => [
        rule,
        allowed?.from ?? basis,
      ]);

    expect(changesWith({ type: "integer", ...old }, text, text)).toEqual([["type-changed", today]]);
    expect(changesWith({ type: "integer", ...old }, text, { type: "integer" })).toEqual([["type-changed", "stated"]]);
    expect(changesWith({ const: "c", ...old }, { const: "a" }, { const: "a" })).toEqual([
      ["enum-value-removed", today],
    ]);
    expect(changesWith({ const: "c", ...old }, { const: "a" }, { const: "c" })).toEqual([
      ["enum-value-removed", "stated"],
    ]);
    expect(changesWith({ type: "integer", ...assumedMark }, text, text)).toEqual([["type-changed", "assumed"]]);
  });

  it("cannot become assumed without a change", () => {
    expect(changesOf(schemaWith({}), schemaWith(assumedMark))).toMatchObject([{ rule: "stated-became-assumed" }]);
    expect(changesOf(schemaWith(assumedMark), schemaWith({}))).toMatchObject([{ rule: "assumed-became-stated" }]);
  });

  it("can be removed after their announcement, and no others", () => {
    const base = schemaWith(deprecatedSince("2025-11-20"));

    expect(changesOf(base, listed)).toMatchObject([{ before: ["c"], allowed: { from: today } }]);
    expect(changesOf(base, { const: "a" })).toMatchObject([
      { before: ["b"], blocked: { section: "9.4" } },
      { before: ["c"], allowed: { from: today } },
    ]);
    expect(changesOf(base, schemaWith({})).filter(({ verdict }) => verdict !== "non-breaking")).toEqual([]);
  });
});

describe("assumed values", () => {
  const assumed = (...values: Json[]): JsonObject => ({ enum: ["a", ...values], "x-assumed-values": values });

  it.each<[string, JsonObject, JsonObject, string]>([
    ["a length", { ...text, ...assumed("ccc") }, { ...text, ...assumed("ccc"), maxLength: 1 }, "max-length-decreased"],
    ["a pattern", { ...text, ...assumed("c") }, { ...text, ...assumed("c"), pattern: "^a" }, "pattern-added"],
    ["a type", assumed(1), { ...text, enum: ["a"] }, "type-changed"],
    ["no null", { type: ["string", "null"], ...assumed(null) }, { ...text, enum: ["a"] }, "null-removed"],
  ])("make a restriction assumed if it refuses assumed values only: %s", (_, base, revision, rule) => {
    const found = changesOf(base, revision);

    expect(found.find((change) => change.rule === rule)).toMatchObject({ verdict: "breaking", basis: "assumed" });
    expect(found.filter(({ blocked }) => blocked)).toEqual([]);
  });

  it("do not affect the basis of refused stated values", () => {
    const base = { ...text, ...assumed("ccc") };

    expect(changesOf(base, { ...base, maxLength: 0 })).toMatchObject([
      { rule: "max-length-decreased", basis: "stated" },
    ]);
  });
});

function changesOf(base: JsonObject, revision: JsonObject): readonly Change[] {
  const changesWith = (schema: JsonObject): JsonObject => ({
    paths: {
      "/a": { post: { "x-spec": "4.1", ...jsonRequestBody(objectSchema({ f: schema })), ...jsonResponse(true) } },
    },
  });
  return judgeDocuments(changesWith(base), changesWith(revision), { today }).changes;
}
