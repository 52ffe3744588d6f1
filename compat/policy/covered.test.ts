import { describe, expect, it } from "vitest";
import { type Contract, type JsonObject, loadContract } from "../../contracts/index.ts";
import {
  jsonResponse,
  testContract,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type PossibleAnnouncement, selectAnnouncements } from "../index.ts";
import { checkOnPlatform, statusOnPlatform } from "../../test/support/compat/on-platform.ts";

const text = { type: "string" };
const scratch = createScratch();

/** A contract whose parts have the given deprecation mark. */
const openApi = (mark: JsonObject): Contract => {
  const fine = jsonResponse(objectSchema({ order: schemaReference("Order") })).responses as {
    readonly "200": JsonObject;
  };
  const headers = { "X-Old": { schema: text, ...mark } };
  return testContract({
    paths: {
      "/a/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { ...mark, responses: { "200": { ...fine["200"], headers } } },
        put: {
          parameters: [{ name: "q", in: "query", schema: text, ...mark }],
          requestBody: { content: { "application/json": { schema: schemaReference("Order") } } },
          responses: fine,
        },
      },
    },
    webhooks: { done: { post: { ...mark, responses: {} } } },
    components: {
      schemas: {
        Order: objectSchema({ note: { ...text, ...mark }, own: { $ref: "#/components/schemas/Old" } }),
        Old: { ...text, ...mark },
      },
    },
  });
};
const graphql = (mark: string): Promise<Contract> =>
  loadContract(
    scratch.write({
      "shop.graphql": `type Query { a(x: Int ${mark} y: By): Node ${mark} }
        interface Node { id: ID }
        type User implements Node { id: ID }
        ${mark === "" ? "" : '"x-deprecated: 2024-01-01"'} type Guest implements Node { id: ID }
        enum By { NAME ${mark} AGE }
        input In { x: Int ${mark} }`,
    }),
  );

const entry: PossibleAnnouncement = { date: "2024-05-01", api: "Ours", kind: "deprecated", operations: [], path: "" };

describe.each<[string, () => Promise<readonly [Contract, Contract]>, number]>([
  ["OpenAPI", async () => [openApi({}), openApi(deprecatedSince("2024-01-01"))], 8],
  ["GraphQL", async () => [await graphql(""), await graphql("@deprecated")], 5],
])("an entry that covers the deprecations of %s", (_, load, count) => {
  it("announces them, for parts of every kind, until they are reinstated", async () => {
    const [base, contract] = await load();
    const { changes } = checkOnPlatform([base], [contract]);
    const covers = changes.map(({ id }, index) => (index % 2 === 0 ? id : `${id}-2`));
    const announcedBy = (...entries: readonly PossibleAnnouncement[]): (string | undefined)[] =>
      statusOnPlatform([contract], "2026-11-20", { announcements: selectAnnouncements(entries) }).map(
        ({ deprecated, reason }) => (reason.includes("did not announce it") ? undefined : deprecated),
      );
    const back = checkOnPlatform([contract], [base]).changes.map((change) => ({ ...change, date: "2025-01-01" }));

    expect(new Set(changes.map(({ rule }) => rule.replace(/.*-/, "")))).toEqual(new Set(["deprecated"]));
    expect(changes).toHaveLength(count);
    expect(new Set(announcedBy(entry))).toEqual(new Set([undefined]));
    expect(new Set(announcedBy({ ...entry, covers }))).toEqual(new Set(["2024-05-01"]));
    expect(new Set(announcedBy({ ...entry, covers, hidden: true }, ...back))).toEqual(new Set([undefined]));
    expect(new Set(announcedBy({ ...entry, covers }, ...back))).toEqual(new Set([undefined]));
    expect(announcedBy({ ...entry, covers: covers.slice(1) }).filter((day) => day !== undefined)).not.toHaveLength(0);
    expect(announcedBy({ ...entry, covers: covers.slice(1) })).toContain(undefined);
  });
});
