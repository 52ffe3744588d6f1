import { describe, expect, it } from "vitest";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { loadContract } from "../../loading/load.ts";
import type { JsonObject } from "../../model/json.ts";

const scratch = createScratch();

const name = { name: "name", in: "body", required: true, maxLength: 5, schema: { type: "string" } };
const state = { name: "state", in: "body", enum: [0, 1], schema: { type: "integer" } };
const owner = { name: "owner", in: "body", description: "Owner.", schema: { $ref: "#/definitions/Owner" } };
const trace = { name: "trace", in: "header", type: "string" };

async function load(parameters: readonly JsonObject[], members: JsonObject = {}) {
  const post = { parameters, responses: { 200: { description: "" } } };
  const document = {
    swagger: "2.0",
    info: {},
    paths: { "/a": { post, ...members } },
    definitions: { Owner: { type: "object" } },
  };
  const contract = await loadContract(scratch.write({ "openapi.json": document }));
  return { ...contract, body: contract.operations[0]?.body };
}

describe("mergeBodies()", () => {
  it("reads several body parameters as members of one JSON object", async () => {
    const { body, operations, problems } = await load([name, trace, state, owner]);

    expect(body).toMatchObject({ required: true, content: [{ mediaType: "application/json" }] });
    expect(body?.content[0]?.schema?.value).toEqual({
      type: "object",
      properties: {
        name: { type: "string", maxLength: 5 },
        state: { type: "integer", enum: [0, 1] },
        owner: { $ref: "#/components/schemas/Owner" },
      },
      required: ["name"],
    });
    expect(operations[0]?.parameters.map((parameter) => parameter.name)).toEqual(["trace"]);
    expect(problems.map(({ code, message, at }) => [code, at.pointer, message])).toEqual([
      [
        "several-bodies",
        "/paths/~1a/post/parameters",
        expect.stringMatching(/"name", "state", "owner" are read as members.*; write one body/),
      ],
    ]);
  });

  it("leaves the body optional if no member is required", async () => {
    const { body } = await load([state, owner]);

    expect(body?.required).toBe(false);
    expect(body?.content[0]?.schema?.value).not.toHaveProperty("required");
  });

  it("reads those of the path item", async () => {
    const { body } = await load([], { parameters: [name, state] });

    expect(body?.content[0]?.schema?.value).toHaveProperty("properties.name");
  });

  it.each([
    ["one parameter, whatever its name", [{ ...name, schema: { type: "string" } }], "string"],
    ["one object", [owner], undefined],
    ["parameters of the same name, of which the first is used", [name, { ...state, name: "name" }], "string"],
  ])("keeps %s as the whole body", async (_, parameters, type) => {
    const { body, problems } = await load(parameters);
    const value = body?.content[0]?.schema?.value as JsonObject;

    expect(value["type"]).toBe(type);
    expect(value).not.toHaveProperty("properties");
    expect(problems.map(({ code }) => code)).not.toContain("several-bodies");
  });
});
