import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { type StatedOperations, documentWith, listOf, object, text } from "../../../test/support/mock/serving.ts";

const scratch = createScratch();
const whole = { type: "integer" };
const person = object({ id: whole, name: text, email: text });
const inbox = object({ id: whole, title: text });
const keys = listOf(whole);

/** Inboxes and people of an account. */
const base: StatedOperations = {
  "POST /accounts/{account_id}/inboxes": { sends: inbox, shows: inbox },
  "GET /accounts/{account_id}/inboxes/{id}": { shows: inbox, statuses: ["200", "404"] },
  "GET /accounts/{account_id}/people": { shows: listOf(person) },
  "POST /accounts/{account_id}/people": { sends: person, shows: person },
  "GET /accounts/{account_id}/people/{id}": { shows: person, statuses: ["200", "404"] },
};

async function serve(operations: StatedOperations) {
  const platform = platformServing([await scratch.load(documentWith({ ...base, ...operations }))]);
  const send = (line: string, body?: JsonObject) => ask(platform, line, body ? { body } : {});
  const create = async (path: string, body: JsonObject): Promise<number> =>
    (await send(`POST /accounts/1/${path}`, body)).value.id;
  const [one, other] = [await create("inboxes", { title: "A" }), await create("inboxes", { title: "B" })];
  const [ann, bob] = [await create("people", { name: "Ann" }), await create("people", { name: "Bob" })];
  return { send, one, other, ann, bob };
}

describe("records of members at a path of their own", () => {
  it.each<[string, string, string, JsonObject, JsonObject?]>([
    ["inbox_members", "inbox_id", "person_ids", keys],
    ["inbox_members", "inbox_id", "people", keys],
    ["inbox-people", "inbox_id", "ids", keys],
    ["members", "inboxId", "personIds", keys],
    ["inbox_members", "inbox_id", "user_ids", keys],
    ["inbox_members", "inbox_id", "person_id", whole],
    ["assignments", "inbox_id", "person_ids", keys, { role: text }],
  ])("%s, with %s and %s", async (word, owner, name, schema, beside = {}) => {
    const sends = object({ [owner]: text, [name]: schema, ...beside });
    const path = `/accounts/{account_id}/${word}`;
    const { send, one, other, ann, bob } = await serve({
      [`GET ${path}/{${owner}}`]: { shows: listOf(person) },
      [`POST ${path}`]: { sends, shows: listOf(person), statuses: ["200", "404"] },
      [`PATCH ${path}`]: { sends, shows: listOf(person) },
      [`DELETE ${path}`]: { sends, statuses: ["200"] },
    });
    const at = `/accounts/1/${word}`;
    const body = (of: number, id: number): JsonObject => ({ [owner]: String(of), [name]: schema === keys ? [id] : id });
    const listed = async (of: number) => (await send(`GET ${at}/${of}`)).value;

    expect((await send(`POST ${at}`, body(one, ann))).status).toBe(200);
    expect((await send(`POST ${at}`, body(other, bob))).status).toBe(200);
    expect(await listed(one)).toEqual([expect.objectContaining({ id: ann, name: "Ann" })]);
    await send(`PATCH ${at}`, body(one, bob));
    expect(await listed(one)).toMatchObject(schema === keys ? [{ id: bob }] : [{ id: ann }, { id: bob }]);
    await send(`DELETE ${at}`, body(one, bob));
    expect(await listed(one)).toEqual(schema === keys ? [] : [expect.objectContaining({ id: ann })]);
    expect(await listed(other)).toMatchObject([{ id: bob, name: "Bob" }]);
    expect((await send(`POST ${at}`, body(one, 987))).status).toBe(404);
  });
});

describe("no records of members are", () => {
  const record = object({ id: whole, inbox_id: whole, person_id: whole, note: text });

  it.each<[string, StatedOperations, string]>([
    [
      "items with a path of their own",
      {
        "GET /accounts/{account_id}/notes/{id}": { shows: record },
        "POST /accounts/{account_id}/notes": {
          sends: object({ inbox_id: whole, person_id: whole, note: text }),
          shows: record,
        },
      },
      "notes",
    ],
    [
      "items listed by what they belong to",
      {
        "GET /accounts/{account_id}/notes/{inbox_id}": { shows: listOf(record) },
        "POST /accounts/{account_id}/notes": {
          sends: object({ inbox_id: whole, person_id: whole, note: text }),
          shows: record,
        },
      },
      "notes",
    ],
    [
      "those of a collection that the document does not have",
      {
        "GET /accounts/{account_id}/notes/{box_id}": { shows: listOf(person) },
        "POST /accounts/{account_id}/notes": { sends: object({ box_id: whole, person_ids: keys }) },
      },
      "notes",
    ],
    [
      "requests without the key",
      {
        "GET /accounts/{account_id}/notes/{inbox_id}": { shows: listOf(person) },
        "POST /accounts/{account_id}/notes": { sends: object({ person_ids: keys }) },
      },
      "notes",
    ],
  ])("%s", async (_, operations, word) => {
    const { send, one } = await serve(operations);

    const { status } = await send(`POST /accounts/1/${word}`, {
      inbox_id: one,
      person_id: 987,
      note: "x",
      box_id: 1,
      person_ids: [987],
    });
    expect(status).toBeLessThan(300);
    const { value } = await send(`GET /accounts/1/${word}/${one}`);
    expect([value].flat().map(({ id }: JsonObject) => id)).not.toContain(987);
  });
});
