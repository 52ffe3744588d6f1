import { expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { rolesOf } from "../roles.ts";

const text = { type: "string" };
const repo: JsonObject = {
  type: "object",
  properties: { id: text, name: text, colour: text, owner: { type: "object", properties: { login: text } } },
};
const home = {
  "GET /repos/{owner}/{repo}": repo,
  "PATCH /repos/{owner}/{repo}": repo,
  "DELETE /repos/{owner}/{repo}": undefined,
};
const repos: Json = { type: "array", items: repo };

it.each<[string, string, JsonObject | undefined]>([
  ["POST /orgs/{org}/repos", "create", { parameter: "owner", from: "org" }],
  ["POST /admin/users/{username}/repos", "create", { parameter: "owner", from: "username" }],
  ["POST /user/repos", "create", { parameter: "owner" }],
  ["POST /repos", "create", { parameter: "owner" }],
  ["GET /users/{username}/repos", "list", { parameter: "owner", from: "username" }],
  ["GET /repos", "list", undefined],
])("%s is about the items of an owner", (name, kind, owner) => {
  const role = roleOf(name, name.startsWith("GET") ? repos : repo);

  expect(role).toMatchObject({ kind, collection: "/repos/{owner}" });
  expect(role?.owner).toEqual(owner);
});

it.each([
  ["a path with two parameters", "POST /orgs/{org}/groups/{group}/repos"],
  ["another noun", "POST /orgs/{org}/forks"],
])("%s is not about them", (_, name) => {
  expect(roleOf(name, repo)?.collection).not.toBe("/repos/{owner}");
});

it("a member deep inside the answer is not what is created", () => {
  const body = { type: "object", properties: { mute: { type: "object", properties: { repo } } } };

  expect(roleOf("POST /mutes/repo", body)?.collection).not.toBe("/repos/{owner}");
});

function roleOf(name: string, response: Json) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [each, schema] of Object.entries({ ...home, [name]: response })) {
    const [method = "", path = ""] = each.split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => ({
      name: parameter,
      in: "path",
      required: true,
      schema: text,
      ...(parameter === "repo" && { description: "name of the repo" }),
    }));
    const content = { "application/json": { schema: schema ?? {} } };
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters,
      ...(method === "POST" && { requestBody: { content: { "application/json": { schema: repo } } } }),
      responses: { "200": { description: "Fine.", ...(schema !== undefined && { content }) } },
    };
  }
  return [...rolesOf(compileInMemory({ paths }))].find(([operation]) => operation.name === name)?.[1];
}
