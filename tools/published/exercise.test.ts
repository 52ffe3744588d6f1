import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type Platform, createClock, createPlatform } from "../../mock/index.ts";
import { idOf } from "./client.ts";
import { exercise } from "./exercise.ts";
import { createJudge } from "./judge.ts";

const pet: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
};
const json = (schema: JsonObject): JsonObject => ({ description: "ok", content: { "application/json": { schema } } });
const body = { required: true, content: { "application/json": { schema: pet } } };
const parameters = [{ name: "petId", in: "path", required: true, schema: { type: "string" } }];
const document: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: { responses: { 200: json({ type: "array", items: pet }) } },
      post: { requestBody: body, responses: { 201: json(pet) } },
    },
    "/pets/{petId}": {
      parameters,
      get: { responses: { 200: json(pet) } },
      put: { requestBody: body, responses: { 200: json(pet) } },
      delete: { responses: { 204: { description: "gone" } } },
    },
  },
};

describe("exercise()", () => {
  it("finds no failure in a mock that follows its document", async () => {
    const { outcomes, lives } = await exercised((platform) => platform);

    expect(outcomes.map(({ result }) => result)).toEqual(["valid", "valid", "valid"]);
    expect(lives).toEqual([
      { collection: "/pets", steps: { create: true, read: true, list: true, change: true, delete: true }, detail: [] },
    ]);
  });

  it("reports each planted fault", async () => {
    const { outcomes, lives } = await exercised((platform) => ({
      async handle(request) {
        const response = await platform.handle(request);
        if (request.method === "GET" && request.url === "/pets") return { ...response, body: Buffer.from("[{}]") };
        return request.method === "DELETE" ? { ...response, status: 500 } : response;
      },
    }));

    expect(outcomes.map(({ result }) => result)).toEqual(["valid", "invalid", "valid"]);
    expect(lives[0]?.steps).toEqual({ create: true, read: true, list: false, change: true, delete: false });
  });

  async function exercised(
    planted: (platform: Platform) => Pick<Platform, "handle">,
  ): Promise<Awaited<ReturnType<typeof exercise>>> {
    const contract = compileInMemory(document);
    return exercise(
      contract,
      planted(createPlatform([contract], { clock: createClock(Date.now), selfCheck: true })),
      createJudge(document),
      1,
    );
  }
});

describe("idOf()", () => {
  it.each([
    ["issue_number", { id: 7, number: 42 }, "42"],
    ["team_slug", { id: 7, slug: "core" }, "core"],
    ["AccountSid", { sid: "AC1", name: "x" }, "AC1"],
    ["name", { metadata: { name: "dev" } }, "dev"],
    ["petId", { id: "p1", name: "Rex" }, "p1"],
  ])("takes %s from the member that it names", (parameter, item, id) => {
    expect(idOf(item, parameter)).toBe(id);
  });
});
