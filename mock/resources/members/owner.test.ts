import { expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();
const text = { type: "string" };
const shows = (schema: JsonObject): JsonObject => ({
  description: "Fine.",
  content: { "application/json": { schema } },
});

it.each<[string, JsonObject, (value: JsonObject) => unknown]>([
  ["owner", { owner: { type: "object", properties: { id: { type: "integer" }, login: text } } }, at("owner", "login")],
  ["owner", { owner: text }, at("owner")],
  ["owner_name", { owner: { type: "object", properties: { login: text, name: text } } }, at("owner", "name")],
])(
  "what is created for the item above is read, listed and deleted by its {%s}: %j",
  async (owner, members, ownerIn) => {
    const repo = { type: "object", properties: { name: text, colour: text, ...members } };
    const platform = platformServing([await serving(owner, repo)]);
    const own = { body: { name: "web" } };
    const created = (await ask(platform, "POST /orgs/acme/repos", own)).value as JsonObject;
    await ask(platform, "POST /orgs/other/repos", own);
    const mine = (await ask(platform, "POST /user/repos", own)).value as JsonObject;

    expect(ownerIn(created)).toBe("acme");
    for (const path of ["/repos/acme/web", `/repos/${String(ownerIn(mine))}/web`])
      expect((await ask(platform, `GET ${path}`)).value).toMatchObject({ name: "web" });
    expect((await ask(platform, "GET /orgs/acme/repos")).value).toEqual([created]);
    expect((await ask(platform, "GET /user/repos")).value).toHaveLength(3);
    expect((await ask(platform, "DELETE /repos/acme/web")).status).toBe(204);
    expect((await ask(platform, "GET /orgs/acme/repos")).value).toEqual([]);
    expect((await ask(platform, "GET /repos/other/web")).status).toBe(200);
  },
);

function at(...names: readonly string[]) {
  return (value: JsonObject): unknown => names.reduce<unknown>((inner, name) => (inner as JsonObject)[name], value);
}

function serving(owner: string, repo: JsonObject) {
  const create = { requestBody: shows(repo), responses: { "201": shows(repo) } };
  const list = { responses: { "200": shows({ type: "array", items: repo }) } };
  const inPath = (name: string, description: string): JsonObject => ({
    name,
    in: "path",
    required: true,
    schema: text,
    description,
  });
  const org = { parameters: [inPath("org", "name of the organization")] };
  const item = { parameters: [inPath(owner, "owner of the repo"), inPath("repo", "name of the repo")] };
  return scratch.load({
    paths: {
      "/orgs/{org}/repos": { ...org, post: create, get: list },
      "/user/repos": { post: create, get: list },
      [`/repos/{${owner}}/{repo}`]: {
        ...item,
        get: { responses: { "200": shows(repo) } },
        delete: { responses: { "204": { description: "Gone." } } },
      },
    },
  });
}
