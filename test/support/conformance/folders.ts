import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { documentOf } from "../contracts/scratch.ts";
import { type Served, serve } from "./things.ts";

/** Faults of the provider of folders. */
export type FolderFault = "change-fails-late" | "creation-fails-late" | "creation-hangs" | "deletion-forgotten";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const folder = {
  type: "object",
  required: ["title"],
  properties: {
    id: { type: "string", minLength: 1, maxLength: 12 },
    title: { type: "string", minLength: 1, maxLength: 20 },
    papers: { type: "array", items: { type: "string", minLength: 1 } },
  },
};
const papers = { type: "object", required: ["data"], properties: { data: folder.properties.papers } };
const lock = { type: "object", required: ["enabled"], properties: { enabled: { type: "boolean" } } };
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } }];
const refused = { 400: { description: "Wrong." }, 404: { description: "None." } };
const answering = (schema: Json): JsonObject => ({
  responses: { 200: { description: "It.", ...json(schema) }, ...refused },
});
const taking = (schema: Json): JsonObject => ({ requestBody: { required: true, ...json(schema) } });

/** Document of folders, the papers in each, and a lock that makes all of them read-only. */
export const foldersDocument: JsonObject = documentOf({
  paths: {
    "/settings/lock": {
      get: answering(lock),
      post: { ...taking(lock), responses: { 204: { description: "Set." }, ...refused } },
    },
    "/folders": {
      get: answering({ type: "array", items: folder }),
      post: { ...taking(folder), responses: { 201: { description: "Made.", ...json(folder) }, ...refused } },
    },
    "/folders/{id}": {
      parameters,
      get: answering(folder),
      patch: { ...taking(folder), ...answering(folder) },
      delete: { responses: { 204: { description: "Gone." }, ...refused } },
    },
    "/folders/{id}/papers": { parameters, get: answering(papers), patch: { ...taking(papers), ...answering(papers) } },
  },
});

/** State of the provider. */
export interface Folders {
  readonly all: Map<string, JsonObject>;
  isLocked: boolean;
}

interface Call {
  readonly method: string;
  readonly id: string | undefined;
  readonly rest: string | undefined;
  readonly body: JsonObject;
}

type Answer = readonly [status: number, body?: Json];

/** Serves folders. A folder with the id "seeded" is there from the beginning. */
export async function serveFolders(fault?: FolderFault): Promise<Served & { readonly folders: Folders }> {
  const folders: Folders = { all: new Map(), isLocked: false };
  folders.all.set("seeded", { id: "seeded", title: "Seeded", papers: ["a", "b"] });
  let made = 0;
  const served = await serve(
    createServer(async (request, response) => {
      const [, collection, id, rest] = new URL(request.url ?? "", "http://host").pathname
        .split("/")
        .map(decodeURIComponent);
      const sent = await text(request);
      const body = sent === "" ? {} : parsed(sent);
      const method = request.method ?? "GET";
      const [status, answer] =
        body === undefined ? [400] : answerTo(collection, { method, id, rest, body: body as JsonObject });
      if (status === 0) return;
      response.writeHead(status, answer === undefined ? {} : { "content-type": "application/json" });
      response.end(answer === undefined ? undefined : JSON.stringify(answer));
    }),
  );
  return { ...served, folders, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };

  function answerTo(collection: string | undefined, call: Call): Answer {
    if (collection === "settings" && call.id === "lock") return lockAnswer(call);
    if (collection !== "folders") return [404];
    if (folders.isLocked && call.method !== "GET") return [503, { message: "The folders are locked" }];
    if (call.id === undefined) return collectionAnswer(call);
    const found = folders.all.get(call.id);
    if (!found) return [404];
    return call.rest === "papers" ? papersAnswer(call, found) : folderAnswer(call, found);
  }

  function lockAnswer({ method, body }: Call): Answer {
    if (method === "GET") return [200, { enabled: folders.isLocked }];
    if (method !== "POST") return [405];
    if (typeof body["enabled"] !== "boolean") return [400];
    folders.isLocked = body["enabled"];
    return [204];
  }

  function collectionAnswer({ method, body }: Call): Answer {
    if (method === "GET") return [200, [...folders.all.values()]];
    if (method !== "POST") return [405];
    if (!isFolder(body) || typeof body["title"] !== "string") return [400];
    const id = typeof body["id"] === "string" ? body["id"] : `f${++made}`;
    if (folders.all.has(id)) return [400];
    const item = { papers: [], ...body, id };
    folders.all.set(id, item);
    if (fault === "creation-hangs") return [0];
    return fault === "creation-fails-late" ? [500] : [201, item];
  }

  function folderAnswer({ method, body }: Call, found: JsonObject): Answer {
    const id = found["id"] as string;
    if (method === "GET") return [200, found];
    if (method === "DELETE") {
      if (fault !== "deletion-forgotten" || id.length % 2 === 1) folders.all.delete(id);
      return [204];
    }
    if (method !== "PATCH") return [405];
    if (!isFolder({ ...found, ...body })) return [400];
    const changed = { ...found, ...body, id };
    folders.all.set(id, changed);
    return fault === "change-fails-late" ? [500] : [200, changed];
  }

  function papersAnswer({ method, body }: Call, found: JsonObject): Answer {
    if (method === "GET") return [200, { data: found["papers"] as Json }];
    if (method !== "PATCH") return [405];
    if (!isPapers(body["data"])) return [400];
    folders.all.set(found["id"] as string, { ...found, papers: body["data"] as Json });
    return [200, { data: body["data"] as Json }];
  }
}

function isFolder({ title = "none", papers: own = [], id = "none" }: JsonObject): boolean {
  const isTitled = typeof title === "string" && title !== "" && [...title].length <= 20;
  return isTitled && isPapers(own) && typeof id === "string" && id !== "" && [...id].length <= 12;
}

function isPapers(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string" && each !== "");
}

function parsed(sent: string): Json | undefined {
  try {
    const value = JSON.parse(sent) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
