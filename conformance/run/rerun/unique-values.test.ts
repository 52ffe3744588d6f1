import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import { serve } from "../../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { conform } from "../../conform.ts";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const properties = { name: { type: "string", maxLength: 40 }, kind: { type: "string", maxLength: 40 } };
const size = { type: "integer", minimum: 1, maximum: 9 };
const account = { type: "object", required: ["name", "size"], properties: { ...properties, size } };
const none = { description: "None." };
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/accounts": {
        post: {
          requestBody: { required: true, ...json(account) },
          responses: { 201: { description: "Made.", ...json(account) }, 400: none, 409: none },
        },
      },
    },
  }),
))!;

/** Accounts with unique names, of which none is empty, and of any size. */
async function startAccounts(taken: readonly [status: number, body: Json]) {
  const names = new Set<Json>();
  const answer = (sent: JsonObject | undefined): readonly [status: number, body: Json] => {
    const { name, kind = "", size: asked } = sent ?? {};
    if (typeof name !== "string" || typeof kind !== "string" || typeof asked !== "number") return [400, {}];
    if (name === "" || name.length > 40 || kind.length > 40) return [400, { error: "validation failed" }];
    if (names.has(name)) return taken;
    names.add(name);
    return [201, sent ?? {}];
  };
  return serve(
    createServer(async (request, response) => {
      const sent = await text(request);
      const [status, body] = request.method === "POST" ? answer(parsed(sent)) : [405, {}];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }),
  );
}

function parsed(sent: string): JsonObject | undefined {
  try {
    const value = JSON.parse(sent) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

it.each<[number, Json]>([
  [409, { error: "the name exists already" }],
  [400, { error: "validation failed" }],
])("confirms findings with values that do not exist yet, where these are refused with %i %j", async (...taken) => {
  for (const seed of [1, 2, 3]) {
    await using server = await startAccounts(taken);
    const { failures } = await conform({ contracts: [contract], target: server.url, mode: "sandbox", seed });

    expect(failures.map(({ check }) => check)).toContain("invalid-input-refused");
    expect(failures.filter(({ flaky }) => flaky).map(({ check, message }) => `${check} ${message}`)).toEqual([]);
  }
});
