import { type IncomingMessage, createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Contract, Json, JsonObject } from "../contracts/index.ts";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { conform } from "./conform.ts";
import type { Report } from "./findings/report.ts";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const content = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  size: { type: "string", enum: ["a", "b"] },
};
const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string", readOnly: true }, ...content },
};
const body = { requestBody: { required: true, ...json({ type: "object", required: ["name"], properties: content }) } };
const named = { 400: { description: "Wrong." }, 404: { description: "None." } };
const one = { 200: { description: "One.", ...json(item) }, ...named };

/** Server of items with a seed, and the parts of its document that differ. */
interface Planted {
  readonly title: string;
  /** Creating operation. */
  readonly post?: JsonObject;
  readonly put?: JsonObject;
  readonly others?: JsonObject;
  /** Answers a request. Undefined if it does as the other servers do. */
  answer?(call: Call, all: Map<string, JsonObject>): readonly [number, Json?] | undefined;
  readonly isListed?: false;
  /** Items that may stay, if the report lists them. */
  readonly leaves?: true;
}

interface Call {
  readonly method: string;
  readonly id: string | undefined;
  readonly action: string | undefined;
  readonly sent: JsonObject | undefined;
}

const created = { ...body, responses: { 201: { description: "Made.", ...json(item) }, ...named } };
const createdEmpty = { ...body, responses: { 204: { description: "Made." }, ...named } };
let count = 0;
const newId = (): string => `n${count++}`;

function create(sent: JsonObject, all: Map<string, JsonObject>, id = newId()): JsonObject {
  const made = { ...sent, id };
  all.set(id, made);
  return made;
}

const servers: readonly Planted[] = [
  { title: "creates items with POST", post: created },
  { title: "has no operation that creates, and answers 404 for unknown methods" },
  {
    title: "has no operation that creates, and answers 405 for unknown methods",
    answer: ({ method }) => (["GET", "PATCH", "DELETE"].includes(method) ? undefined : [405]),
  },
  {
    title: "creates items without an id in the response",
    post: createdEmpty,
    // Short texts may be those of others.
    leaves: true,
    answer({ method, id, sent }, all) {
      if (method !== "POST" || id !== undefined || !sent) return undefined;
      create(sent, all);
      return [204];
    },
  },
  {
    title: "creates items without an id in the response, and has no list",
    post: createdEmpty,
    isListed: false,
    leaves: true,
    answer({ method, id, sent }, all) {
      if (method !== "POST" || id !== undefined || !sent) return undefined;
      create(sent, all);
      return [204];
    },
  },
  {
    title: "creates and replaces items with PUT, and answers 200",
    put: { ...body, responses: one },
    answer({ method, id, sent }, all) {
      if (method !== "PUT" || id === undefined || !sent) return undefined;
      return [200, create(sent, all, id)];
    },
  },
  {
    title: "replaces items with PUT, and answers 201 each time",
    put: { ...body, responses: { ...one, 201: { description: "Made.", ...json(item) } } },
    answer({ method, id, sent }, all) {
      if (method !== "PUT" || id === undefined || !sent) return undefined;
      return [201, create(sent, all, id)];
    },
  },
  {
    title: "finds an item of the same size instead of creating another",
    post: { ...body, responses: { 200: { description: "Found or made.", ...json(item) }, ...named } },
    answer({ method, id, sent }, all) {
      if (method !== "POST" || id !== undefined || !sent) return undefined;
      const same = [...all.values()].find((each) => each["size"] === sent["size"]);
      return [200, same ?? create(sent, all)];
    },
  },
  {
    title: "refuses to delete items",
    post: created,
    leaves: true,
    answer: ({ method }) => (method === "DELETE" ? [403] : undefined),
  },
  {
    title: "accepts deletions and does nothing",
    post: created,
    leaves: true,
    answer: ({ method, id }, all) => (method === "DELETE" && all.has(id ?? "") ? [204] : undefined),
  },
  {
    title: "deletes all items of the collection, and with an action",
    post: created,
    others: {
      "/items": { delete: { responses: { 204: { description: "Gone." } } } },
      "/items/purge": { post: { responses: { 204: { description: "Gone." } } } },
    },
    answer({ method, id }, all) {
      if ((method !== "DELETE" || id !== undefined) && id !== "purge") return undefined;
      all.clear();
      return [204];
    },
  },
  {
    title: "creates items later, and says so with 202",
    leaves: true,
    post: { ...body, responses: { 202: { description: "Accepted." }, ...named } },
    answer({ method, id, sent }, all) {
      if (method !== "POST" || id !== undefined || !sent) return undefined;
      create(sent, all);
      return [202];
    },
  },
  {
    title: "reveals the key of an existing item when it refuses one",
    post: { ...created, responses: { ...created.responses, 409: { description: "Exists." } } },
    answer({ method, id, sent }, all) {
      if (method !== "POST" || id !== undefined || sent?.["size"] !== "a") return undefined;
      return [409, { existing: [...all.keys()][0] ?? "" }];
    },
  },
  {
    title: "changes items with an action",
    others: {
      "/items/{id}/mark": { parameters: [idParameter()], post: { responses: one } },
    },
    answer({ id, action }, all) {
      const known = all.get(id ?? "");
      if (action !== "mark" || !known) return undefined;
      return [200, create({ ...known, name: "marked" }, all, id)];
    },
  },
];

