import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
});
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const ok = (schema: JsonObject): JsonObject => ({ "200": { description: "It.", ...content(schema) } });

interface Bodies {
  readonly item: JsonObject;
  readonly list: JsonObject;
  readonly created: JsonObject;
  readonly parameter?: JsonObject;
  readonly summary?: string;
}

/** Platform with crates that are created, listed, read and replaced with these bodies. */
function crates({ item, list, created, parameter = text, summary = "" }: Bodies) {
  const sent = content(object({ weight: integer }));
  const contract = compileInMemory({
    paths: {
      "/crates": {
        get: { summary, responses: ok(list) },
        post: { requestBody: sent, responses: { "201": { description: "Made.", ...content(created) } } },
      },
      "/crates/{crate_id}": {
        parameters: [{ name: "crate_id", in: "path", required: true, schema: parameter }],
        get: { responses: ok(item) },
        put: { requestBody: sent, responses: ok(item) },
        delete: { responses: { "204": { description: "Gone." } } },
      },
    },
  });
  return platformServing([contract]);
}

const crate = object({ crate_id: text, weight: integer }, "crate_id");
const numbered = object({ crate_id: integer, weight: integer }, "crate_id");
const keyless = object({ weight: integer }, "weight");
const key = object({ crate_id: text }, "crate_id");

describe("a list that shows only keys", () => {
  it.each<[string, Bodies, string[]]>([
    [
      "as the ids of an object",
      { item: crate, list: object({ crate_ids: listOf(text) }), created: key },
      ["crate_ids"],
    ],
    ["as what it is named after", { item: crate, list: object({ crates: listOf(text) }), created: key }, ["crates"]],
    ["as its body", { item: crate, list: listOf(text), created: key }, []],
    ["as a set", { item: crate, list: { ...listOf(text), uniqueItems: true }, created: key }, []],
    ["as numbers", { item: numbered, list: listOf(integer), created: numbered, parameter: integer }, []],
    ["of items that do not show them", { item: keyless, list: listOf(integer), created: integer }, []],
  ])("%s has those of what was created", async (_, bodies, steps) => {
    const platform = crates(bodies);
    const made = [];
    for (const weight of [1, 2]) {
      const { value, headers } = await ask(platform, "POST /crates", { body: { weight } });
      const id = value.crate_id ?? value;
      made.push(id);
      expect(headers["location"]).toBe(`/crates/${id}`);
      expect((await ask(platform, `GET /crates/${id}`)).value.weight).toBe(weight);
    }
    const listed = async () => steps.reduce((value, step) => value[step], (await ask(platform, "GET /crates")).value);

    expect(await listed()).toEqual(made);
    await ask(platform, `DELETE /crates/${made[0]}`);
    expect(await listed()).toEqual(made.slice(1));
  });

  it.each<[string, Bodies]>([
    ["texts beside numbered items", { item: numbered, list: listOf(text), created: numbered }],
    ["warnings", { item: crate, list: object({ warnings: listOf(text) }), created: key }],
  ])("is none with %s", async (_, bodies) => {
    const platform = crates(bodies);
    const { value } = await ask(platform, "POST /crates", { body: { weight: 1 } });

    expect(JSON.stringify((await ask(platform, "GET /crates")).value)).not.toContain(`"${value.crate_id}"`);
  });
});

describe("a map of items", () => {
  it("is by the key of the path, where neither body has it", async () => {
    const platform = crates({
      item: keyless,
      list: { type: "object", additionalProperties: keyless },
      created: keyless,
    });
    for (const [id, weight] of Object.entries({ a: 1, b: 2 }))
      await ask(platform, `PUT /crates/${id}`, { body: { weight } });
    await ask(platform, "PUT /crates/a", { body: { weight: 3 } });

    expect((await ask(platform, "GET /crates/a")).value).toEqual({ weight: 3 });
    expect((await ask(platform, "GET /crates")).value).toEqual({ a: { weight: 3 }, b: { weight: 2 } });
    await ask(platform, "DELETE /crates/a");
    expect((await ask(platform, "GET /crates")).value).toEqual({ b: { weight: 2 } });
  });
});
