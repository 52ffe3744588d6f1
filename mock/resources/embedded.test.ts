import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "", ...jsonBody(schema) } });
const none = { description: "" };
const parameter = (name: string): JsonObject => ({ name, in: "path", required: true, schema: text });

interface Form {
  readonly list: string;
  readonly word: string;
  readonly key: string;
  readonly isParentCreatable: boolean;
}

describe("an item below another one", () => {
  it.each<[string, Form]>([
    ["with its id", { list: "versions", word: "versions", key: "id", isParentCreatable: true }],
    ["under another spelling", { list: "smtpDomains", word: "smtp-domains", key: "id", isParentCreatable: true }],
    ["with a key of its own", { list: "envs", word: "envs", key: "key", isParentCreatable: true }],
    ["below an item that nothing creates", { list: "envs", word: "envs", key: "id", isParentCreatable: false }],
  ])("is shown in the list of that item: %s", async (_, { list, word, key, isParentCreatable }) => {
    const child = { type: "object", properties: { [key]: text, name: text, secret: text } };
    const entry = { type: "object", properties: { [key]: text, name: text } };
    const zone = { type: "object", properties: { id: text, name: text, [list]: { type: "array", items: entry } } };
    const paths = {
      ...(isParentCreatable && { "/zones": { post: { requestBody: jsonBody(zone), responses: fine(zone) } } }),
      "/zones/{zone}": { parameters: [parameter("zone")], get: { responses: fine(zone) } },
      [`/zones/{zone}/${word}`]: {
        parameters: [parameter("zone")],
        post: { requestBody: jsonBody(child), responses: fine(child) },
      },
      [`/zones/{zone}/${word}/{${key}}`]: {
        parameters: [parameter("zone"), parameter(key)],
        get: { responses: fine(child) },
        patch: { requestBody: jsonBody(child), responses: { ...fine(child), "404": none } },
        delete: { responses: { "204": none, "404": none } },
      },
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const first = { [key]: "given", name: "Z" };
    const zoneId = isParentCreatable
      ? (await ask(platform, "POST /zones", { body: { name: "A", [list]: [first] } })).value.id
      : "z1";
    const shown = async () => (await ask(platform, `GET /zones/${zoneId}`)).value[list];

    const made = (
      await ask(platform, `POST /zones/${zoneId}/${word}`, { body: { [key]: "k", name: "B", secret: "s" } })
    ).value;
    const others = (await shown()).slice(0, -1);
    expect(await shown()).toEqual([...others, { [key]: made[key], name: "B" }]);
    if (isParentCreatable) expect(others).toEqual([first]);
    await ask(platform, `PATCH /zones/${zoneId}/${word}/${made[key]}`, { body: { name: "C" } });
    expect(await shown()).toEqual([...others, { [key]: made[key], name: "C" }]);
    await ask(platform, `DELETE /zones/${zoneId}/${word}/${made[key]}`);
    expect(await shown()).toEqual(others);
  });
});
