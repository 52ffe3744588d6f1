import { describe, expect, it } from "vitest";
import { behaviour, startMock } from "../api/mock.ts";
import { type Json, type JsonObject, loadContract } from "../contracts/index.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import { type StatedOperations, documentWith, listOf, object } from "../test/support/mock/serving.ts";
import { conform } from "./index.ts";

const scratch = createScratch();
const word = { type: "string", minLength: 1, maxLength: 30, pattern: "^[a-z ]+$" };
const id = { type: "string", minLength: 1 };
const only = (properties: JsonObject): JsonObject =>
  object(properties, { required: Object.keys(properties), additionalProperties: false });
const data = (schema: Json): JsonObject => only({ data: schema });
const shownId = { ...id, readOnly: true };

/** A collection of items whose attributes have one member. */
function collectionOf(name: string, member: string): StatedOperations {
  const item = only({ type: { const: name }, id: shownId, attributes: only({ [member]: word }) });
  return {
    [`GET /${name}`]: { shows: data(listOf(item)) },
    [`POST /${name}`]: { sends: data(item), shows: data(item), statuses: ["201", "400"] },
    [`GET /${name}/{id}`]: { shows: data(item), statuses: ["200", "404"] },
    [`DELETE /${name}/{id}`]: { statuses: ["204", "404"] },
    [`GET /articles/{id}/${name}`]: { shows: data(listOf(item)), statuses: ["200", "404"] },
  };
}

const identity = only({ type: { const: "tags" }, id });
const links = { sends: data(listOf(identity)), statuses: ["204", "400", "404"] };
const path = "/articles/{id}/relationships/tags";
const { "GET /articles/{id}/articles": _, ...articles } = collectionOf("articles", "title");
const relationships: StatedOperations = {
  ...articles,
  ...collectionOf("tags", "label"),
  [`GET ${path}`]: { shows: data(listOf(identity)), statuses: ["200", "404"] },
  [`POST ${path}`]: links,
  [`DELETE ${path}`]: links,
};

/** Operations that are answered with success and are not carried out. */
const faults: readonly (readonly [name: string, operation: string])[] = [
  ["a link is lost", `POST ${path}`],
  ["a removal is ignored", `DELETE ${path}`],
];

describe("links to items", () => {
  it.each([1, 2, 3])("have no finding on a mock, seed %i", async (seed) => {
    expect(await findingsOf([], seed)).toEqual([]);
  });

  it.each(faults)("show that %s", async (__, operation) => {
    const found = await findingsOf([operation], 1);

    expect([...new Set(found.map(([check]) => check))]).toEqual(["members-kept"]);
  });
});

async function findingsOf(ignored: readonly string[], seed: number): Promise<readonly (readonly [string, string])[]> {
  const file = scratch.write({ "links/openapi.json": documentWith(relationships) });
  const behaviours =
    ignored.length === 0
      ? []
      : [
          behaviour({
            id: "ignored",
            operations: ignored,
            handle: ({ input }, next) => next({ ...input, body: { data: [] } }),
          }),
        ];
  await using mock = await startMock({ contracts: [file], behaviours });
  const report = await conform({
    contracts: [await loadContract(file)],
    target: mock.url,
    mode: "sandbox",
    seed,
    runs: 10,
  });
  return report.failures.map(({ check, message }) => [check, message] as const);
}
