import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();

const text = { type: "string" };
const pool = { type: "object", properties: { id: { ...text, readOnly: true }, name: text } };
const idParameter = { name: "id", in: "path", required: true, schema: text };

async function serving(envelope: JsonObject, more: JsonObject = {}): Promise<Platform> {
  const answer = {
    description: "",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Answer" } } },
  };
  const requestBody = { content: { "application/json": { schema: pool } } };
  const paths = {
    "/pools": { post: { requestBody, responses: { "200": answer } } },
    "/pools/{id}": {
      parameters: [idParameter],
      get: { responses: { "200": answer } },
      patch: { requestBody, responses: { "200": answer, ...more } },
    },
  };
  return platformServing([await scratch.load({ paths, components: { schemas: { Answer: envelope } } })]);
}

describe("an answer whose schema is that of the read operation", () => {
  it("has the required members beside the item", async () => {
    const platform = await serving({
      type: "object",
      required: ["result", "success"],
      properties: { result: pool, success: { type: "boolean", enum: [true] } },
    });
    const made = (await ask(platform, "POST /pools", { body: { name: "A" } })).value;
    const { id } = made.result;

    expect(made).toEqual({ result: { id, name: "A" }, success: true });
    const changed = (await ask(platform, `PATCH /pools/${id}`, { body: { name: "B" } })).value;
    expect(changed).toEqual({ result: { id, name: "B" }, success: true });
    expect((await ask(platform, `GET /pools/${id}`)).value).toEqual(changed);
  });
});

describe("a documented 428", () => {
  it("requires no precondition where the contract has neither If-Match nor ETag", async () => {
    const platform = await serving(pool, { "428": { description: "The owner needs an add-on." } });
    const { id } = (await ask(platform, "POST /pools", { body: { name: "A" } })).value;

    expect((await ask(platform, `PATCH /pools/${id}`, { body: { name: "B" } })).status).toBe(200);
  });
});
