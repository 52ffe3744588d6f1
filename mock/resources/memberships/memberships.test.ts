import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import {
  type StatedOperation,
  type StatedOperations,
  documentWith,
  object,
  text,
} from "../../../test/support/mock/serving.ts";
import type { Platform } from "../../index.ts";

const scratch = createScratch();
const texts = { type: "array", items: text };
const user = object({ id: text, name: text, email: text });
const group = object({ id: text, title: text });

/** Requests that make a user a member: at the path of the member, or in a body. */
type Sent = (id: string) => { readonly below?: string; readonly body?: Json };

const inPath: Sent = (id) => ({ below: `/${id}` });

/** Operations that add members at "/groups/{groupId}/WORD", and what they are sent. */
const additions: readonly (readonly [name: string, stated: StatedOperation, sent: Sent])[] = [
  ["PUT /{userId}", {}, inPath],
  ["POST /{userId}", {}, inPath],
  ["PUT /{userId}", { sends: object({ role: text }) }, (id) => ({ ...inPath(id), body: { role: "admin" } })],
  ["POST", { sends: object({ ids: texts }) }, (id) => ({ body: { ids: [id] } })],
  ["POST", { sends: object({ userIds: texts }) }, (id) => ({ body: { userIds: [id] } })],
  ["POST", { sends: object({ users: texts }) }, (id) => ({ body: { users: [id] } })],
  ["POST", { sends: object({ members: texts }) }, (id) => ({ body: { members: [id] } })],
  ["POST", { sends: object({ user_id: text }) }, (id) => ({ body: { user_id: id } })],
  ["POST", { sends: object({ id: text }), shows: user }, (id) => ({ body: { id } })],
  ["POST", { sends: object({ userId: text }), shows: group }, (id) => ({ body: { userId: id } })],
  ["POST", { sends: texts }, (id) => ({ body: [id] })],
  ["POST", { sends: { type: "array", items: object({ id: text }) } }, (id) => ({ body: [{ id }] })],
];

const cases = ["members", "users"].flatMap((word) =>
  additions.map(([name, stated, sent]): [string, string, StatedOperation, Sent] => [word, name, stated, sent]),
);