function idParameter(): JsonObject {
  return { name: "id", in: "path", required: true, schema: { type: "string" } };
}

async function documentFor({ post, put, others = {}, isListed }: Planted): Promise<Contract> {
  const list = { responses: { 200: { description: "All.", ...json({ type: "array", items: item }) } } };
  const paths: Record<string, Json> = {
    "/items": {
      ...(isListed !== false && { get: list }),
      ...(post && { post }),
      ...(others["/items"] as JsonObject | undefined),
    },
    "/items/{id}": {
      parameters: [idParameter()],
      get: { responses: one },
      ...(put && { put }),
      patch: { ...body, responses: one },
      delete: { responses: { 204: { description: "Gone." }, ...named } },
    },
  };
  for (const [path, operations] of Object.entries(others)) if (path !== "/items") paths[path] = operations as Json;
  return (await createScratch().load(documentOf({ paths })))!;
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const [, , id, action] = (request.url ?? "")
    .split("?", 1)[0]!
    .split("/")
    .map((part) => decodeURIComponent(part));
  return { method: request.method ?? "", id, action, sent: sentIn(await text(request)) };
}

function sentIn(sent: string): JsonObject | undefined {
  try {
    const value = JSON.parse(sent) as JsonObject;
    const { name, size } = value;
    if (typeof name !== "string" || name === "" || [...name].length > 40) return undefined;
    if (size !== undefined && size !== "a" && size !== "b") return undefined;
    return { name, ...(size !== undefined && { size }) };
  } catch {
    return undefined;
  }
}

/** The answer of a server without anything planted. */
function usualAnswer({ method, id, action, sent }: Call, all: Map<string, JsonObject>): readonly [number, Json?] {
  if (id === undefined && method === "GET") return [200, [...all.values()]];
  if (id === undefined && method === "POST") return sent ? [201, create(sent, all)] : [400];
  const known = all.get(id ?? "");
  if (!known || id === undefined || action !== undefined) return [404];
  if (method === "GET") return [200, known];
  if (method === "DELETE") return all.delete(id) ? [204] : [404];
  if (method !== "PATCH") return [404];
  return sent ? [200, create({ ...known, ...sent }, all, id)] : [400];
}

/** Runs against a planted server, and returns the items before and after. */
async function runOn(
  planted: Planted,
  seed: number,
): Promise<{ report: Report; before: Json; after: Map<string, Json> }> {
  // Keys that generators like, and values that no request of the run has.
  const ids = ["1", "a", "0", "seeded-item"];
  const all = new Map(ids.map((id, at) => [id, { id, name: `seed ${id}`, ...(at % 2 === 0 && { size: "a" }) }]));
  const before = structuredClone([...all.values()]);
  await using server = await serve(
    createServer(async (request, response) => {
      const call = await callOf(request);
      const isOurs = request.url?.split(/[/?]/)[1] === "items";
      const [status, value] = isOurs ? (planted.answer?.(call, all) ?? usualAnswer(call, all)) : [404];
      response.writeHead(status, { "content-type": "application/json" });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    }),
  );
  const report = await conform({
    contracts: [await documentFor(planted)],
    target: server.url,
    mode: "sandbox",
    seed,
    runs: 6,
  });
  return { report, before, after: all };
}

describe("a run on a server with items of others", () => {
  it.each(servers.map((planted) => [planted.title, planted] as const))(
    "changes nothing that it does not list, where the server %s",
    async (_, planted) => {
      const { report, before, after } = await runOn(planted, 1);
      const seeded = (before as readonly JsonObject[]).filter(
        ({ id }) => !report.leftovers.some((line) => line.includes(` changed /items/${id as string}: it differs`)),
      );
      const added = after.size - (before as readonly Json[]).length;

      expect(seeded.map(({ id }) => after.get(id as string))).toEqual(seeded);
      expect(seeded.length).toBeGreaterThan(2);
      expect(report.requests).toBeGreaterThan(20);
      if (planted.leaves) expect(added).toBeGreaterThan(0);
      expect(report.leftovers.filter((line) => line.includes(" made "))).toHaveLength(planted.leaves ? added : 0);
      if (!planted.leaves) expect(added).toBe(0);
      const counted = (report.leftoverCounts ?? []).reduce((sum, { count: each }) => sum + each, 0);
      expect(counted).toBe(report.leftovers.length);
    },
  );
});
