import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../contracts/index.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { serve } from "../test/support/conformance/things.ts";
import { createsItems } from "./items/creates-items.ts";
import { conform } from "./index.ts";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const setting = {
  type: "object",
  required: ["value"],
  properties: { key: { type: "string", readOnly: true }, value: { type: "string", minLength: 1, maxLength: 20 } },
};
const one = { 200: { description: "One.", ...json(setting) } };
const invalid = { 400: { description: "Wrong." } };
const unknown = { 404: { description: "None." } };
const key = { name: "key", in: "path", required: true, schema: { type: "string", pattern: "^[a-z0-9-]{1,20}$" } };
const body = { requestBody: { required: true, ...json(setting) } };

/** Document of settings. Only `posts` says how they are created, and only `refuses` says that a PUT creates none. */
async function settings({ posts = false, refuses = false } = {}) {
  const contract = await createScratch().load(
    documentOf({
      paths: {
        "/settings": {
          get: { responses: { 200: { description: "All.", ...json({ type: "array", items: setting }) } } },
          ...(posts && {
            post: { ...body, responses: { 201: { description: "Made.", ...json(setting) }, ...invalid } },
          }),
        },
        "/settings/{key}": {
          parameters: [key],
          get: { responses: { ...one, ...unknown } },
          put: { ...body, responses: { ...one, ...invalid, ...(refuses && unknown) } },
          delete: { responses: { 204: { description: "Gone." }, ...unknown } },
        },
      },
    }),
  );
  return contract!;
}

/** A server of settings, in which each PUT succeeds with 200. */
function serveSettings(all: Map<string, JsonObject>) {
  return serve(
    createServer(async (request, response) => {
      const sent = await text(request);
      const answer = (status: number, value?: Json): void =>
        void response
          .writeHead(status, value === undefined ? {} : { "content-type": "application/json" })
          .end(value === undefined ? undefined : JSON.stringify(value));
      const { method, url = "" } = request;
      const [, name, id] = url
        .split("?", 1)[0]!
        .split("/")
        .map((part) => decodeURIComponent(part));
      if (name !== "settings") return answer(404);
      if (method === "GET" && id === undefined) return answer(200, [...all.values()]);
      if (method === "PUT" || (method === "POST" && id === undefined)) {
        const value = valueIn(sent);
        if (value === undefined || (id !== undefined && !/^[a-z0-9-]{1,20}$/.test(id))) return answer(400);
        const place = id ?? `s${all.size}`;
        all.set(place, { key: place, value });
        return answer(method === "PUT" ? 200 : 201, all.get(place));
      }
      const known = id === undefined ? undefined : all.get(id);
      if (!known) return answer(404);
      if (method === "GET") return answer(200, known);
      if (method !== "DELETE") return answer(405);
      all.delete(id as string);
      answer(204);
    }),
  );
}

function valueIn(sent: string): string | undefined {
  try {
    const { value } = JSON.parse(sent) as { value?: unknown };
    return typeof value === "string" && value !== "" && [...value].length <= 20 ? value : undefined;
  } catch {
    return undefined;
  }
}

describe("a PUT that creates an item and answers 200", () => {
  it.each([
    ["the only way to create items", {}],
    ["no documented way to create items", { refuses: true }],
    ["not the documented way to create items", { posts: true }],
  ])("leaves nothing behind, where it is %s", async (_, document) => {
    const before: readonly (readonly [string, JsonObject])[] = [["own", { key: "own", value: "kept" }]];
    const all = new Map(before);
    await using server = await serveSettings(all);
    const { leftovers, operations } = await conform({
      contracts: [await settings(document)],
      target: server.url,
      mode: "sandbox",
      seed: 1,
      runs: 10,
    });

    const puts = operations.find(({ operation }) => operation === "PUT /settings/{key}");
    expect(puts?.statuses[200]).toBeGreaterThan(0);
    expect([...all.keys()]).toEqual(["own"]);
    expect(leftovers).toEqual([]);
  });

  it("has no finding, where no document says otherwise", async () => {
    await using server = await serveSettings(new Map());
    const report = await conform({
      contracts: [await settings()],
      target: server.url,
      mode: "sandbox",
      seed: 1,
      runs: 10,
    });

    expect(report.failures.map(({ check, message }) => [check, message])).toEqual([]);
  });
});

describe("createsItems()", () => {
  it.each([
    [true, {}],
    [false, { refuses: true }],
    [false, { posts: true }],
  ])("is %s for a PUT with 200 alone, for the document %j", async (expected, document) => {
    const contract = await settings(document);
    const put = contract.operations.find(({ method }) => method === "PUT")!;

    expect(createsItems(contract, put)).toBe(expected);
  });
});