describe("items that are members of others", () => {
  it.each(cases)("are listed by both sides until they are removed: %s, %s of %j", async (word, name, stated, sent) => {
    const platform = await serving({ ...withWord(word, { [name]: stated }) });
    const list = `/groups/${await create(platform, "groups", { title: "Red" })}/${word}`;
    const other = `/groups/${await create(platform, "groups", { title: "Blue" })}/${word}`;
    const ann = await create(platform, "users", { name: "Ann" });
    const bob = await create(platform, "users", { name: "Bob" });
    const add = async (to: string, id: string): Promise<void> => {
      const { below = name.slice(name.indexOf("/")), body } = {
        below: name.includes("/") ? undefined : "",
        ...sent(id),
      };
      const { status } = await ask(platform, `${name.split(" ")[0]} ${to}${below}`, body === undefined ? {} : { body });
      expect(status).toBeLessThan(300);
    };

    await add(list, ann);
    await add(list, bob);
    await add(list, bob);
    expect(await namesIn(platform, list)).toEqual(["Ann", "Bob"]);
    expect(await namesIn(platform, other)).toEqual([]);
    expect(await namesIn(platform, `/users/${ann}/groups`)).toEqual(["Red"]);
    expect(await namesIn(platform, "/users")).toEqual(["Ann", "Bob"]);

    await ask(platform, `PATCH /users/${ann}`, { body: { name: "Anna" } });
    expect(await namesIn(platform, list)).toEqual(["Anna", "Bob"]);

    expect((await ask(platform, `DELETE ${list}/${ann}`)).status).toBe(204);
    expect((await ask(platform, `DELETE ${list}/${ann}`)).status).toBe(404);
    expect(await namesIn(platform, list)).toEqual(["Bob"]);
    expect(await namesIn(platform, `/users/${ann}/groups`)).toEqual([]);
    expect((await ask(platform, `GET /users/${ann}`)).status).toBe(200);
  });

  it("are members no more when either is deleted", async () => {
    const platform = await serving(withWord("members", { "PUT /{userId}": {} }));
    const [red, blue] = [await create(platform, "groups", {}), await create(platform, "groups", {})];
    const [ann, bob] = [await create(platform, "users", {}), await create(platform, "users", { name: "Bob" })];
    for (const path of [`${red}/members/${ann}`, `${red}/members/${bob}`, `${blue}/members/${bob}`])
      await ask(platform, `PUT /groups/${path}`);

    await ask(platform, `DELETE /users/${ann}`);
    expect(await namesIn(platform, `/groups/${red}/members`)).toEqual(["Bob"]);
    await ask(platform, `DELETE /groups/${red}`);
    expect(await idsIn(platform, `/users/${bob}/groups`)).toEqual([blue]);
  });

  it("are those that a PUT of the list names", async () => {
    const platform = await serving(withWord("members", { PUT: { sends: object({ userIds: texts }) } }));
    const red = await create(platform, "groups", {});
    const [ann, bob] = [await create(platform, "users", {}), await create(platform, "users", {})];
    const put = (...userIds: string[]) => ask(platform, `PUT /groups/${red}/members`, { body: { userIds } });

    await put(ann, bob);
    expect(await idsIn(platform, `/groups/${red}/members`)).toEqual([ann, bob]);
    await put(bob);
    expect(await idsIn(platform, `/groups/${red}/members`)).toEqual([bob]);
  });

  it("are removed by a request that lists them", async () => {
    const sends = object({ userIds: texts });
    const { "DELETE /groups/{groupId}/members/{userId}": _, ...others } = withWord("members", { POST: { sends } });
    const platform = await serving({ ...others, "DELETE /groups/{groupId}/members": { sends } });
    const list = `/groups/${await create(platform, "groups", {})}/members`;
    const [ann, bob] = [await create(platform, "users", {}), await create(platform, "users", {})];

    await ask(platform, `POST ${list}`, { body: { userIds: [ann, bob] } });
    await ask(platform, `DELETE ${list}`, { body: { userIds: [ann] } });
    expect(await idsIn(platform, list)).toEqual([bob]);
  });

  it("can be added from the other side", async () => {
    const platform = await serving({
      ...withWord("members", { "PUT /{userId}": {} }),
      "PUT /users/{userId}/groups/{groupId}": {},
      "DELETE /users/{userId}/groups/{groupId}": {},
    });
    const [red, ann] = [await create(platform, "groups", {}), await create(platform, "users", {})];

    await ask(platform, `PUT /users/${ann}/groups/${red}`);
    expect(await idsIn(platform, `/groups/${red}/members`)).toEqual([ann]);
    await ask(platform, `DELETE /users/${ann}/groups/${red}`);
    expect(await idsIn(platform, `/groups/${red}/members`)).toEqual([]);
  });

  it.each<[string, Json, (id: string) => Json]>([
    ["keys", texts, (id) => id],
    ["objects", { type: "array", items: user }, (id) => ({ id, name: "Ann" })],
  ])("are in the list of the owner itself, which has %s", async (_, members, entryOf) => {
    const platform = await serving({
      ...withWord("members", { "PUT /{userId}": {} }),
      "POST /groups": { sends: object({ title: text, members }), shows: object({ id: text, title: text, members }) },
      "GET /groups/{groupId}": { shows: object({ id: text, title: text, members }) },
    });
    const [ann, bob] = [await create(platform, "users", { name: "Ann" }), await create(platform, "users", {})];
    const red = await create(platform, "groups", { members: [entryOf(ann)] });

    expect(await idsIn(platform, `/groups/${red}/members`)).toEqual([ann]);
    await ask(platform, `PUT /groups/${red}/members/${bob}`);
    expect(await idsIn(platform, `/groups/${red}/members`)).toEqual([ann, bob]);
    await ask(platform, `DELETE /groups/${red}/members/${bob}`);
    expect((await ask(platform, `GET /groups/${red}`)).value.members).toEqual([entryOf(ann)]);
  });

  it.each([
    ["404", ["204", "404"], "nobody", 404],
    ["no 404", ["204"], "nobody", 204],
  ])("must exist where a document has %s", async (_, statuses, id, status) => {
    const platform = await serving(withWord("members", { "PUT /{userId}": { statuses } }));
    const red = await create(platform, "groups", {});

    expect((await ask(platform, `PUT /groups/${red}/members/${id}`)).status).toBe(status);
  });
});

describe("a list below an item that makes items of its own", () => {
  it.each<[string, Json, Json]>([
    [
      "with members beside a key",
      object({ user_id: text, name: text }),
      object({ id: text, user_id: text, name: text }),
    ],
    ["with a key of its own", object({ user_id: text }), object({ id: text, user_id: text, since: text })],
    ["with the members of another collection", object({ name: text, email: text }), user],
  ])("has no members: %s", async (__, sends, shows) => {
    const { "DELETE /groups/{groupId}/members/{userId}": _, ...others } = withWord("members", {
      POST: { sends, shows },
    });
    const platform = await serving({
      ...others,
      "GET /groups/{groupId}/members": { shows: { type: "array", items: shows } },
      "DELETE /groups/{groupId}/members/{memberId}": {},
    });
    const list = `/groups/${await create(platform, "groups", {})}/members`;
    const ann = await create(platform, "users", { name: "Ann" });

    const made = (await ask(platform, `POST ${list}`, { body: { user_id: ann, name: "Ann" } })).value;
    expect(made.id).not.toBe(ann);
    expect(await idsIn(platform, list)).toEqual([made.id]);
  });
});

