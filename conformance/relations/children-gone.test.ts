import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";

/** Treatment of the rooms of a site that is deleted. */
type Deletion = "rooms go" | "rooms stay" | "refused with rooms" | "rooms are marked" | "site is not looked at";

const scratch = createScratch();
const item = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string", minLength: 1, maxLength: 20 },
    archived: { type: "boolean", readOnly: true },
  },
};
const content = { content: { "application/json": { schema: item } } };
const one = { 200: { description: "One.", ...content }, 404: { description: "None." } };
const refusal = { description: "It is refused." };

function creation(id: string): JsonObject {
  return {
    operationId: id,
    requestBody: { required: true, ...content },
    responses: { 201: { description: "Made.", ...content }, 400: refusal, 404: refusal, 415: refusal },
  };
}

function named(...names: readonly string[]): JsonObject[] {
  return names.map((name) => ({ name, in: "path", required: true, schema: { type: "string", minLength: 1 } }));
}

const contract = await scratch.load(
  documentOf({
    paths: {
      "/sites": { post: creation("createSite") },
      "/sites/{site_id}": {
        parameters: named("site_id"),
        get: { responses: one },
        delete: { responses: { 204: { description: "Deleted." }, 404: refusal, 409: refusal } },
      },
      "/sites/{site_id}/rooms": { parameters: named("site_id"), post: creation("createRoom") },
      "/sites/{site_id}/rooms/{room_id}": { parameters: named("site_id", "room_id"), get: { responses: one } },
    },
  }),
);

function serveSites(deletion: Deletion) {
  const items = new Map<string, JsonObject>();
  let count = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent(request.url ?? "");
    const [, site = "", rooms] = /^\/sites(\/[^/]+)?(\/rooms(?:\/[^/]+)?)?$/.exec(path) ?? [];
    const send = (status: number, body?: JsonObject): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    };
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const isKnown = site === "" || items.has(`/sites${site}`) || deletion === "site is not looked at";
    if (request.method === "POST" && (site === "" || rooms === "/rooms")) {
      const sent = parse(body);
      if (request.headers["content-type"] !== "application/json") return send(415);
      if (!isKnown) return send(404);
      if (typeof sent?.["name"] !== "string" || sent["name"] === "" || sent["name"].length > 20) return send(400);
      const id = `i${++count}`;
      const made = { id, name: sent["name"], archived: false };
      items.set(`${rooms ? `/sites${site}/rooms` : "/sites"}/${id}`, made);
      return send(201, made);
    }
    const key = deletion === "site is not looked at" && rooms ? anyWith(rooms) : path;
    const found = items.get(key);
    if (!found) return send(404);
    if (request.method !== "DELETE" || rooms) return request.method === "GET" ? send(200, found) : send(405);
    const below = [...items.keys()].filter((each) => each.startsWith(`${path}/`));
    if (deletion === "refused with rooms" && below.length > 0) return send(409);
    for (const each of below) {
      if (deletion === "rooms go") items.delete(each);
      if (deletion === "rooms are marked") items.set(each, { ...items.get(each), archived: true });
    }
    items.delete(path);
    send(204);
  };

  function anyWith(rooms: string): string {
    return [...items.keys()].find((each) => each.endsWith(rooms)) ?? "";
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}

async function findingsWith(deletion: Deletion): Promise<readonly string[]> {
  const handle = serveSites(deletion);
  const server = createServer((request, response) => void handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { failures } = await conform({
      contracts: [contract],
      target,
      mode: "sandbox",
      seed: 1,
      runs: 3,
      property: "children-gone",
    });
    return [...new Set(failures.map(({ check, operation }) => `${operation} ${check}`))];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe("children of a deleted item", () => {
  it("are found if they are still read by their own path", async () => {
    expect(await findingsWith("rooms stay")).toEqual(["GET /sites/{site_id}/rooms/{room_id} children-gone"]);
  });

  it.each(["rooms go", "refused with rooms", "rooms are marked", "site is not looked at"] as const)(
    "are no finding if %s",
    async (deletion) => {
      expect(await findingsWith(deletion)).toEqual([]);
    },
  );
});
