import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();
const text = { type: "string" };
const parameters = [{ name: "id", in: "path", required: true, schema: text }];
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const flag = { type: "boolean" };

/** Status of a read, and number of listed keys, after an action on a key. */
async function after(
  action: string,
  { description = "", members = {}, answer = {} }: Record<string, JsonObject | string>,
) {
  const key = { type: "object", properties: { id: text, name: text, ...(members as JsonObject) } };
  const fine = { "200": { description: "", ...jsonBody(key) } };
  const list = { "200": { description: "", ...jsonBody({ type: "array", items: key }) } };
  const paths = {
    "/keys": { post: { requestBody: jsonBody(key), responses: fine }, get: { responses: list } },
    "/keys/{id}": { parameters, get: { responses: fine } },
    [`/keys/{id}${action}`]: {
      parameters,
      post: { description, responses: { "204": { description: "" }, ...(answer as JsonObject) } },
    },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const { id } = (await ask(platform, "POST /keys", { body: { name: "A" } })).value;
  expect((await ask(platform, `POST /keys/${id}${action}`)).status).toBe(204);
  return [(await ask(platform, `GET /keys/${id}`)).status, (await ask(platform, "GET /keys")).value.length];
}

describe("an action that removes its item", () => {
  it.each<[string, Parameters<typeof after>[1]]>([
    ["/forget", {}],
    ["/actions/forget", {}],
    [":forget", { answer: { "404": { description: "" } } }],
    ["/revoke", { description: "Revokes the key. The key is permanently deleted." }],
    ["/terminate", { description: "Stops the key and removes it." }],
    ["/purge", { description: "Deletes this key." }],
    ["/purge", { description: "Deletes the key and its messages." }],
    ["/discard", { description: "Deletes it permanently." }],
    ["/terminate", { description: "The key is deleted immediately, and cannot be restored." }],
  ])("%s with %j", async (action, form) => {
    expect(await after(action, form)).toEqual([404, 0]);
  });

  it.each<[string, Parameters<typeof after>[1]]>([
    ["/revoke", {}],
    ["/revoke", { members: { revoked: flag } as JsonObject, description: "Revokes the key: it deletes the key." }],
    ["/purge", { description: "Deletes the messages of the key." }],
    ["/terminate", { description: "Deletes all sessions." }],
    ["/revoke", { description: "Revokes the key. This does not delete the key." }],
    ["/revoke", { description: "To delete the key, use DELETE." }],
    ["/terminate", { description: "Use this before you delete the key." }],
    ["/purge", { description: "Deletes the key's messages." }],
    ["/purge", { description: "Removes the key data." }],
    ["/revoke", { description: "Removes the key from the account." }],
    ["/revoke", { description: "The key will be automatically deleted after 90 days." }],
    ["/rotate", { description: "Deletes the key and makes another one." }],
  ])("is not %s with %j", async (action, form) => {
    expect(await after(action, form)).toEqual([200, 1]);
  });
});
