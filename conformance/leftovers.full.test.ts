import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, isObject } from "../contracts/index.ts";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { conform } from "./conform.ts";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const members = { name: { type: "string", minLength: 1, maxLength: 40 }, size: { type: "integer", minimum: 0 } };
const box = { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true }, ...members } };
const input = { type: "object", required: ["name"], properties: members };
const named = { type: "object", required: ["name"], properties: members };

/** Document of boxes with an id of the server, or of boxes whose name is their key. */
function documentWith({ key, hasRead = true }: { key: "id" | "name"; hasRead?: boolean }): JsonObject {
  const shown = key === "id" ? box : named;
  const none = { description: "None." };
  return documentOf({
    paths: {
      "/boxes": {
        get: { responses: { 200: { description: "All.", ...json({ type: "array", items: shown }) } } },
        post: {
          requestBody: { required: true, ...json(input) },
          responses: { 201: { description: "Made.", ...json(shown) }, 400: none, 409: none },
        },
      },
      [`/boxes/{${key}}`]: {
        parameters: [{ name: key, in: "path", required: true, schema: { type: "string", minLength: 1 } }],
        ...(hasRead && { get: { responses: { 200: { description: "It.", ...json(shown) }, 404: none } } }),
        delete: { responses: { 204: { description: "Gone." }, 404: none } },
      },
    },
  });
}

interface Habits {
  readonly key: "id" | "name";
  /** Status of creations that are refused and store their item all the same. */
  readonly refusesLate?: number;
  /** Reading of the last segment of a path. Default: decoded. */
  readonly read?: (segment: string) => string;
  /** Answer to a read of what is not there. Default: 404. */
  readonly unknown?: Json;
}

/** A server of boxes, some of which were there before. */
async function startBoxes(
  { key, refusesLate, read = decodeURIComponent, unknown }: Habits,
  old: readonly JsonObject[],
) {
  const all = new Map(old.map((each) => [String(each[key]), each]));
  let made = 0;
  const answer = (method: string, segment: string | undefined, sent: JsonObject | undefined): [number, Json?] => {
    if (segment === undefined && method === "GET") return [200, [...all.values()]];
    if (segment === undefined && method === "POST") {
      const { name, size = 0 } = sent ?? {};
      if (typeof name !== "string" || name === "" || [...name].length > 40) return [400];
      if (typeof size !== "number" || size < 0 || !Number.isInteger(size)) return [400];
      const item = { id: `b${++made}`, name, size };
      if (all.has(String(item[key]))) return [409];
      all.set(item[key], item);
      return refusesLate !== undefined && size > 0 ? [refusesLate] : [201, item];
    }
    const known = all.get(read(segment ?? ""));
    if (method === "DELETE" && segment !== undefined) return known && all.delete(read(segment)) ? [204] : [404];
    if (method !== "GET") return [405];
    return known ? [200, known] : unknown === undefined ? [404] : [200, unknown];
  };
  const server = await serve(
    createServer(async (request, response) => {
      const [, , segment] = (request.url ?? "").split("?", 1)[0]!.split("/");
      const sent = await text(request);
      const [status, body] = answer(request.method ?? "", segment, parsed(sent));
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }),
  );
  return { server, all };
}

function parsed(body: string): JsonObject | undefined {
  try {
    const value = JSON.parse(body) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const scratch = createScratch();

/** The items that a run leaves on a server of boxes, those that it lost, and its report. */
async function leftBy(habits: Habits & { readonly hasRead?: boolean }, old: readonly JsonObject[] = []) {
  const contract = (await scratch.load(documentWith(habits)))!;
  const { server, all } = await startBoxes(habits, old);
  await using _ = server;
  const report = await conform({ contracts: [contract], target: server.url, mode: "sandbox", seed: 1 });
  return {
    lost: old.filter((each) => all.get(String(each[habits.key])) !== each),
    left: [...all.values()].filter((each) => !old.includes(each)),
    said: report.leftovers ?? [],
    checks: report.failures.map(({ operation, check }) => `${operation} ${check}`),
  };
}

const old = [
  { id: "old1", name: "a%3Fb", size: 1 },
  { id: "old2", name: "first", size: 2 },
];

describe("at its end a run", () => {
  it.each([400, 401, 500])(
    "lists items whose creation was refused with %i, and deletes nothing of others",
    async (refusesLate) => {
      const { lost, left, said } = await leftBy({ key: "id", refusesLate }, old);

      expect(lost).toEqual([]);
      expect(said.length).toBeGreaterThanOrEqual(left.length);
      if (refusesLate < 500) expect(said.join()).toContain("its list did not show it before the run");
    },
  );

  it.each<[string, (segment: string) => string]>([
    ["does not decode paths", (segment) => segment],
    ["decodes paths twice", (segment) => safely(safely(segment))],
    ["decodes all but slashes", (segment) => safely(segment.replaceAll(/%2F/gi, "%252F"))],
  ])("says what stays, and deletes nothing of others, if the server %s", async (_, read) => {
    for (const hasRead of [true, false]) {
      const { lost, left, said } = await leftBy({ key: "name", read, hasRead }, old);

      expect(lost).toEqual([]);
      const count = said.filter((line) => !/may have made/.test(line)).length;
      expect(count).toBeGreaterThanOrEqual(left.length);
    }
  });

  it.each<Json>([{}, { data: null }])("takes an empty answer for no item: %j", async (unknown) => {
    const { lost, left, said, checks } = await leftBy({ key: "id", unknown }, old);

    expect(lost).toEqual([]);
    expect(left).toEqual([]);
    expect(said).toEqual([]);
    expect(checks).not.toContain("GET /boxes/{id} deleted-gone");
    expect(checks).toContain("GET /boxes/{id} unknown-refused");
  });

  it("says and finds nothing on a server that keeps its document", async () => {
    expect(await leftBy({ key: "id" }, old)).toEqual({ lost: [], left: [], said: [], checks: [] });
  });
});

function safely(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

describe("before the first write", () => {
  it.each([
    ["its total says that it is long", { total: 20_000 }],
    ["nothing says how long it is", {}],
  ])("a list is read in few requests, where %s", async (_, envelope) => {
    let reads = 0;
    let isWritten = false;
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      isWritten ||= request.method !== "GET";
      if (!isWritten && /^\/c\d+$/.test(pathname)) reads += 1;
      const page = Number(searchParams.get("page") ?? 1);
      const items = Array.from({ length: 20 }, (__, index) => ({ id: String(page * 20 + index), name: "old" }));
      const isList = request.method === "GET" && /^\/c\d+$/.test(pathname);
      response.writeHead(isList ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(isList ? { items, ...envelope } : {}));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const page = { name: "page", in: "query", schema: { type: "integer", minimum: 1 } };
    const list = { type: "object", properties: { items: { type: "array", items: box }, total: { type: "integer" } } };
    const paths = Object.fromEntries(
      Array.from({ length: 10 }, (__, index) => [
        `/c${index}`,
        {
          get: { parameters: [page], responses: { 200: { description: "", ...json(list) } } },
          post: {
            requestBody: { ...json(input) },
            responses: { 201: { description: "", ...json(box) }, 400: { description: "" } },
          },
        },
      ]),
    );
    const { port } = server.address() as AddressInfo;
    const contract = await scratch.load(documentOf({ paths }));

    await conform({
      contracts: [contract],
      target: `http://127.0.0.1:${port}`,
      mode: "sandbox",
      runs: 2,
      seed: 1,
    });
    server.close();
    expect(isWritten).toBe(true);
    expect(reads).toBeLessThan(120);
  });
});