/** Users and groups, with operations at the list of a group's users. */
describe("the items of a membership", () => {
  const links = { oneOf: [texts, { type: "array", items: user }] };
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["keys", { userIds: texts }, { groups: texts }, { type: "array", items: user }],
    ["keys, where the list may be one of links", { users: texts }, { group_ids: texts }, links],
  ])("show each other by %s", async (_, listOfGroup, listOfUser, list) => {
    const [shownGroup, shownUser] = [
      object({ id: text, title: text, ...listOfGroup }),
      object({ id: text, name: text, email: text, ...listOfUser }),
    ];
    const platform = await serving({
      ...withWord("users", { "PUT /{userId}": {} }),
      "GET /users/{userId}": { shows: shownUser },
      "GET /groups/{groupId}": { shows: shownGroup },
      "GET /groups/{groupId}/users": { shows: list },
    });
    const [red, ann] = [
      await create(platform, "groups", { title: "Red" }),
      await create(platform, "users", { name: "Ann" }),
    ];
    await ask(platform, `PUT /groups/${red}/users/${ann}`);

    expect((await ask(platform, `GET /groups/${red}`)).value).toMatchObject({ [Object.keys(listOfGroup)[0]!]: [ann] });
    await ask(platform, `DELETE /groups/${red}/users/${ann}`);
    expect((await ask(platform, `GET /groups/${red}`)).value).toMatchObject({ [Object.keys(listOfGroup)[0]!]: [] });
  });

  it("show each other as objects without what these show", async () => {
    const groups = { type: "array", items: object({ id: text, title: text, users: { type: "array", items: {} } }) };
    const users = { type: "array", items: object({ id: text, name: text, groups: { type: "array", items: {} } }) };
    const platform = await serving({
      ...withWord("users", { "PUT /{userId}": {} }),
      "GET /users/{userId}": { shows: object({ id: text, name: text, email: text, groups }) },
      "GET /groups/{groupId}": { shows: object({ id: text, title: text, users }) },
    });
    const red = await create(platform, "groups", { title: "Red" });
    const ann = await create(platform, "users", { name: "Ann" });
    for (const each of [ann, await create(platform, "users", { name: "Bob" })])
      await ask(platform, `PUT /groups/${red}/users/${each}`);

    const { value } = await ask(platform, `GET /groups/${red}`);
    expect(value["users"]).toMatchObject([{ name: "Ann" }, { name: "Bob" }]);
  });
});

function withWord(word: string, operations: StatedOperations): StatedOperations {
  const list = `/groups/{groupId}/${word}`;
  const own = Object.entries(operations).map(([name, stated]): [string, StatedOperation] => {
    const [method, below = ""] = name.split(" ");
    return [`${method} ${list}${below}`, stated];
  });
  return {
    "GET /users": { shows: { type: "array", items: user } },
    "POST /users": { sends: object({ name: text, email: text }), shows: user },
    "GET /users/{userId}": { shows: user },
    "PATCH /users/{userId}": { sends: object({ name: text }), shows: user },
    "DELETE /users/{userId}": {},
    "POST /groups": { sends: object({ title: text }), shows: group },
    "GET /groups/{groupId}": { shows: group },
    "DELETE /groups/{groupId}": {},
    "GET /users/{userId}/groups": { shows: { type: "array", items: group } },
    [`GET ${list}`]: { shows: { type: "array", items: user } },
    [`DELETE ${list}/{userId}`]: {},
    ...Object.fromEntries(own),
  };
}

async function create(platform: Platform, collection: string, body: JsonObject): Promise<string> {
  return String((await ask(platform, `POST /${collection}`, { body })).value["id"]);
}

async function idsIn(platform: Platform, path: string): Promise<readonly Json[]> {
  return (await listed(platform, path)).map(({ id }) => id as Json);
}

async function namesIn(platform: Platform, path: string): Promise<readonly Json[]> {
  return (await listed(platform, path)).map(({ name, title }) => (name ?? title) as Json);
}

async function listed(platform: Platform, path: string): Promise<readonly JsonObject[]> {
  return (await ask(platform, `GET ${path}`)).value as readonly JsonObject[];
}

it("are added all or not at all, where one of several is a member already and 409 is documented", async () => {
  const stated: StatedOperation = { sends: object({ ids: texts }), statuses: ["204", "409"] };
  const platform = await serving({ ...withWord("users", { POST: stated }) });
  const list = `/groups/${await create(platform, "groups", { title: "Red" })}/users`;
  const ann = await create(platform, "users", { name: "Ann" });
  const bob = await create(platform, "users", { name: "Bob" });
  await ask(platform, `POST ${list}`, { body: { ids: [bob] } });

  expect((await ask(platform, `POST ${list}`, { body: { ids: [ann, bob] } })).status).toBe(409);
  expect(await namesIn(platform, list)).toEqual(["Bob"]);
});

async function serving(operations: StatedOperations): Promise<Platform> {
  return platformServing([await scratch.load(documentWith(operations))]);
}
