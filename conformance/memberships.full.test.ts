import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../contracts/index.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { serve } from "../test/support/conformance/things.ts";
import { conform } from "./index.ts";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const described = (statuses: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(statuses).map(([status, schema]) => [
      status,
      { description: "", ...(schema !== undefined && json(schema)) },
    ]),
  );
const words = { type: "string", minLength: 1, maxLength: 30, pattern: "^[a-z ]+$" };
const email = { type: "string", pattern: "^[a-z]{8,20}@[a-z]{4,8}\\.org$", maxLength: 60 };
const user = {
  type: "object",
  additionalProperties: false,
  required: ["id", "name", "email"],
  properties: { id: { type: "string", readOnly: true }, name: words, email },
};
const group = {
  type: "object",
  additionalProperties: false,
  required: ["id", "title"],
  properties: {
    id: { type: "string", readOnly: true },
    title: words,
    labels: { type: "array", items: words, readOnly: true },
  },
};
const inPath = (name: string, schema: Json = { type: "string", minLength: 1 }): JsonObject => ({
  name,
  in: "path",
  required: true,
  schema,
});

/** Operations on a collection of items. */
function collectionOf(name: string, parameter: string, item: JsonObject): JsonObject {
  return {
    [`/${name}`]: {
      get: { operationId: `list_${name}`, responses: described({ 200: { type: "array", items: item } }) },
      post: {
        operationId: `create_${name}`,
        requestBody: { required: true, ...json(item) },
        responses: described({ 201: item, 400: undefined }),
      },
    },
    [`/${name}/{${parameter}}`]: {
      parameters: [inPath(parameter)],
      get: { operationId: `read_${name}`, responses: described({ 200: item, 404: undefined }) },
      patch: {
        operationId: `update_${name}`,
        requestBody: { required: true, ...json({ ...item, required: [] }) },
        responses: described({ 200: item, 400: undefined, 404: undefined }),
      },
      delete: { operationId: `delete_${name}`, responses: described({ 204: undefined, 404: undefined }) },
    },
  };
}

const added = { 204: undefined, 400: undefined, 404: undefined };
const document = documentOf({
  paths: {
    ...collectionOf("users", "userId", user),
    ...collectionOf("groups", "groupId", group),
    "/users/by-email/{email}": {
      parameters: [inPath("email", email)],
      get: { operationId: "readByEmail", responses: described({ 200: user, 404: undefined }) },
    },
    "/user": {
      get: {
        operationId: "findUser",
        parameters: [{ name: "email", in: "query", required: true, schema: email }],
        responses: described({ 200: user, 400: undefined, 404: undefined }),
      },
    },
    "/groups/{groupId}/members": {
      parameters: [inPath("groupId")],
      get: {
        operationId: "listMembers",
        responses: described({ 200: { type: "array", items: user }, 404: undefined }),
      },
      post: {
        operationId: "addMember",
        requestBody: {
          required: true,
          ...json({ type: "object", required: ["userId"], properties: { userId: { type: "string", minLength: 1 } } }),
        },
        responses: described(added),
      },
    },
    "/groups/{groupId}/members/{userId}": {
      parameters: [inPath("groupId"), inPath("userId")],
      put: { operationId: "putMember", responses: described(added) },
      delete: { operationId: "removeMember", responses: described({ 204: undefined, 404: undefined }) },
    },
    "/groups/{groupId}/labels": {
      parameters: [inPath("groupId")],
      get: {
        operationId: "listLabels",
        responses: described({ 200: { type: "array", items: words }, 404: undefined }),
      },
    },
    "/groups/{groupId}/labels/{label}": {
      parameters: [inPath("groupId"), inPath("label", words)],
      put: { operationId: "putLabel", responses: described(added) },
      delete: { operationId: "removeLabel", responses: described({ 204: undefined, 404: undefined }) },
    },
  },
});

const faults = [
  "added-not-listed",
  "removed-stays",
  "removal-deletes-member",
  "addition-replaces-list",
  "addition-creates-member",
  "removal-empties-list",
] as const;
type Fault = (typeof faults)[number];

