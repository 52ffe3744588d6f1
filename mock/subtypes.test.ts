import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contracts/index.ts";
import { compileInMemory } from "../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../test/support/mock/ask.ts";

const text = { type: "string" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const heir = (properties: JsonObject): JsonObject => ({
  allOf: [ref("Rule"), { type: "object", required: Object.keys(properties), properties }],
});

/** A mock of rules. The schema of each kind of rule refers to the schema of all by allOf. */
function rules(discriminator: JsonObject) {
  const schemas = {
    Rule: {
      type: "object",
      required: ["kind"],
      properties: { id: { type: "string", readOnly: true }, label: text, kind: { type: "string" } },
      discriminator: { propertyName: "kind", ...discriminator },
    },
    Block: heir({ host: text }),
    Limit: heir({ perMinute: { type: "integer" } }),
    Set: { type: "object", properties: { id: text, first: ref("Rule"), rules: { type: "array", items: ref("Rule") } } },
  };
  const one = json(ref("Rule"));
  const id = { name: "id", in: "path", required: true, schema: text };
  const paths = {
    "/rules": {
      post: { requestBody: one, responses: { "201": { description: "One", ...one } } },
      get: { responses: { "200": { description: "All", ...json({ type: "array", items: ref("Rule") }) } } },
    },
    "/rules/{id}": {
      parameters: [id],
      get: { responses: { "200": { description: "One", ...one } } },
      patch: { requestBody: one, responses: { "200": { description: "One", ...one } } },
    },
    "/sets": {
      post: { requestBody: json(ref("Set")), responses: { "201": { description: "One", ...json(ref("Set")) } } },
    },
  };
  return platformServing([compileInMemory({ openapi: "3.0.3", paths, components: { schemas } })], { selfCheck: true });
}

describe.each([
  ["without a mapping", {}, "Block", "Limit"],
  ["with a mapping", { mapping: { block: "#/components/schemas/Block", limit: "Limit" } }, "block", "limit"],
] as const)("a subtype by a discriminator %s", (_, discriminator, block, limit) => {
  it("keeps the members of the subtype that is sent", async () => {
    const platform = rules(discriminator);
    const sent = { label: "A", kind: block, host: "a.example" };
    const { value, status } = await ask(platform, "POST /rules", { body: sent });
    const other = await ask(platform, "POST /rules", { body: { kind: limit, perMinute: 5 } });

    expect([status, value]).toEqual([201, { ...sent, id: value.id }]);
    expect((await ask(platform, `GET /rules/${value.id}`)).value).toEqual(value);
    expect((await ask(platform, "GET /rules")).value).toEqual([
      value,
      { id: other.value.id, kind: limit, perMinute: 5 },
    ]);
    const changed = await ask(platform, `PATCH /rules/${value.id}`, { body: { kind: block, host: "b.example" } });
    expect(changed.value).toEqual({ ...value, host: "b.example" });
  });

  it("requires what the subtype requires, also in lists and members", async () => {
    const platform = rules(discriminator);
    const statuses = [
      await ask(platform, "POST /rules", { body: { kind: block } }),
      await ask(platform, "POST /rules", { body: { kind: limit, perMinute: "many" } }),
      await ask(platform, "POST /sets", { body: { rules: [{ kind: block }] } }),
      await ask(platform, "POST /sets", { body: { first: { kind: limit } } }),
      await ask(platform, "POST /sets", { body: { first: { kind: limit, perMinute: 1 }, rules: [] } }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([400, 400, 400, 400, 201]);
  });
});
