import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, compileGenerated } from "../../../contracts/index.ts";
import { checkPacts } from "./check.ts";
import type { Interaction } from "../interaction.ts";
import { readInteraction } from "../read-interaction.ts";

/** Contract with schemas that comparators and validators often misjudge. */
const unusualContract = compileGenerated(
  {
    openapi: "3.1.0",
    info: { title: "Odd", version: "1" },
    paths: {
      "/odd": {
        get: {
          operationId: "getOdd",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer" } },
            { name: "ids", in: "query", explode: false, schema: { type: "array", items: { type: "string" } } },
          ],
          responses: { "200": { description: "It.", content: json({ $ref: "#/components/schemas/Odd" }) } },
        },
        post: {
          operationId: "addOdd",
          requestBody: { required: true, content: json({ $ref: "#/components/schemas/Odd" }) },
          responses: { "204": { description: "Added." } },
        },
        put: {
          operationId: "putOdd",
          requestBody: {
            required: true,
            content: {
              "application/x-www-form-urlencoded": {
                schema: { type: "object", required: ["age"], properties: { age: { type: "integer" } } },
              },
            },
          },
          responses: { "204": { description: "Put." } },
        },
        patch: {
          operationId: "patchOdd",
          requestBody: { content: { "application/merge-patch+json": { schema: { type: "object" } } } },
          responses: { "204": { description: "Patched." } },
        },
      },
      "/note": {
        put: {
          operationId: "putNote",
          requestBody: { content: { "text/plain": { schema: { type: "string", maxLength: 3 } } } },
          responses: { "204": { description: "Put." } },
        },
      },
      "/graphql": {
        post: {
          operationId: "ask",
          requestBody: { content: json({ type: "object", properties: { query: { type: "string" } } }) },
          responses: { "200": { description: "It." } },
        },
      },
    },
    "x-removed": { "/gone": { description: "It went.", methods: ["get"] } },
    components: {
      schemas: {
        Odd: {
          type: "object",
          required: ["id"],
          properties: {
            id: { type: "string", readOnly: true },
            secret: { $ref: "#/components/schemas/Secret" },
            price: { type: "number", multipleOf: 0.01 },
            pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
            parts: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Pet" } },
            pet: { $ref: "#/components/schemas/Pet" },
            address: {
              oneOf: [
                {
                  type: "object",
                  properties: { street: { type: "string" }, zip: { type: "string", pattern: "^\\d+$" } },
                },
                { type: "null" },
              ],
            },
            mixed: { oneOf: [{ type: "string" }, { type: "integer" }] },
            room: { type: "object", additionalProperties: true },
          },
        },
        Secret: { type: "string", writeOnly: true },
        Pet: {
          oneOf: [
            { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { maximum: 9 } } },
            { type: "object", required: ["kind"], properties: { kind: { const: "dog" }, barks: { type: "boolean" } } },
          ],
        },
      },
    },
  } as never,
  { api: "odd", file: "odd.json" },
);

function json(schema: Json): JsonObject {
  return { "application/json": { schema } };
}

/** Findings of an interaction: severity, place in the pact, message. */
async function found(request: JsonObject, response: JsonObject = {}) {
  const raw = { description: "", request: { path: "/odd", ...request }, response: { status: 204, ...response } };
  const interaction = readInteraction(raw, { version: 3, pointer: "/interactions/0", raw }) as Interaction;
  const pact = { file: "pact.json", consumer: "c", provider: "p", version: 3, interactions: [interaction], rest: {} };
  const nothingKnown = { fixtures: { names: [], stateOf: () => ({}) }, faults: [], eventOf: () => "" };
  const { interactions } = await checkPacts([pact], { ...nothingKnown, contracts: [unusualContract] });
  return (interactions[0]?.findings ?? []).map(({ severity, pact: at, message }) => [
    severity,
    at.replace("/interactions/0", ""),
    message,
  ]);
}

const seen = (body: Json, headers: JsonObject = {}) =>
  found({ method: "GET" }, { status: 200, headers: { "Content-Type": "application/json", ...headers }, body });

const sent = (body: Json, method = "POST", type = "application/json") =>
  found({ method, headers: { "Content-Type": type }, body });

