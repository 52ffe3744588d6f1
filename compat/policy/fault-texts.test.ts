import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  ledgerOfVersions,
  judgeDocuments,
  objectSchema,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import type { TimePolicy, Waiver } from "../index.ts";

const today = "2026-11-20";
const text = { type: "string" };
const plain = withNote({});
const without = documentAnswering(objectSchema({ id: text }));
const note = 'response body.note of "GET /a"';
const ends = (sunset: string): JsonObject => deprecatedSince(today, { "x-sunset": sunset });
const published = (day: string, own: JsonObject = {}): JsonObject => ({
  "x-published": day,
  ...documentAnswering(text, {}, own),
});
const unpublished = documentAnswering(text);
const id = judgeDocuments(plain, without, { today }).changes[0]?.id ?? "";
const ledger = ledgerOfVersions(
  ["v1", "2025-01-01", plain],
  ["v1.1", "2026-03-01", withNote(deprecatedSince("2026-03-01"))],
);
const known = ledgerOfVersions(["v1", "2023-05-01", unpublished]);

describe("a fault gives its location and advice", () => {
  it.each<[string, JsonObject, JsonObject, Partial<TimePolicy>]>([
    [
      `${note}: it is deprecated as of 2026-01-01, which is before today: write 2026-11-20 or a later day, unless a version published it before; then name the ledger that knows it (--ledger), as concord compat ledger --from-tags makes it`,
      plain,
      withNote(deprecatedSince("2026-01-01")),
      {},
    ],
    [
      `${note}: it is deprecated as of 2026-01-01, before the ledger knows it to be: write 2026-03-01 or a later day`,
      plain,
      withNote(deprecatedSince("2026-01-01")),
      { ledger },
    ],
    [
      `${note}: its deprecation was moved back from 2026-03-01 to 2026-01-01: write 2026-03-01 or a later day`,
      withNote(deprecatedSince("2026-03-01")),
      withNote(deprecatedSince("2026-01-01")),
      {},
    ],
    [
      `${note}: its sunset is 2027-11-19, sooner than 12 months from today: write 2027-11-20 or a later day`,
      plain,
      withNote(ends("2027-11-19")),
      {},
    ],
    [
      `${note}: its sunset was brought forward from 2030-01-01 to 2027-01-01, sooner than 12 months from today: write 2027-11-20 or a later day`,
      withNote(ends("2030-01-01")),
      withNote(ends("2027-01-01")),
      {},
    ],
    [
      `${note}: its sunset was brought forward from 2027-03-01 to 2027-02-01, sooner than 12 months from today: write 2027-03-01 or a later day`,
      withNote(ends("2027-03-01")),
      withNote(ends("2027-02-01")),
      {},
    ],
    [
      '"GET /a": its sunset is 2027-12-01, sooner than it may go: write 2028-05-20 or a later day. Published on 2026-05-20, it is supported until 2028-05-20; deprecated on 2026-11-20, its 12 months of notice end on 2027-11-20',
      published("2026-05-20"),
      published("2026-05-20", ends("2027-12-01")),
      {},
    ],
    [
      `${note}: its sunset of 2028-01-01 was taken out, but it stays deprecated: write 2028-01-01 or a later day`,
      withNote(ends("2028-01-01")),
      withNote(deprecatedSince(today)),
      {},
    ],
    [
      `${note}: the date of its x-deprecated cannot be read: write a day such as 2026-01-31`,
      plain,
      withNote(deprecatedSince("soon")),
      {},
    ],
    [
      "The API as a whole: a new date has it published on 2024-01-01, which no ledger shows: write 2026-11-20 or a later day, or name the ledger that shows it (--ledger), as concord compat ledger --from-tags makes it",
      unpublished,
      published("2024-01-01"),
      {},
    ],
    [
      "The API as a whole: a new date has it published on 2023-01-01, before the ledger knows it: write 2023-05-01 or a later day",
      unpublished,
      published("2023-01-01"),
      { ledger: known },
    ],
    [
      "The API as a whole: its publication was moved back from 2025-01-01 to 2024-01-01: write 2025-01-01 or a later day",
      published("2025-01-01"),
      published("2024-01-01"),
      {},
    ],
    [
      '"GET /a": its publication was moved back from 2026-06-01 to 2020-01-01, as the part above it does: give it an x-published of its own, of 2026-06-01 or a later day',
      published("2020-01-01", { "x-published": "2026-06-01" }),
      published("2020-01-01"),
      {},
    ],
    [
      `The waiver of "${id}" expired on 2026-11-19: take it out, or have its reason looked at again and set a later day`,
      plain,
      without,
      { waivers: [waiverUntil("2026-11-19")] },
    ],
    [
      `The waiver of "${id}" covers nothing: no change has that id. Take it out, or write the id of a change that the JSON report shows; where the change is of an earlier version, give the same --transitive or --earlier`,
      plain,
      plain,
      { waivers: [waiverUntil(today)] },
    ],
    [
      `The waiver of "${id}" is not needed: the change is allowed by now. Take it out`,
      withNote(deprecatedSince("2025-01-01")),
      without,
      { waivers: [waiverUntil(today)] },
    ],
  ])("%s", (message, base, revision, policy) => {
    const { faults } = judgeDocuments(base, revision, { today, ...policy });

    expect(faults.map((fault) => fault.message)).toEqual([message]);
    expect(faults[0]?.at?.file).toBe(policy.waivers ? "waivers.yaml" : "orders.yaml");
  });

  it("names each operation that inherits an earlier date", () => {
    const of = (own: JsonObject): JsonObject => ({
      "x-published": "2020-01-01",
      paths: { "/a": { get: { ...own, ...jsonResponse(text) }, put: { ...own, ...jsonResponse(text) } } },
    });
    const { faults } = judgeDocuments(of({ "x-published": "2026-06-01" }), of({}), { today });

    expect(faults.map(({ at }) => at?.pointer)).toEqual(["/paths/~1a/get", "/paths/~1a/put"]);
  });

  it("gives the end of the support that a waiver cannot shorten", () => {
    const both = {
      "/a": { get: { "x-published": "2025-01-01", ...jsonResponse(text) } },
      "/b": { get: jsonResponse(text) },
    };
    const [base, revision] = [{ paths: both }, { paths: { "/b": both["/b"] } }];
    const change = judgeDocuments(base, revision, { today }).changes[0]?.id ?? "";
    const { faults } = judgeDocuments(base, revision, { today, waivers: [{ ...waiverUntil(today), change }] });

    expect(faults).toMatchObject([
      {
        message: `The waiver of "${change}" covers nothing: notice can be waived (§9.4), the 24 months of support cannot (§9.3). Take it out`,
      },
    ]);
  });
});

function waiverUntil(expires: string): Waiver {
  const at = { file: "waivers.yaml", line: 1, pointer: "/0" };
  return { change: id, reason: "security", by: "ann", expires, at };
}

function withNote(more: JsonObject): JsonObject {
  return documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }));
}
