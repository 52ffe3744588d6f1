import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { type StatedOperations, documentWith, listOf, object, text } from "../../../test/support/mock/serving.ts";

const scratch = createScratch();
const task = object({
  id: text,
  title: text,
  favoriteUserIds: listOf(text),
  whitelist_ips: listOf(text),
  watchers: listOf(text),
  notes: listOf(object({ text })),
});
const made = { title: "A", favoriteUserIds: ["u1"], whitelist_ips: ["10.0.0.1"], watchers: ["ann"] };
const me: StatedOperations = { "GET /users/me": { shows: object({ id: text, name: text }) } };

/** Creates a task, carries out an action on it, and returns the members that have changed. */
async function changedBy(
  action: string,
  description: string,
  { body, others = me, shows = task }: { body?: JsonObject; others?: StatedOperations; shows?: JsonObject } = {},
) {
  const [method = "", below = ""] = action.split(" ");
  const sends = body && { sends: object(Object.fromEntries(Object.keys(body).map((name) => [name, {}]))) };
  const stated: StatedOperations = {
    "POST /tasks": { sends: task, shows: task },
    "GET /tasks/{id}": { shows: task, statuses: ["200", "404"] },
    [`${method} /tasks/{id}/${below}`]: {
      ...sends,
      shows,
      statuses: ["200", "404"],
      also: { description },
    },
    ...others,
  };
  const platform = platformServing([await scratch.load(documentWith(stated))]);
  const before = (await ask(platform, "POST /tasks", { body: made })).value;
  const caller = (await ask(platform, "GET /users/me")).value?.id;
  const path = `/tasks/${before.id}/${below}`;
  expect((await ask(platform, `${method} ${path}`, body ? { body } : {})).status).toBe(200);
  const after: JsonObject = (await ask(platform, `GET /tasks/${before.id}`)).value;
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  const shown = changed.map(([name, value]) => [name, [value].flat().map((each) => (each === caller ? "ME" : each))]);
  return Object.fromEntries(shown);
}

describe("the text of an action names the list that it changes", () => {
  it.each<[string, string, JsonObject | undefined, JsonObject]>([
    [
      "PUT star",
      "Mark the task as a favorite of the requesting user by adding the user's ID to the `favoriteUserIds` array.",
      undefined,
      { favoriteUserIds: ["u1", "ME"] },
    ],
    ["POST allow", "Adds the IP to whitelist_ips.", { ip: "10.0.0.2" }, { whitelist_ips: ["10.0.0.1", "10.0.0.2"] }],
    [
      "POST allow",
      "Add an address to the 'whitelist_ips' list",
      { whitelist_ips: ["10.0.0.2", "10.0.0.1"] },
      { whitelist_ips: ["10.0.0.1", "10.0.0.2"] },
    ],
    ["POST star", 'Appends a user to "favoriteUserIds"', { userId: "u2" }, { favoriteUserIds: ["u1", "u2"] }],
    ["DELETE allow", "Remove the IP from whitelist_ips", { ip: "10.0.0.1" }, { whitelist_ips: [] }],
    ["POST forbid", "Removes the IP from `whitelist_ips`", { ip: "10.0.0.1" }, { whitelist_ips: [] }],
    ["POST follow", "Adds your ID to `watchers`", undefined, { watchers: ["ann", "ME"] }],
  ])("%s: %s", async (action, description, body, changed) => {
    expect(await changedBy(action, description, body ? { body } : {})).toEqual(changed);
    const shows = object({ done: { type: "boolean" } });
    expect(await changedBy(action, description, { shows, ...(body && { body }) })).toEqual(changed);
  });

  it("removes the caller who was added", async () => {
    const stated: StatedOperations = {
      ...me,
      "DELETE /tasks/{id}/star": {
        shows: task,
        also: { description: "Remove the requesting user's ID from the `favoriteUserIds`." },
      },
      "POST /tasks": { sends: task, shows: task },
      "GET /tasks/{id}": { shows: task },
    };
    const platform = platformServing([await scratch.load(documentWith(stated))]);
    const caller = (await ask(platform, "GET /users/me")).value.id;
    const { id } = (await ask(platform, "POST /tasks", { body: { ...made, favoriteUserIds: ["u1", caller] } })).value;

    expect((await ask(platform, `DELETE /tasks/${id}/star`)).value).toMatchObject({ favoriteUserIds: ["u1"] });
  });
});

describe("the text of an action names no list to change", () => {
  it.each<[string, string, (JsonObject | undefined)?, StatedOperations?]>([
    ["POST star", "The user must be one of `favoriteUserIds`.", { userId: "u2" }],
    ["POST ping", "Adds a remark for all `watchers`.", { watcher: "bob" }],
    ["POST toggle", "Adds the user to `favoriteUserIds` or removes the user from `favoriteUserIds`.", { userId: "u2" }],
    ["POST move", "Adds the user to `watchers`. Removes the user from `favoriteUserIds`.", { userId: "u1" }],
    ["POST remark", "Adds a text to `notes`.", { text: "x" }],
    ["POST watch", "Adds a person to watchers.", { watcher: "bob" }],
    ["PUT star", "Adds the requesting user's ID to `favoriteUserIds`.", undefined, {}],
    ["PUT star", "Adds a user to `favoriteUserIds`.", undefined],
    ["POST star", "Adds a user to `favoriteUserIds`.", { userId: 5 }],
  ])("%s: %s", async (action, description, body, others) => {
    expect(await changedBy(action, description, { ...(body && { body }), ...(others && { others }) })).toEqual({});
  });
});
