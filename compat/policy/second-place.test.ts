import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  judgeDocuments,
  testContract,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import { type Change, type PossibleAnnouncement, type Sources, selectAnnouncements, emptyLedger } from "../index.ts";
import { checkOnPlatform, growLedgerOnPlatform } from "../../test/support/compat/on-platform.ts";

const today = "2026-11-20";
const text = { type: "string" };
const removalIn = (base: JsonObject, revision: JsonObject, sources: Sources = {}): Change | undefined =>
  judgeDocuments(base, revision, { today, ...sources }).changes.find(({ verdict }) => verdict === "breaking");

describe("a deprecated component that one response uses twice", () => {
  const components = { Pet: objectSchema({ name: text }), Bare: objectSchema({}) };
  const of = (members: JsonObject): JsonObject => documentAnswering(objectSchema(members), components);
  const [dated, bare] = [deprecatedSince("2020-01-01"), { deprecated: true }];
  const first = (mark: JsonObject): JsonObject => ({ a: { ...schemaReference("Pet"), ...mark } });
  const ledger = growLedgerOnPlatform(emptyLedger, {
    name: "v1",
    date: "2020-01-01",
    contracts: [testContract(of({ ...first(bare), b: schemaReference("Pet") }))],
  });
  const announcements = [{ date: "2020-01-01", api: "orders", operations: ["GET /a"], path: "body.a" }];

  it.each<[string, JsonObject, Sources]>([
    ["the document", dated, {}],
    ["a ledger", bare, { ledger }],
    ["a changelog", bare, { announcements }],
  ])("may be removed at its announced place only, with the announcement in %s", (_, mark, sources) => {
    const base = of({ ...first(mark), b: schemaReference("Pet") });

    expect(removalIn(base, of({ b: schemaReference("Pet") }), sources)).toMatchObject({ path: "body.a", allowed: {} });
    expect(removalIn(base, of(first(mark)), sources)).toMatchObject({ path: "body.b", blocked: { section: "9.4" } });
    expect(removalIn(base, of({ ...first(mark), b: schemaReference("Bare") }), sources)).toMatchObject({
      path: "body.b.name",
      blocked: { section: "9.4" },
    });
  });
});

describe("a new place of a part that was announced at another", () => {
  const pet = objectSchema({ name: { ...text, deprecated: true } });
  const components = { Pet: pet, Full: objectSchema({ name: text }), Bare: objectSchema({}) };
  const twice = (a: string, b: string): JsonObject =>
    documentAnswering(objectSchema({ a: schemaReference(a), b: schemaReference(b) }), components);
  const each = (a: string, b: string): JsonObject => ({
    paths: { "/a": { get: jsonResponse(schemaReference(a)) }, "/b": { get: jsonResponse(schemaReference(b)) } },
    components: { schemas: components },
  });
  /** Changelog announcements of the changes between two documents. */
  const told = (date: string, base: JsonObject, revision: JsonObject): readonly PossibleAnnouncement[] =>
    checkOnPlatform([testContract(base)], [testContract(revision)]).changes.map((change) => ({
      ...change,
      date,
      kind: "deprecated",
    }));

  it.each([
    ["in one operation", twice],
    ["in another operation", each],
  ])("is announced since it exists, %s", (_, of) => {
    const entries = [
      ...told("2024-01-01", of("Full", "Full"), of("Pet", "Full")),
      ...told("2026-10-01", of("Pet", "Full"), of("Pet", "Pet")),
    ];
    const announcements = selectAnnouncements(entries);

    expect(entries.map(({ rule }) => rule)).toEqual(["property-deprecated", "property-deprecated"]);
    expect(removalIn(of("Pet", "Pet"), of("Pet", "Bare"), { announcements })?.blocked?.from).toBe("2027-10-01");
    const again = { ...entries[0], date: "2026-11-01", rule: "property-sunset-changed" } as PossibleAnnouncement;
    const whole = selectAnnouncements([entries[0] as PossibleAnnouncement, again]);
    expect(removalIn(of("Pet", "Pet"), of("Pet", "Bare"), { announcements: whole })?.allowed?.from).toBe("2025-01-01");
  });

  it("leaves the announcements for other operations unchanged", () => {
    const announcements = selectAnnouncements([
      ...told("2024-01-01", each("Full", "Full"), each("Pet", "Full")),
      ...told("2026-10-01", each("Pet", "Full"), each("Pet", "Pet")),
    ]);

    expect(removalIn(each("Pet", "Pet"), each("Bare", "Pet"), { announcements })?.allowed?.from).toBe("2025-01-01");
  });
});
