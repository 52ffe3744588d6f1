import { describe, expect, it } from "vitest";
import { type PropertyRun, tried } from "../test/support/conformance/tried.ts";
import { compileInMemory } from "../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../contracts/index.ts";
import type { WireRequest, WireResponse } from "./model/exchange.ts";
import { properties } from "./properties/index.ts";
import type { Property } from "./scope/property.ts";

const json = (schema: Json): JsonObject => ({ description: "", content: { "application/json": { schema } } });
const invitation = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, secret: { type: "string" } },
};

/** Invitations whose secret is their id, which only the Location header tells. */
const contract = compileInMemory({
  paths: {
    "/invitations": {
      get: {
        responses: {
          200: json({ type: "object", properties: { invitations: { type: "array", items: invitation } } }),
        },
      },
      post: {
        operationId: "invite",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } },
            },
          },
        },
        responses: { 201: json(invitation), 400: { description: "" } },
      },
    },
    "/invitations/{token}": {
      get: { responses: { 200: json(invitation), 404: { description: "" } } },
      delete: { responses: { 204: { description: "" }, 404: { description: "" } } },
    },
  },
});

type Fault = "lost" | "not-listed" | "location-of-another";

function createInvitations(fault?: Fault): (request: WireRequest) => WireResponse {
  const all = new Map<string, JsonObject>();
  const answer = (status: number, body?: Json, headers = {}): WireResponse => ({
    status,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? "" : JSON.stringify(body),
  });
  return ({ method, path, body = "" }) => {
    const token = path.split("/")[2]?.split("?")[0];
    if (token === undefined && method === "GET")
      return answer(200, { invitations: fault === "not-listed" ? [] : [...all.values()] });
    if (token === undefined) {
      let sent: JsonObject;
      try {
        sent = JSON.parse(body) as JsonObject;
      } catch {
        return answer(400);
      }
      if (typeof sent?.["name"] !== "string" || sent["name"] === "") return answer(400);
      const secret = `secret-${String(all.size).padStart(6, "0")}`;
      const made = { name: sent["name"], secret };
      if (fault !== "lost") all.set(secret, made);
      const other = fault === "location-of-another" ? [...all.keys()][0] : undefined;
      return answer(201, made, { location: `/invitations/${other ?? secret}` });
    }
    const known = all.get(token);
    if (!known) return answer(404);
    if (method === "DELETE") all.delete(token);
    return method === "DELETE" ? answer(204) : answer(200, known);
  };
}

function triedOn(id: string, fault?: Fault): Promise<PropertyRun> {
  const property = properties.find((each) => each.id === id) as Property;
  return tried(property, contract, "invite", { answer: createInvitations(fault) });
}

describe("an id that the Location header tells", () => {
  it.each(["created-read", "created-listed", "location", "deleted-gone"])("passes %s", async (property) => {
    const { findings, requests } = await triedOn(property);

    expect(findings).toEqual([]);
    expect(requests).toBeGreaterThan(2);
  });

  it.each([
    ["lost", "created-read"],
    ["not-listed", "created-listed"],
    ["location-of-another", "location"],
  ] as const)("shows %s by %s", async (fault, property) => {
    const { findings } = await triedOn(property, fault);

    expect(findings).not.toEqual([]);
  });
});
