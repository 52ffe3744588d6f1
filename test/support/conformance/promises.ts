import { type ConformOptions, type Report, conform } from "../../../conformance/index.ts";
import type { Contract, Json, JsonObject } from "../../../contracts/index.ts";
import { operationAnswering } from "../contracts/scratch.ts";
import { type Received, startReceiver } from "../mock/receiver.ts";

const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};

/** Request body that may contain an id. */
export const input = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "string", minLength: 1 }, name: { type: "string" } },
};

export type Answer = { status: number; headers?: Record<string, string>; body?: string };
export type Provider = (received: Received) => Answer;

/** Fault of a provider of things. */
export type ThingsFault = "right" | "own ids" | "trace" | "accepts";

/** A provider of things whose ids are part of the input, with one fault. */
export function thingsServer(kind: ThingsFault): Provider {
  const things = new Map<string, JsonObject>();
  let made = 0;
  return ({ method, url, body }) => {
    const id = decodeURIComponent(url.split("/")[2] ?? "");
    if (method === "GET" && id === "") return json(200, [...things.values()]);
    const known = things.get(id);
    if (method === "GET") return known ? json(200, known) : { status: 404 };
    const thing = JSON.parse(String(body)) as JsonObject;
    const own = kind === "own ids" || typeof thing["id"] !== "string" ? `t${made++}` : thing["id"];
    const isTaken = things.has(own);
    if (!isTaken || kind !== "right") things.set(own, { ...thing, id: own });
    return isTaken && kind !== "accepts" ? { status: 409 } : json(201, { ...thing, id: own });
  };
}

/** Paths of a collection with a list, and of its items. */
export function resource(responses: JsonObject = {}, asked: JsonObject = input): JsonObject {
  const content = (schema: Json): JsonObject => ({ description: "Fine.", content: { "application/json": { schema } } });
  return {
    "/things": {
      get: operationAnswering({ type: "array", items: item }),
      post: {
        requestBody: { required: true, content: { "application/json": { schema: asked } } },
        responses: { "201": content(item), ...responses },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": content(item), "404": { description: "None." } } },
    },
  };
}

/** A JSON response. */
export function json(status: number, value: Json): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** The provider as a Concord mock. */
export function mocking(provider: Provider): Provider {
  return (received) => (received.url === "/_concord" ? json(200, { concord: "mock" }) : provider(received));
}

/** Report of a run against a provider. */
export async function reportOn(
  contract: Contract,
  provider: Provider,
  options: Partial<ConformOptions>,
): Promise<Report> {
  await using server = await startReceiver((received) =>
    received.url === "/_concord" && provider(received).body !== '{"concord":"mock"}' ? 404 : provider(received),
  );
  return await conform({
    contracts: [contract],
    target: server.url,
    token: "a-token",
    mode: "sandbox",
    seed: 1,
    ...options,
  });
}

/** Operations and checks of all findings. */
export function keysOf({ failures, information }: Report): string[] {
  return [...failures, ...information].map(({ operation, check }) => `${operation} ${check}`);
}
