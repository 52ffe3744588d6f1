import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { jsonResponse, testContract, objectSchema, schemaReference } from "../../test/support/compat/test-documents.ts";
import { type PossibleAnnouncement, selectAnnouncements } from "../index.ts";
import { statusOnPlatform } from "../../test/support/compat/on-platform.ts";

const told: PossibleAnnouncement = {
  date: "2024-01-01",
  api: "Shop",
  kind: "deprecated",
  rule: "property-deprecated",
  direction: "response",
  operations: ["GET /a", "GET /b"],
  path: "body.y",
};
const back: PossibleAnnouncement = { ...told, date: "2025-01-01", kind: "changed", rule: "property-reactivated" };
const again: PossibleAnnouncement = { ...told, date: "2026-10-01" };

describe("selectAnnouncements()", () => {
  it("leaves out deprecations that were reinstated, hidden or not, and keeps those that were announced again", () => {
    expect(selectAnnouncements([told, back])).toEqual([]);
    expect(selectAnnouncements([{ ...back, hidden: true }, told])).toEqual([]);
    expect(
      selectAnnouncements([
        { ...told, rule: "graphql-field-deprecated" },
        { ...back, rule: "graphql-field-reinstated" },
      ]),
    ).toEqual([]);
    expect(selectAnnouncements([told, back, again])).toEqual([again]);
    expect(selectAnnouncements([again, { ...back, api: "Books", feed: "shop" }, told])).toEqual([again]);
  });

  it("orders two versions of one day by version number", () => {
    const [one, other] = [
      { ...told, version: "v1.9" },
      { ...back, date: told.date, version: "v1.10" },
    ];

    expect(selectAnnouncements([other, one])).toEqual([]);
    expect(selectAnnouncements([{ ...other, version: "v1.8" }, one])).toEqual([one]);
  });

  it("keeps the operations that were not reinstated", () => {
    expect(selectAnnouncements([told, { ...back, operations: ["GET /a"] }])).toEqual([
      { ...told, operations: ["GET /b"] },
    ]);
  });

  it.each<[string, Partial<PossibleAnnouncement>]>([
    ["before", { date: "2023-01-01" }],
    ["of another part", { path: "body.x" }],
    ["of the other side", { direction: "request" }],
    ["of another API", { api: "Books" }],
  ])("is not ended by a reinstatement %s", (_, more) => {
    expect(selectAnnouncements([told, { ...back, ...more }])).toEqual([told]);
  });
});

describe("the announcement of a part that several operations shared", () => {
  const gone = { type: "string", deprecated: true };
  const pet = objectSchema({ name: gone });
  const list = (items: JsonObject): JsonObject => ({ type: "array", items });
  const entry: PossibleAnnouncement = { ...told, api: "orders", path: "body.name" };
  const of = (a: JsonObject, b: JsonObject, ...more: readonly PossibleAnnouncement[]): string[] => {
    const paths = { "/a": { get: jsonResponse(a) }, "/b": { get: jsonResponse(b) } };
    const contract = testContract({ paths, components: { schemas: { Pet: pet } } });
    return statusOnPlatform([contract], "2026-11-20", { announcements: selectAnnouncements([entry, ...more]) }).flatMap(
      ({ operation, path, deprecated }) => (deprecated === undefined ? [] : [`${operation} ${path} ${deprecated}`]),
    );
  };
  const [a, b] = ["GET /a body.name 2024-01-01", "GET /b body[].name 2024-01-01"];
  const copyBack: PossibleAnnouncement = {
    ...entry,
    date: "2025-01-01",
    kind: "changed",
    rule: "property-reactivated",
    operations: ["GET /b"],
    path: "body[].name",
  };

  it.each<[string, JsonObject, JsonObject, string[]]>([
    ["counts for their own copies of it, wherever they have it", pet, list(pet), [a, b]],
    ["counts for the copy that is left", objectSchema({}), list(pet), [b]],
    ["counts once while it is shared", schemaReference("Pet"), list(schemaReference("Pet")), [a]],
    ["counts for a copy, and for what is still shared", schemaReference("Pet"), list(pet), [a, b]],
    ["counts for none of two that are called so", pet, list(objectSchema({ name: gone, owner: pet })), [a]],
    [
      "counts for nothing that was there beside it",
      schemaReference("Pet"),
      objectSchema({ pet: schemaReference("Pet"), name: gone }),
      [a],
    ],
    ["counts for nothing that is called otherwise", pet, list(objectSchema({ nickname: gone })), [a]],
    ["counts for nothing in an operation that did not have it", pet, objectSchema({}), [a]],
  ])("%s", (_, one, other, expected) => {
    expect(of(one, other)).toEqual(expected);
  });

  it("does not count for a reinstated copy, and counts from the next announcement on", () => {
    const announcedAgain = { ...entry, date: "2026-10-01", operations: ["GET /b"], path: copyBack.path };

    expect(of(pet, list(pet), copyBack)).toEqual([a]);
    expect(of(pet, list(pet), copyBack, announcedAgain)).toEqual([a, "GET /b body[].name 2026-10-01"]);
  });
});