describe("checkPacts() reports nothing", () => {
  it.each([{ price: 19.99 }, { price: 0.07 }, { pair: ["a", 1] }, { mixed: 1 }, { address: null }])(
    "for %j, sent or expected",
    async (body) => {
      expect([...(await sent(body)), ...(await seen(body))]).toEqual([]);
    },
  );

  it("for a form body that fits its schema", async () => {
    const form = (body: string) => sent(body, "PUT", "application/x-www-form-urlencoded");

    expect(await form("age=5&name=a+b")).toEqual([]);
    expect((await form("age=five")).map(([, , message]) => message)).toEqual([
      'The body that is sent has at "/age" "five", expected an integer',
    ]);
  });

  it("for plain text, common response headers, and a 410 of a removed operation", async () => {
    const note = (body: string) =>
      found({ method: "PUT", path: "/note", headers: { "Content-Type": "text/plain" }, body });

    expect(await note("abc")).toEqual([]);
    expect(await note("abcd")).toHaveLength(1);
    expect(await seen({}, { Date: "x", "Content-Length": "2" })).toEqual([]);
    expect(await found({ method: "GET", path: "/gone" }, { status: 410 })).toEqual([]);
    expect(await found({ method: "GET", path: "/gone" }, { status: 200 })).toHaveLength(1);
  });

  it("for a path with the name of its API or with a query", async () => {
    expect(await found({ method: "GET", path: "/odd/odd?limit=1" }, { status: 200 })).toEqual([]);
    expect(await found({ method: "GET", path: "/odd?limit=x" }, { status: 200 })).toHaveLength(1);
  });
});

describe("checkPacts() reports one finding", () => {
  it.each([
    [{ pet: { kind: "cat", lives: 10 } }, "/pet/lives", "10, and the contract has a number of at most 9"],
    [{ address: { zip: "abc" } }, "/address/zip", '"abc", and the contract has text that matches ^\\d+$'],
    [{ mixed: true }, "/mixed", "true, and the contract has a string or an integer"],
    [{ secret: "s" }, "/secret", '"s", and the contract has it in requests only'],
  ])("for %j", async (body, at, words) => {
    expect(await seen(body)).toEqual([
      ["error", `/response/body${at}`, `What the pact expects at "${at}" is ${words}`],
    ]);
  });

  it("for each of two faults in one body", async () => {
    const [lives, fur] = await seen({ pet: { kind: "cat", lives: 10, fur: "red" } });

    expect([lives?.[1], fur?.[1]]).toEqual(["/response/body/pet/lives", "/response/body/pet/fur"]);
  });

  it("for a parameter that is repeated but not a list", async () => {
    for (const query of ["limit=1&limit=2", "ids=a&ids=b"])
      expect((await found({ method: "GET", query }, { status: 200 })).map(([severity]) => severity)).toEqual(["error"]);
    expect(await found({ method: "GET", query: "ids=a,b" }, { status: 200 })).toEqual([]);
  });

  it("for a body with a similar content type, and for a missing body", async () => {
    expect(await sent({}, "PATCH")).toEqual([
      ["error", "/request/headers", "PATCH /odd takes application/merge-patch+json, not application/json"],
    ]);
    expect(await found({ method: "POST" })).toEqual([
      ["error", "/request", "No body is sent, and POST /odd needs one"],
    ]);
  });
});

describe("checkPacts() warns", () => {
  it.each([
    [{ room: { a: 1 } }, "/response/body/room/a"],
    [{ parts: [] }, "/response/body/parts"],
  ])("for %j", async (body, at) => {
    expect((await seen(body)).map(([severity, pact]) => [severity, pact])).toEqual([["warning", at]]);
  });

  it("of an expected content type with parameters, unless a matching rule covers it", async () => {
    const type = { "Content-Type": "application/json; charset=utf-8" };
    const matchingRules = { header: { "Content-Type": { matchers: [{ match: "regex", regex: ".*" }] } } };

    expect((await seen({}, type)).map(([severity]) => severity)).toEqual(["warning"]);
    expect(await found({ method: "GET" }, { status: 200, headers: type, matchingRules })).toEqual([]);
  });

  it("of a GraphQL query that is not checked, as information", async () => {
    const request = { method: "POST", path: "/graphql", headers: { "Content-Type": "application/json" } };

    expect(await found({ ...request, body: { query: "{ nosuchfield }" } }, { status: 200 })).toEqual([
      ["information", "/request/body/query", "The fields of the GraphQL query are not checked here"],
    ]);
  });
});
