import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { type StatedOperations, documentWith, listOf, object, text } from "../../../test/support/mock/serving.ts";

const scratch = createScratch();
const whole = { type: "integer" };
const user = object({ id: whole, name: text, email: text, display_name: text });
const agent = object({ id: whole, name: text, email: text, availability: text });
const team = object({ id: whole, title: text });
const keys = listOf(whole);
const schemes = ["platform", "tenant"];
const components = {
  securitySchemes: Object.fromEntries(
    schemes.map((name) => [name, { type: "apiKey", in: "header", name: `x-${name}` }]),
  ),
};
const headers = { "x-platform": "a", "x-tenant": "a" };
const known = ["200", "404"];

/** Agents and teams of an organization, and users of another part of the API. */
const base: StatedOperations = {
  "POST /orgs": { sends: object({ title: text }), shows: object({ id: whole, title: text }) },
  "GET /orgs/{org_id}": { shows: object({ id: whole, title: text }) },
  "POST /platform/users": { sends: user, shows: user },
  "GET /platform/users/{id}": { shows: user, statuses: known },
  "POST /orgs/{org_id}/teams": { sends: team, shows: team },
  "GET /orgs/{org_id}/teams/{id}": { shows: team, statuses: known },
};
const agents: StatedOperations = {
  "GET /orgs/{org_id}/agents": { shows: listOf(agent) },
  "POST /orgs/{org_id}/agents": { sends: object({ name: text, email: text }), shows: agent },
  "DELETE /orgs/{org_id}/agents/{id}": {},
};
const membersPath = "/orgs/{org_id}/teams/{team_id}";

async function serve(operations: StatedOperations) {
  const platform = platformServing([
    await scratch.load({ ...documentWith({ ...base, ...operations }), components, security: [{ tenant: [] }] }),
  ]);
  const made = async (path: string, body: JsonObject): Promise<Json> =>
    (await ask(platform, `POST ${path}`, { headers, body })).value.id;
  const org = await made("/orgs", { title: "Acme" });
  const one = await made(`/orgs/${org}/teams`, { title: "Red" });
  return {
    org,
    made,
    list: `/orgs/${org}/teams/${one}`,
    send: (line: string, options = {}) => ask(platform, line, { headers, ...options }),
  };
}

function membership(word: string, addition: string, sends: JsonObject, shows: Json = agent): StatedOperations {
  return {
    [`GET ${membersPath}/${word}`]: { shows: listOf(shows) },
    [`${addition} ${membersPath}/${word}`]: { sends, shows: listOf(shows), statuses: known },
    [`DELETE ${membersPath}/${word}`]: { sends, statuses: ["200"] },
  };
}

describe("a membership is of the collection whose items it shows", () => {
  const createdBy = (...security: JsonObject[]): StatedOperations => ({
    "POST /platform/users": { sends: user, shows: user, also: { security } },
  });
  const ofUsers = membership("members", "POST", object({ user_ids: keys }), user);

  it.each<[string, StatedOperations]>([
    ["that it names", { ...ofUsers, ...agents }],
    ["that its credentials can create", { ...ofUsers, ...createdBy({ platform: [] }, { tenant: [] }) }],
    ["that exist", { ...ofUsers, ...createdBy({ platform: [] }) }],
  ])("refuses unknown keys of items %s", async (_, operations) => {
    const { made, list, send } = await serve(operations);
    const ann = await made("/platform/users", { name: "Ann" });

    expect((await send(`POST ${list}/members`, { body: { user_ids: [ann as number] } })).status).toBe(200);
    expect((await send(`GET ${list}/members`)).value).toMatchObject([{ id: ann, name: "Ann" }]);
    expect((await send(`POST ${list}/members`, { body: { user_ids: [987] } })).status).toBe(404);
  });

  it.each<[string, StatedOperations]>([
    ["items with members of their own", membership("helpers", "POST", object({ name: text, email: text }))],
    [
      "items with few members",
      membership("helpers", "POST", object({ helper_ids: keys }), object({ id: whole, name: text })),
    ],
  ])("is no membership: %s", async (_, operations) => {
    const { org, made, list, send } = await serve({ ...agents, ...operations });
    const ann = await made(`/orgs/${org}/agents`, { name: "Ann" });

    await send(`POST ${list}/helpers`, { body: { helper_ids: [ann as Json], name: "Eve" } });
    expect((await send(`POST ${list}/helpers`, { body: { helper_ids: [987], name: "Eve" } })).status).not.toBe(404);
  });
});

describe("a PATCH of a list of members", () => {
  const list = `${membersPath}/members`;
  const several = object({ user_ids: keys });
  const lists: StatedOperations = { [`GET ${list}`]: { shows: listOf(agent) } };

  it.each<[string, string, StatedOperations, boolean]>([
    ["sets", "all beside a POST", { [`POST ${list}`]: { sends: several } }, false],
    ["sets", "all beside a POST with an answer", { [`POST ${list}`]: { sends: several, shows: listOf(agent) } }, false],
    ["adds", "beside a POST of one", { [`POST ${list}`]: { sends: object({ user_id: whole }) } }, true],
    ["adds", "beside a PUT at its path", { [`PUT ${list}/{user_id}`]: {} }, true],
    ["adds", "beside a PUT of all", { [`PUT ${list}`]: { sends: several } }, true],
  ])("%s %s", async (_, __, operations, isKept) => {
    const {
      org,
      made,
      list: own,
      send,
    } = await serve({
      ...agents,
      ...lists,
      ...operations,
      [`PATCH ${list}`]: { sends: several, statuses: ["200"] },
    });
    const [ann, bob] = [
      await made(`/orgs/${org}/agents`, { name: "Ann" }),
      await made(`/orgs/${org}/agents`, { name: "Bob" }),
    ];

    for (const id of [ann, bob]) await send(`PATCH ${own}/members`, { body: { user_ids: [id as Json] } });
    const { value } = await send(`GET ${own}/members`);
    expect(value.map(({ id }: JsonObject) => id)).toEqual(isKept ? [ann, bob] : [bob]);
  });
});
