import { describe, expect, it } from "vitest";
import { changeOf, publishedEntry } from "../../test/support/compat/changelog.ts";
import type { Change } from "../model/change.ts";
import type { Entry } from "./entry.ts";
import { mergeEntries } from "./merge-entries.ts";

const changeMembers: Partial<Change> = {
  kind: "added",
  verdict: "non-breaking",
  path: "body.note",
  message: "It was added",
};
const sent = publishedEntry(
  changeOf({ ...changeMembers, id: "aaaaaaaaaaaa", rule: "request-property-added", direction: "request", why: "One." }),
);
const responseEntry = publishedEntry(
  changeOf({
    ...changeMembers,
    id: "bbbbbbbbbbbb",
    rule: "response-property-added",
    direction: "response",
    why: "Another.",
    operation: "GET /v1/a",
    operations: ["GET /v1/a", ...sent.operations],
  }),
);

describe("mergeEntries()", () => {
  it("merges equal entries for request and response of an operation", () => {
    const [entry, ...others] = mergeEntries([responseEntry, sent]);

    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      id: sent.id,
      covers: [responseEntry.id],
      operations: [...sent.operations, "GET /v1/a"],
      impact: "One. Another.",
    });
    expect(entry).not.toHaveProperty("direction");
    expect(entry).not.toHaveProperty("rule");
  });

  it.each<[string, Partial<Entry>]>([
    ["another API", { api: "Other" }],
    ["another place", { path: "body.other" }],
    ["another verdict", { compatibility: "breaking" }],
    ["other values", { before: 1, after: 2 }],
    ["another operation", { operations: ["GET /v1/a"] }],
    ["the same side", { direction: "request" }],
    ["what is assumed only", { basis: "assumed" }],
  ])("does not merge entries with %s", (_, part) => {
    expect(mergeEntries([sent, { ...responseEntry, ...part }])).toHaveLength(2);
  });

  it("merges equal entries at one path of several operations", () => {
    const elsewhere = { ...sent, id: "cccccccccccc", operations: ["PUT /v1/b"] };

    expect(mergeEntries([sent, elsewhere])).toEqual([
      { ...sent, operations: [...sent.operations, "PUT /v1/b"], covers: [elsewhere.id] },
    ]);
    expect(mergeEntries([sent, elsewhere].map((one) => ({ ...one, kind: "deprecated" as const })))).toHaveLength(2);
    expect(mergeEntries([sent, elsewhere].map((one) => ({ ...one, path: "" })))).toHaveLength(2);
  });

  it("keeps the order, and merges responses of several operations with the request of one", () => {
    const elsewhere = { ...responseEntry, id: "cccccccccccc", operations: ["PUT /v1/b"] };
    const other = { ...sent, id: "dddddddddddd", path: "body.other" };
    const [first, second, ...others] = mergeEntries([elsewhere, other, sent, responseEntry]);

    expect(others).toEqual([]);
    expect([first?.id, second?.id]).toEqual([other.id, sent.id]);
    expect(second?.covers).toEqual([elsewhere.id, responseEntry.id]);
    expect(mergeEntries([])).toEqual([]);
  });
});
