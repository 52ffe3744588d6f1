import { describe, expect, it } from "vitest";
import { changeOf, entryOf } from "../../test/support/compat/changelog.ts";
import type { Change } from "../model/change.ts";
import type { Entry } from "./entry.ts";
import { together } from "./together.ts";

const said: Partial<Change> = { kind: "added", verdict: "non-breaking", path: "body.note", message: "It was added" };
const sent = entryOf(
  changeOf({ ...said, id: "aaaaaaaaaaaa", rule: "request-property-added", direction: "request", why: "One." }),
);
const answered = entryOf(
  changeOf({
    ...said,
    id: "bbbbbbbbbbbb",
    rule: "response-property-added",
    direction: "response",
    why: "Another.",
    operation: "GET /v1/a",
    operations: ["GET /v1/a", ...sent.operations],
  }),
);

describe("together()", () => {
  it("makes one entry of what is told of both sides of an operation", () => {
    const [entry, ...others] = together([answered, sent]);

    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      id: sent.id,
      covers: [answered.id],
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
  ])("leaves alone what is of %s", (_, part) => {
    expect(together([sent, { ...answered, ...part }])).toHaveLength(2);
  });

  it("makes one entry of what is told of one place in several operations", () => {
    const elsewhere = { ...sent, id: "cccccccccccc", operations: ["PUT /v1/b"] };

    expect(together([sent, elsewhere])).toEqual([
      { ...sent, operations: [...sent.operations, "PUT /v1/b"], covers: [elsewhere.id] },
    ]);
    expect(together([sent, elsewhere].map((one) => ({ ...one, kind: "deprecated" as const })))).toHaveLength(2);
    expect(together([sent, elsewhere].map((one) => ({ ...one, path: "" })))).toHaveLength(2);
  });

  it("keeps the order, and joins what several operations answer with what one is sent", () => {
    const elsewhere = { ...answered, id: "cccccccccccc", operations: ["PUT /v1/b"] };
    const other = { ...sent, id: "dddddddddddd", path: "body.other" };
    const [first, second, ...others] = together([elsewhere, other, sent, answered]);

    expect(others).toEqual([]);
    expect([first?.id, second?.id]).toEqual([other.id, sent.id]);
    expect(second?.covers).toEqual([elsewhere.id, answered.id]);
    expect(together([])).toEqual([]);
  });
});
