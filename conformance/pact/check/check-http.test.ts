import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, compileGenerated, loadPlatform } from "../../../contracts/index.ts";
import { checkPacts } from "./check.ts";
import type { Finding } from "../finding.ts";
import type { Interaction } from "../interaction.ts";
import { readInteraction } from "../read-interaction.ts";

/** Fixtures and faults of a mock: none. */
const nothingKnown = { fixtures: { names: [], stateOf: () => ({}) }, faults: [], eventOf: () => "" };

const platform = await loadPlatform();

/** Contract with schemas that comparators misread. */
const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things/{id}": {
      get: {
        operationId: "getThing",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", pattern: "^t_" } }],
        responses: {
          "200": { description: "It.", content: json({ $ref: "#/components/schemas/Thing" }) },
          "404": { description: "None." },
        },
      },
    },
    "/things/{id}:publish": {
      post: {
        operationId: "publishThing",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "when", in: "query", required: true, schema: { type: ["string", "null"], format: "date" } },
        ],
        requestBody: { required: true, content: json({ $ref: "#/components/schemas/Publication" }) },
        responses: { "202": { description: "Soon." } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: ["object", "null"],
        properties: { id: { type: "string" }, parts: { type: "array", items: { $ref: "#/components/schemas/Part" } } },
        oneOf: [
          { properties: { weight: { type: "number" } }, required: ["weight"] },
          { $ref: "#/components/schemas/Long" },
        ],
      },
      Long: { type: "object", required: ["length"], properties: { length: { type: "number" } } },
      Part: {
        oneOf: [{ $ref: "#/components/schemas/Bolt" }, { $ref: "#/components/schemas/Plate" }],
        discriminator: {
          propertyName: "kind",
          mapping: { bolt: "#/components/schemas/Bolt", plate: "#/components/schemas/Plate" },
        },
      },
      AnyPart: {
        anyOf: [{ $ref: "#/components/schemas/Bolt" }, { $ref: "#/components/schemas/Plate" }],
        discriminator: { propertyName: "kind" },
      },
      Bolt: {
        type: "object",
        required: ["kind", "thread"],
        properties: { kind: { const: "bolt" }, thread: { type: "string" } },
      },
      Plate: {
        type: "object",
        required: ["kind"],
        properties: {
          kind: { const: "plate" },
          more: { type: "object", properties: { a: {} }, additionalProperties: true },
        },
      },
      Publication: {
        allOf: [
          { type: "object", required: ["title"], properties: { title: { type: "string" } } },
          { type: "object", required: ["channel"], properties: { channel: { enum: ["web", "print"] } } },
          { properties: { part: { $ref: "#/components/schemas/AnyPart" } } },
        ],
      },
    },
  },
};
const things = compileGenerated(document as never, { api: "things", file: "things.json" });

function json(schema: Json): JsonObject {
  return { "application/json": { schema } };
}

async function findings(raw: Json, contracts = [things]): Promise<readonly Finding[]> {
  const interaction = readInteraction(raw, {
    version: 3,
    pointer: "/interactions/0",
    raw: raw as JsonObject,
  }) as Interaction;
  const pact = { file: "pact.json", consumer: "c", provider: "p", version: 3, interactions: [interaction], rest: {} };
  const { interactions } = await checkPacts([pact], { ...nothingKnown, contracts });
  return interactions[0]?.findings ?? [];
}

const expects = (body: Json) =>
  findings({ description: "", request: { method: "GET", path: "/things/t_1" }, response: { status: 200, body } });

const publishes = (body: Json, query = "when=2026-01-01", path = "/things/t_1:publish") =>
  findings({
    description: "",
    request: { method: "POST", path, query, headers: { "Content-Type": "application/json" }, body },
    response: { status: 202 },
  });

