import { describe, expect, it } from "vitest";
import { type Operation, loadContract } from "../../contracts/index.ts";
import { ask, fixture, platformServing } from "../../test/support/mock/ask.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { createMemoryStore } from "../index.ts";
import { responseProblems } from "./self-check.ts";

const scratch = createScratch();

/** Document with a response schema that no value matches. */
const impossible = {
  openapi: "3.1.0",
  info: { title: "Impossible", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "readThings",
        responses: {
          200: {
            description: "What cannot be",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["size"],
                  properties: { size: { type: "string", minimum: 1, not: {} } },
                },
              },
            },
          },
        },
      },
    },
  },
};

describe("selfCheck", () => {
  it.each<[string, () => Promise<readonly string[]>]>([
    [
      "throws",
      () => {
        throw new Error("no disk");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no disk"))],
  ])("does not fail at the start if the store cannot be read: it %s", async (_, organizations) => {
    const store = { ...createMemoryStore(), organizations };
    const platform = platformServing([await fixture("library")], { selfCheck: true, store });

    expect((await ask(platform, "POST /books", { body: { title: "Emma" } })).status).toBe(201);
  });

  it("replaces a response that violates the contract by 500 with the violations", async () => {
    const contract = compileInMemory({
      paths: {
        "/things": {
          get: {
            responses: {
              200: {
                description: "What cannot be said",
                headers: { "X-Size": { required: true, schema: { type: "integer", minimum: 2, maximum: 1 } } },
              },
            },
          },
        },
      },
    });
    const response = await ask(platformServing([contract], { selfCheck: true }), "GET /things");

    expect(response.status).toBe(500);
    expect(response.value.detail).toBe(
      "The mock failed: the answer 200 does not fit its contract: GET /things: x-size is not an integer",
    );
    expect(await ask(platformServing([contract], { selfCheck: false }), "GET /things")).toMatchObject({ status: 200 });
  });

  it("is not needed for a schema that no value matches: the response is 501 anyway", async () => {
    const contract = await loadContract(scratch.write({ "impossible.json": JSON.stringify(impossible) }));
    const response = await ask(platformServing([contract]), "GET /things");

    expect(response.status).toBe(501);
    expect(response.value.detail).toBe(
      "Nothing was found that fits the schema of what GET /things answers: see concord contracts lint",
    );
  });

  it("has no part in the 501 for a schema with too many branches", async () => {
    const oneOf = Array.from({ length: 2500 }, (_, index) => ({
      type: "object",
      required: [`k${index}`],
      properties: { [`k${index}`]: { const: index } },
    }));
    const content = { "application/json": { schema: { oneOf } } };
    const contract = compileInMemory({
      paths: { "/things": { get: { responses: { 200: { description: "Done", content } } } } },
    });

    expect((await ask(platformServing([contract]), "GET /things")).value.detail).toBe(
      "Nothing was found in the allowed steps that fits the schema of what GET /things answers: its schemas branch too often, see concord contracts lint",
    );
  });

  it.each([
    ["application/json", { errors: [{ message: "No" }] }, []],
    ["application/graphql-response+json", { errors: [{ message: "No" }] }, []],
    ["application/json", { message: "No" }, ["POST /graphql: It is no problem document"]],
  ])("accepts an undocumented refusal in the form of GraphQL: %s, %j", (type, body, problems) => {
    const contract = compileInMemory({
      paths: { "/graphql": { post: { responses: { 200: { description: "Done" } } } } },
    });
    const [operation] = contract.operations as [Operation];
    const headers = { "content-type": type, "concord-basis": "stated" };

    expect(
      responseProblems(contract, operation, { status: 400, headers, body: Buffer.from(JSON.stringify(body)) }),
    ).toEqual(problems);
  });

  it("validates text bodies, too", async () => {
    const contract = await fixture("media");
    const operation = contract.operations.find(({ id }) => id === "getWordKind") as Operation;
    const problems = (text: string): string[] =>
      responseProblems(contract, operation, {
        status: 200,
        headers: { "content-type": "text/plain", "concord-basis": "stated" },
        body: Buffer.from(text),
      });

    expect([problems("verb"), problems("adverb")]).toEqual([
      [],
      ['GET /words/kind:  is "adverb", not one of "noun", "verb"'],
    ]);
  });
});
