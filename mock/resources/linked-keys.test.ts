import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();
const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const label = object({ id: text, name: text, colour: text });
const issue = object({ id: text, title: text, body: text });
const labels = { type: "array", items: label };
const texts = { type: "array", items: text };

describe("keys in a request", () => {
  it.each(["labels", "label_ids", "labelIds"])("link the items that exist to the item above: %s", async (name) => {
    const platform = await serving({
      "GET /orgs/{org}/labels/{id}": [label],
      "POST /labels": [label, label],
      "GET /labels/{id}": [label],
      "POST /issues": [issue, issue],
      "GET /issues/{issue}": [issue],
      "GET /issues/{issue}/labels": [labels],
      "POST /issues/{issue}/labels": [labels, object({ [name]: texts })],
      "DELETE /issues/{issue}/labels/{id}": [],
    });
    await ask(platform, "POST /issues", { body: { id: "i" } });
    for (const id of ["bug", "new"]) await ask(platform, "POST /labels", { body: { id, name: `The ${id}` } });
    const linked = await ask(platform, "POST /issues/i/labels", { body: { [name]: ["bug", "new"] } });

    expect(linked.value).toMatchObject([{ name: "The bug" }, { name: "The new" }]);
    await ask(platform, "DELETE /issues/i/labels/bug");
    expect((await ask(platform, "GET /issues/i/labels")).value).toMatchObject([{ id: "new", name: "The new" }]);
    expect((await ask(platform, "GET /labels/bug")).status).toBe(200);
  });
});

it.each([
  ["first", "1"],
  ["oldest", "1"],
  ["last", "3"],
  ["latest", "3"],
])("the path %s beside items shows the one that was created there in that order", async (word, expected) => {
  const entry = object({ id: text, value: text });
  const platform = await serving({
    "POST /data": [entry, entry],
    "GET /data/{id}": [entry],
    [`GET /data/${word}`]: [entry],
  });
  for (const id of ["a", "b", "c"])
    await ask(platform, "POST /data", { body: { id, value: String("abc".indexOf(id) + 1) } });

  expect((await ask(platform, `GET /data/${word}`)).value).toMatchObject({ value: expected });
});

it.each([
  ["follow", "following", true],
  ["mute", "muting", true],
  ["unmute", "muting", false],
  ["block", "blocked", true],
])("the answer of the action %s shows its effect in %s", async (word, flag, expected) => {
  const platform = await serving({
    "GET /accounts/{id}": [label],
    [`POST /accounts/{id}/${word}`]: [object({ id: text, [flag]: { type: "boolean" } })],
  });

  expect((await ask(platform, `POST /accounts/7/${word}`)).value).toEqual({ id: "7", [flag]: expected });
});

it.each([
  ["application/form-data", "phrase=spoiler&whole=true"],
  ["application/x-www-form-urlencoded", "phrase=spoiler&whole=true"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="phrase"\r\n\r\nspoiler\r\n--x\r\nContent-Disposition: form-data; name="whole"\r\n\r\ntrue\r\n--x--\r\n',
  ],
])("a body of a type that does not exist is the form that it means: %s", async (type, body) => {
  const filter = object({ id: text, phrase: text, whole: { type: "boolean" } });
  const platform = await serving({
    "POST /filters": [filter, filter, "application/form-data"],
    "GET /filters/{id}": [filter],
  });
  const answer = await ask(platform, "POST /filters", { headers: { "content-type": type }, body });

  expect(answer.value).toMatchObject({ phrase: "spoiler", whole: true });
});

it.each<[string, string, string]>([
  ["/releases/tags/{tag}", "tag_name", "/releases/tags/v1"],
  ["/releases/tag/{value}", "tag", "/releases/tag/v1"],
  ["/releases/by-email/{email}", "email", "/releases/by-email/v1"],
  ["/releases/by_slug/{slug}", "slug", "/releases/by_slug/v1"],
])("%s reads and deletes the item by its %s", async (template, member, path) => {
  const release = object({ id: text, name: text, notes: text, [member]: text });
  const platform = await serving({
    "POST /releases": [release, release],
    "GET /releases/{id}": [release],
    [`GET ${template}`]: [release],
    [`DELETE ${template}`]: [],
  });
  await ask(platform, "POST /releases", { body: { id: "1", name: "v1", [member]: "v0" } });
  await ask(platform, "POST /releases", { body: { id: "2", name: "One", [member]: "v1" } });

  expect((await ask(platform, `GET ${path}`)).value).toMatchObject({ id: "2", name: "One" });
  await ask(platform, `DELETE ${path}`);
  expect((await ask(platform, `GET ${path}`)).status).toBe(404);
  expect((await ask(platform, "GET /releases/2")).status).toBe(404);
  expect((await ask(platform, "GET /releases/1")).status).toBe(200);
});

it("a path with a collection of its own has its own items", async () => {
  const release = object({ id: text, name: text, notes: text, tag: text });
  const platform = await serving({
    "POST /releases": [release, release],
    "GET /releases/{id}": [release],
    "POST /releases/tags": [release, release],
    "GET /releases/tags/{tag}": [release],
  });
  await ask(platform, "POST /releases", { body: { id: "1", tag: "v1" } });

  expect((await ask(platform, "GET /releases/tags/v1")).status).toBe(404);
});

type Stated = readonly [shows?: Json, sends?: Json, type?: string];

async function serving(operations: Readonly<Record<string, Stated>>) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, [shows, sends, type = "application/json"]] of Object.entries(operations)) {
    const [method, path] = name.split(" ") as [string, string];
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = ""]) => ({
      name: each,
      in: "path",
      required: true,
      schema: text,
    }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters,
      ...(sends !== undefined && { requestBody: { content: { [type]: { schema: sends } } } }),
      responses: {
        "200": { description: "", ...(shows !== undefined && { content: { "application/json": { schema: shows } } }) },
      },
    };
  }
  return platformServing([await scratch.load({ paths })]);
}
