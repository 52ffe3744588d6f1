import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { JsonObject } from "../../../contracts/index.ts";
import { documentOf } from "../contracts/scratch.ts";

/** A running server; it ends when it is disposed of. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

export async function serve(server: Server, scheme = "http"): Promise<Served> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const thing: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string", minLength: 1, maxLength: 40 },
    tags: { type: "array", items: { type: "string", minLength: 1 } },
  },
};

/** Document of an API of things with tags, optionally with the organization of a token. */
export function thingsDocument(name: string, { hasOrganization = false } = {}): JsonObject {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } }];
  const noContent = { description: "None." };
  return documentOf({
    info: { title: name, version: "1" },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: {
      [`/${name}`]: {
        post: {
          requestBody: { required: true, ...json(thing) },
          responses: { 201: { description: "Made.", ...json(thing) }, 400: noContent, 401: noContent },
        },
        get: { responses: { 200: { description: "All.", ...json({ type: "array", items: thing }) }, 401: noContent } },
      },
      [`/${name}/{id}`]: {
        parameters,
        get: { responses: { 200: { description: "It.", ...json(thing) }, 401: noContent, 404: noContent } },
        delete: { responses: { 204: { description: "Gone." }, 401: noContent, 404: noContent } },
      },
      ...(hasOrganization && {
        "/organization": {
          get: {
            responses: {
              200: { description: "Its own.", ...json({ type: "object", properties: { id: { type: "string" } } }) },
              401: noContent,
            },
          },
        },
      }),
    },
  });
}

export interface ThingsOptions {
  readonly token: string;
  /** Received requests in order. */
  readonly seen?: { method: string; path: string; body: string; proxied: boolean }[];
  /** Rate limit: the interval of refused requests, and their Retry-After. */
  readonly refuses?: { readonly every: number; readonly seconds: string; readonly body?: string };
  readonly takesTags?: boolean;
  readonly organization?: string;
  readonly made?: Map<string, JsonObject>;
}

/** Creates a provider that follows that contract. */
export function things({
  token,
  seen = [],
  refuses,
  takesTags = true,
  organization = "org",
  made = new Map<string, JsonObject>(),
}: ThingsOptions): RequestListener {
  let requestCount = 0;
  let count = 0;
  return async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const answer = (status: number, value?: unknown, more: Readonly<Record<string, string>> = {}): void =>
      void response
        .writeHead(status, { ...(value !== undefined && { "content-type": "application/json" }), ...more })
        .end(value === undefined ? undefined : JSON.stringify(value));
    if (url === "/_concord") return answer(404);
    seen.push({ method, path: url, body, proxied: headers["via"] !== undefined });
    if (refuses && ++requestCount % refuses.every === 0)
      return answer(429, refuses.body, { "retry-after": refuses.seconds });
    if (headers.authorization !== `Bearer ${token}`) return answer(401);
    const [, name, id] = (url.split("?", 1)[0] as string).split("/").map((part) => decodeURIComponent(part));
    if (name === "organization") return method === "GET" ? answer(200, { id: organization }) : answer(405);
    if (id === undefined && method === "GET") return answer(200, [...made.values()]);
    if (id === undefined && method === "POST") {
      const fault = requestErrorStatus(headers["content-type"], body, takesTags);
      if (fault) return answer(fault);
      const fresh = `t${++count}`;
      const { id: _, ...rest } = JSON.parse(body) as JsonObject;
      made.set(fresh, { ...rest, id: fresh });
      return answer(201, made.get(fresh));
    }
    if (id === undefined || (method !== "GET" && method !== "DELETE")) return answer(405);
    const known = made.get(id);
    if (!known) return answer(404);
    if (method === "GET") return answer(200, known);
    made.delete(id);
    answer(204);
  };
}

function requestErrorStatus(type: string | undefined, body: string, takesTags: boolean): number | undefined {
  if (!/^application\/json\b/.test(type ?? "")) return 415;
  try {
    const { name, tags } = JSON.parse(body) as { name?: unknown; tags?: unknown };
    const isNamed = typeof name === "string" && name !== "" && [...name].length <= 40;
    const isTagged = Array.isArray(tags) && tags.every((tag) => typeof tag === "string" && tag !== "");
    return isNamed && (tags === undefined || (isTagged && (takesTags || tags.length === 0))) ? undefined : 400;
  } catch {
    return 400;
  }
}

/** A server of things. */
export function serveThings(options: ThingsOptions): Promise<Served> {
  return serve(createServer(things(options)));
}
