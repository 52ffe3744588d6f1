import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const [text, number] = [{ type: "string" }, { type: "integer" }];
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answer = (schema: JsonObject) => ({ responses: { "200": { description: "It.", ...content(schema) } } });

/** Creates a crate of the depot 7, whose number has other types in what is created and listed than in what is read. */
async function createCrate(types: Readonly<Record<"sent" | "created" | "read", JsonObject>>, sent: Json) {
  const crateOf = (depot: JsonObject): JsonObject => ({ type: "object", properties: { id: text, depot } });
  const contract = compileInMemory({
    paths: {
      "/crates": {
        get: answer({ type: "array", items: crateOf(types.created) }),
        post: { requestBody: content(crateOf(types.sent)), ...answer(crateOf(types.created)) },
      },
      "/crates/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: answer(crateOf(types.read)),
      },
    },
  });
  const platform = platformServing([contract]);
  const { value: made } = await ask(platform, "POST /crates", { body: { id: "a", depot: sent } });
  const { value: read } = await ask(platform, "GET /crates/a");
  const { value: listed } = await ask(platform, "GET /crates");
  return [made.depot, listed[0].depot, read.depot];
}

describe("a member whose type differs between the bodies of an item", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject, Json, readonly Json[]]>([
    ["a number that is shown as a text", number, text, number, 7, ["7", "7", 7]],
    ["a text that is shown as a number", text, number, text, "7", [7, 7, "7"]],
    ["a number that is read as a text", number, number, text, 7, [7, 7, "7"]],
    ["one type everywhere", number, number, number, 7, [7, 7, 7]],
    ["both types in one body", number, { type: ["integer", "string"] }, number, 7, [7, 7, 7]],
  ])("has the type of each: %s", async (_, sent, created, read, value, expected) => {
    expect(await createCrate({ sent, created, read }, value)).toEqual(expected);
  });

  it("is left out where no value of the type says the same", async () => {
    expect(await createCrate({ sent: text, created: number, read: text }, "north")).toEqual([
      undefined,
      undefined,
      "north",
    ]);
  });
});
