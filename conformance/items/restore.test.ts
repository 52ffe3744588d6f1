import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Exchange } from "../model/exchange.ts";
import { restore, listUnshownMembers } from "./restore.ts";

const text = { type: "string" };
const post = {
  type: "object",
  properties: { id: text, title: text, body: text, links: { type: "object", properties: { own: text, other: text } } },
};
const content = { content: { "application/json": { schema: post } } };

const before: JsonObject = { id: "1", title: "First", body: "Hello", links: { own: "/1", other: "/2" } };

/** Changes a post back to what it was, on a server that merges changes and refuses some. Returns it and the reason. */
async function restoreOn(method: "PATCH" | "PUT", changed: JsonObject, refuses: (body: JsonObject) => boolean) {
  const contract = compileInMemory({
    paths: {
      "/posts/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: { 200: { description: "", ...content }, 404: { description: "" } } },
        [method.toLowerCase()]: { requestBody: content, responses: { 200: { description: "", ...content } } },
      },
    },
  });
  const stored: Record<string, Json> = { ...before, ...changed };
  const sent: string[] = [];
  const operation = contract.operations.find((each) => each.method === "GET")!;
  const reading = { operation, request: { method: "GET", path: "/posts/1", headers: {} } };
  const respond = (request: Exchange["request"]): Exchange => {
    const body = JSON.parse(request.body ?? "null") as JsonObject | null;
    const isRefused = body !== null && refuses(body);
    if (body && !isRefused)
      for (const [name, value] of Object.entries(body))
        stored[name] = name === "links" ? { ...(stored[name] as JsonObject), ...(value as JsonObject) } : value;
    sent.push(`${request.method} ${Object.keys(body ?? {}).join()}`.trim());
    return { request, response: { status: isRefused ? 422 : 200, headers: {}, body: JSON.stringify(stored) } };
  };
  const tools = { send: async (request: Exchange["request"]) => respond(request), pause: async () => {} };
  const response = { status: 200, headers: {}, body: JSON.stringify(before) };
  const reason = await restore({ contract, reading, response }, tools, new Set());
  return { stored, reason, writes: sent.filter((each) => !each.startsWith("GET")) };
}

describe("restore()", () => {
  it("writes all members that differ at once", async () => {
    const { stored, reason, writes } = await restoreOn("PATCH", { title: "x", body: "y" }, () => false);

    expect({ stored, reason, writes }).toEqual({ stored: before, reason: undefined, writes: ["PATCH title,body"] });
  });

  it("writes one member at a time if the server refuses them together", async () => {
    const refuses = (body: JsonObject) => Object.keys(body).length > 1;
    const { stored, reason, writes } = await restoreOn("PATCH", { title: "x", body: "y" }, refuses);

    expect({ stored, reason }).toEqual({ stored: before, reason: undefined });
    expect(writes).toEqual(["PATCH title,body", "PATCH title", "PATCH body"]);
  });

  it("writes only the part of a member that differs if the server refuses the whole", async () => {
    const refuses = ({ links }: JsonObject) => links !== undefined && "own" in (links as JsonObject);
    const changed = { title: "x", links: { own: "/1", other: "/9" } };

    expect((await restoreOn("PATCH", changed, refuses)).stored).toEqual(before);
  });

  it("restores the other members, and says which one differs, if the server refuses one", async () => {
    const { stored, reason } = await restoreOn("PATCH", { title: "x", body: "y" }, ({ body }) => body !== undefined);

    expect(stored).toEqual({ ...before, body: "y" });
    expect(reason).toBe("it differs from before at /body");
  });

  it("never replaces an item by a part of it", async () => {
    expect((await restoreOn("PUT", { title: "x", body: "y" }, () => true)).writes).toHaveLength(1);
  });
});

describe("listUnshownMembers()", () => {
  it.each<[JsonObject, string[]]>([
    [{ title: "x", motto: "y" }, ["motto"]],
    [{ title: "x" }, []],
    [{ unknown: "x" }, []],
  ])("finds what no read shows of %j", (sent, names) => {
    const written = { ...post, properties: { ...post.properties, motto: text } };
    const contract = compileInMemory({
      paths: {
        "/posts/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          get: { responses: { 200: { description: "", ...content } } },
          patch: {
            requestBody: { content: { "application/json": { schema: written } } },
            responses: { 200: { description: "", ...content } },
          },
        },
      },
    });
    const [get, patch] = contract.operations as [(typeof contract.operations)[0], (typeof contract.operations)[0]];
    const reading = { operation: get, request: { method: "GET", path: "/posts/1", headers: {} } };
    const response = { status: 200, headers: {}, body: JSON.stringify(before) };
    const headers = { "content-type": "application/json" };
    const request = { method: "PATCH", path: "/posts/1", headers, body: JSON.stringify(sent) };

    expect(listUnshownMembers({ operation: patch, request }, { contract, reading, response })).toEqual(names);
  });
});