/** A server of users and groups, with at most one fault. */
function serveGroups(fault?: Fault) {
  const on = (one: Fault): boolean => fault === one;
  const users = new Map<string, JsonObject>();
  const groups = new Map<string, JsonObject>();
  const members = new Map<string, Set<string>>();
  let count = 0;
  return serve(
    createServer(async (request, response) => {
      const sent = await text(request);
      const answer = (status: number, value?: Json): void =>
        void response
          .writeHead(status, value === undefined ? {} : { "content-type": "application/json" })
          .end(value === undefined ? undefined : JSON.stringify(value));
      const { method = "", url = "" } = request;
      const address = new URL(url, "http://host");
      const [name, id, below, other] = address.pathname
        .split("/")
        .slice(1)
        .map((part) => decodeURIComponent(part));
      if (name !== "users" && name !== "groups") return answer(404);
      const known = name === "users" ? users : groups;
      const value = id === undefined ? undefined : known.get(id);
      if (id === undefined) {
        if (method === "GET") return answer(200, [...known.values()]);
        if (method !== "POST") return answer(405);
        const read = valueIn(sent, name, true);
        if (!read) return answer(400);
        const key = `${name}-${++count}`;
        const made = { id: key, ...read };
        known.set(key, made);
        return answer(201, made);
      }
      if (!value) return answer(404);
      if (below === undefined) {
        if (method === "GET") return answer(200, value);
        if (method === "DELETE") {
          known.delete(id);
          for (const each of members.values()) each.delete(id);
          return answer(204);
        }
        const read = method === "PATCH" ? valueIn(sent, name, false) : undefined;
        if (!read) return answer(method === "PATCH" ? 400 : 405);
        known.set(id, { ...value, ...read });
        return answer(200, known.get(id));
      }
      if (name !== "groups") return answer(404);
      if (below !== "members") return answer(404);
      const own = members.get(id) ?? new Set<string>();
      members.set(id, own);
      if (other === undefined && method === "GET")
        return answer(
          200,
          [...own].flatMap((each) => users.get(each) ?? []),
        );
      if (other === undefined && method !== "POST") return answer(405);
      const key = other ?? keyIn(sent);
      if (key === undefined) return answer(400);
      if (method === "GET") return answer(405);
      if (!users.has(key) || (method === "DELETE" && !own.has(key))) return answer(404);
      if (method === "DELETE") {
        if (!on("removed-stays")) own.delete(key);
        if (on("removal-empties-list")) own.clear();
        if (on("removal-deletes-member")) users.delete(key);
        return answer(204);
      }
      if (on("addition-replaces-list")) own.clear();
      if (!on("added-not-listed")) own.add(key);
      if (on("addition-creates-member")) users.set(`copy-${++count}`, users.get(key) as JsonObject);
      return answer(204);
    }),
  );
}

function objectIn(sent: string): JsonObject | undefined {
  try {
    const value = JSON.parse(sent) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** The members of a body, if the document allows them. */
function valueIn(sent: string, name: string, isWhole: boolean): JsonObject | undefined {
  const value = objectIn(sent);
  const forms: Readonly<Record<string, { pattern: string; maxLength: number }>> =
    name === "users" ? { name: words, email } : { title: words };
  const entries = Object.entries(value ?? {}).filter(([key]) => key !== "id");
  const isValid = entries.every(([key, each]) => {
    const form = forms[key];
    return (
      form !== undefined &&
      typeof each === "string" &&
      each.length <= form.maxLength &&
      new RegExp(form.pattern).test(each)
    );
  });
  const isComplete = !isWhole || Object.keys(forms).every((key) => Object.hasOwn(value ?? {}, key));
  return value && isValid && isComplete ? Object.fromEntries(entries) : undefined;
}

function keyIn(sent: string): string | undefined {
  const key = objectIn(sent)?.["userId"];
  return typeof key === "string" && key !== "" ? key : undefined;
}

async function findingsOf(fault: Fault | undefined, seed: number): Promise<readonly (readonly [string, string])[]> {
  await using server = await serveGroups(fault);
  const contract = await createScratch().load(document);
  const report = await conform({ contracts: [contract], target: server.url, mode: "sandbox", seed, runs: 10 });
  return report.failures.map(({ check, message }) => [check, message] as const);
}

const caughtBy: Readonly<Record<Fault, string>> = {
  "added-not-listed": "members-kept",
  "removed-stays": "members-kept",
  "removal-deletes-member": "members-kept",
  "addition-replaces-list": "members-kept",
  "addition-creates-member": "members-kept",
  "removal-empties-list": "members-kept",
};

describe("memberships", () => {
  it.each([1, 2, 3, 4, 5])("have no finding on a server that keeps them, seed %i", async (seed) => {
    expect(await findingsOf(undefined, seed)).toEqual([]);
  });

  it.each(faults)("show the fault %s", async (fault) => {
    expect([...new Set((await findingsOf(fault, 1)).map(([check]) => check))]).toEqual([caughtBy[fault]]);
  });
});