describe("a request", () => {
  it("is checked against the operation whose path has the action", async () => {
    expect(await publishes({ title: "A", channel: "web" })).toEqual([]);
  });

  it("needs the required properties of each part of an allOf", async () => {
    const missing = [...(await publishes({ channel: "web" })), ...(await publishes({ title: "A" }))];

    expect(missing.map(({ message }) => message)).toEqual([
      'The body that is sent has nothing, expected the property "title"',
      'The body that is sent has nothing, expected the property "channel"',
    ]);
  });

  it("must have valid parameters", async () => {
    const good = { title: "A", channel: "web" };

    expect((await publishes(good, "")).map(({ code, severity }) => [code, severity])).toEqual([
      ["request.query", "error"],
    ]);
    expect((await publishes(good, "when=soon")).map(({ code }) => code)).toEqual(["request.query"]);
    expect((await publishes(good, "when=2026-01-01&who=me")).map(({ code, severity }) => [code, severity])).toEqual([
      ["request.query.unknown", "warning"],
    ]);
  });

  it("may be invalid if the consumer expects a refusal", async () => {
    const request = { method: "GET", path: "/things/x" };

    expect(await findings({ description: "", request, response: { status: 404 } })).toEqual([]);
    expect((await findings({ description: "", request, response: { status: 200 } })).map(({ code }) => code)).toEqual([
      "request.path",
    ]);
  });

  it("is reported with the closest operation if no contract has its path", async () => {
    const request = { method: "GET", path: "/thing/t_1" };
    const [finding] = await findings({ description: "", request, response: { status: 200 } });

    expect(finding?.message).toBe("No contract has GET /thing/t_1; the nearest is GET /things/{id}");
  });

  it("gets a warning if the pact shows no token", async () => {
    const request = { method: "GET", path: "/v1/entity/schemas" };
    const reported = await findings({ description: "", request, response: { status: 200 } }, platform);

    expect(reported.map(({ code, severity }) => [code, severity])).toEqual([
      ["request.authorization.missing", "warning"],
    ]);
  });

  it("is validated beside a discriminator with anyOf", async () => {
    expect(await publishes({ title: "A", channel: "web", part: { kind: "bolt", thread: "M5" } })).toEqual([]);
    expect(await publishes({ title: "A", channel: "web", part: { kind: "bolt" } })).not.toEqual([]);
  });

  it("must expect a documented status", async () => {
    const request = { method: "GET", path: "/things/t_1" };
    const [finding] = await findings({ description: "", request, response: { status: 418 } });

    expect([finding?.code, finding?.message]).toEqual([
      "response.status",
      "GET /things/{id} has no status 418 (documented: 200, 404)",
    ]);
  });
});

describe("an expected response", () => {
  it("may have properties of any alternative, and omit required ones", async () => {
    expect(await expects({ id: "t_1", weight: 1 })).toEqual([]);
    expect(await expects({ length: 1 })).toEqual([]);
    expect(await expects({ parts: [{ thread: "M5" }, { kind: "plate" }] })).toEqual([]);
  });

  it("may not have properties that no schema promises, at any depth", async () => {
    expect((await expects({ id: "t_1", weight: 1, colour: "red" })).map(({ pact }) => pact)).toEqual([
      "/interactions/0/response/body/colour",
    ]);
    expect(
      (await expects({ parts: [{ kind: "plate", thread: "M5" }] })).some(({ severity }) => severity === "error"),
    ).toBe(true);
  });

  it("gets a warning for properties that are allowed but not promised", async () => {
    expect(
      (await expects({ parts: [{ kind: "plate", more: { b: 1 } }] })).map(({ severity, pact }) => [severity, pact]),
    ).toEqual([["warning", "/interactions/0/response/body/parts/0/more/b"]]);
  });

  it("is reported with its place in the pact and in the contract", async () => {
    const [finding] = await expects({ parts: [{ kind: "bolt", thread: 5 }] });

    expect(finding).toMatchObject({
      pact: "/interactions/0/response/body/parts/0/thread",
      contract: { file: "things.json", basis: "stated" },
    });
  });
});

describe("the content type of a response", () => {
  it("must be documented: a problem document is not plain JSON", async () => {
    const answer = {
      status: 404,
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: { status: 404 },
    };
    const request = { method: "GET", path: "/v1/entity/schemas/x/head", headers: { Authorization: "Bearer x" } };
    const reported = await findings({ description: "", request, response: answer }, platform);

    expect(reported.map(({ code, remedy }) => [code, remedy])).toEqual([
      ["response.content-type", "Expect the header Content-Type with application/problem+json"],
    ]);
  });
});
