import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const text = { type: "string" };
const number = { type: "integer" };

interface Stated {
  readonly parameter: string;
  readonly description?: string;
  /** Members of an item that nothing requires. */
  readonly members: JsonObject;
}

/** A platform for contacts below inboxes, which a path names by a parameter. */
function serving({ parameter, description = "", members }: Stated): Platform {
  const item = { type: "object", properties: members };
  const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const responses = { "200": { description: "", ...content(item) }, "404": { description: "" } };
  const requestBody = content({ type: "object", properties: { name: text } });
  const inPath = (name: string): JsonObject => ({ name, in: "path", required: true, schema: text });
  const parameters = [inPath("inbox_id"), { ...inPath(parameter), description }];
  const paths = {
    "/inboxes/{inbox_id}/contacts": { parameters: [inPath("inbox_id")], post: { requestBody, responses } },
    [`/inboxes/{inbox_id}/contacts/{${parameter}}`]: {
      parameters,
      get: { responses },
      patch: { requestBody, responses },
    },
  };
  return platformServing([compileInMemory({ paths })]);
}

describe("the key that a path names", () => {
  it.each<[string, Stated]>([
    ["source_id", { parameter: "contact_identifier", description: "The source id of the contact", members: {} }],
    ["source_id", { parameter: "identifier", description: "Source ID obtained on create", members: {} }],
    ["source_id", { parameter: "contact", description: "`source_id` that the create returned", members: {} }],
    ["sourceId", { parameter: "ref", description: "sourceId of the contact", members: {} }],
    ["session_token", { parameter: "contact_key", description: "The contact's session token", members: {} }],
    ["referenceNumber", { parameter: "contact_code", description: "Reference number of the contact", members: {} }],
    ["widget_key", { parameter: "handle", description: "the widget key", members: { code: text } }],
    ["source_id", { parameter: "source", members: {} }],
    ["source_id", { parameter: "source", members: { uid: text } }],
    ["source_id", { parameter: "contact_source_id", members: {} }],
  ])("is made for a new item, and shown: %s, %j", async (key, stated) => {
    const members = { id: number, name: text, email: text, [key]: text, ...stated.members };
    const platform = serving({ ...stated, members });
    const made = (await ask(platform, "POST /inboxes/1/contacts", { body: { name: "Sam" } })).value;
    const other = (await ask(platform, "POST /inboxes/1/contacts", { body: { name: "Sam" } })).value;
    const path = `/inboxes/1/contacts/${made[key]}`;

    expect(made[key]).toEqual(expect.any(String));
    expect(other[key]).not.toBe(made[key]);
    expect((await ask(platform, `GET ${path}`)).value).toEqual(made);
    expect((await ask(platform, `PATCH ${path}`, { body: { name: "Ann" } })).value).toMatchObject({ [key]: made[key] });
    expect((await ask(platform, `GET ${path}`)).value.name).toBe("Ann");
  });

  it.each<[string, Stated]>([
    ["the item above", { parameter: "id", description: "The inbox id", members: { inbox_id: text } }],
    ["it as its own id", { parameter: "contact_id", description: "The account id", members: { account_id: text } }],
    [
      "another thing behind it",
      { parameter: "id", description: "Contact of the source id", members: { source_id: text } },
    ],
    ["no member of the item", { parameter: "id", description: "The source id", members: { source_url: text } }],
    ["it in other words", { parameter: "ref", description: "The id in the source", members: { source_id: text } }],
    ["it by its noun", { parameter: "contact_id", description: "The contact id", members: { contact_id_hash: text } }],
    ["a part of it", { parameter: "id", description: "The id", members: { source_id: text } }],
  ])("is the id where the description names %s", async (_, stated) => {
    const platform = serving({ ...stated, members: { id: text, name: text, ...stated.members } });
    const { id } = (await ask(platform, "POST /inboxes/1/contacts", { body: { name: "Sam" } })).value;

    expect(id).toEqual(expect.any(String));
    expect((await ask(platform, `GET /inboxes/1/contacts/${id}`)).value).toMatchObject({ id, name: "Sam" });
  });

  it.each<[string, string]>([
    ["contactId", "The unique ID or the email address of the contact to fetch"],
    ["contactId", "ID/email address of the contact"],
    ["contactId", "Contact id, email address, or phone number"],
    ["emailAddress", "Email address of the contact, or its id"],
    ["emailAddress", "The email address or the id"],
  ])("is the first that the description names: %s for %j", async (key, description) => {
    const members = { contactId: text, emailAddress: text, phoneNumber: text };
    const platform = serving({ parameter: "id", description, members });
    const made = (await ask(platform, "POST /inboxes/1/contacts", { body: { name: "Sam" } })).value;

    expect((await ask(platform, `GET /inboxes/1/contacts/${made[key]}`)).status).toBe(200);
  });
});
