import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { Contract, Json, JsonObject } from "../../index.ts";
import { joinsIn } from "./joins.ts";

const text = { type: "string" };
const object = (...names: readonly string[]): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const [user, group] = [
  object("id", "name", "email"),
  {
    ...object("id", "title"),
    properties: { ...(object("id", "title")["properties"] as JsonObject), tags: { type: "array", items: text } },
  },
];
const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const answers = (status: string, schema?: Json): JsonObject => ({
  responses: { [status]: { description: "", ...(schema !== undefined && json(schema)) } },
});
const list = (item: Json): JsonObject => answers("200", { type: "array", items: item });
const collection = (path: string, item: JsonObject): JsonObject => ({
  [path]: { get: list(item), post: { requestBody: json(item), ...answers("201", item) } },
  [`${path}/{id}`]: { get: answers("200", item), delete: answers("204") },
});

function contractOf(paths: JsonObject): Contract {
  const all: Record<string, JsonObject> = {};
  const written = { ...collection("/users", user), ...collection("/groups", group), ...paths };
  for (const [path, item] of Object.entries(written)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    all[path] = {
      ...(item as JsonObject),
      parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
    };
  }
  return compileInMemory({ paths: all });
}

const members = "/groups/{id}/members";
const added = answers("204");

describe("joinsIn()", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    [
      "members that are put and removed",
      { [members]: { get: list(user) }, [`${members}/{userId}`]: { put: added, delete: added } },
      ["list add remove"],
    ],
    [
      "members that are named by the body",
      { [members]: { get: list(user), post: { requestBody: json(object("userId")), ...added } } },
      ["list add"],
    ],
    [
      "a list of other members of the items",
      { [members]: { get: list(object("id", "name")) }, [`${members}/{userId}`]: { put: added } },
      [],
    ],
    ["no list", { [`${members}/{userId}`]: { put: added, delete: added } }, []],
    [
      "an addition that is only accepted",
      { [members]: { get: list(user) }, [`${members}/{userId}`]: { put: answers("202") } },
      [],
    ],
    [
      "an addition that invites",
      { [members]: { get: list(user) }, [`${members}/{userId}`]: { put: { ...added, summary: "Invites a user." } } },
      [],
    ],
    [
      "an addition with a required body",
      {
        [members]: { get: list(user) },
        [`${members}/{userId}`]: { put: { ...added, requestBody: { required: true, ...json(object("role")) } } },
      },
      [],
    ],
    [
      "items of their own below another",
      {
        "/groups/{id}/notes": {
          get: list(object("id", "text")),
          post: { requestBody: json(object("text")), ...answers("201", object("id", "text")) },
        },
      },
      [],
    ],
  ])("reads what is certain: %s", (_, paths, expected) => {
    const order = ["list", "add", "remove"];
    const found = joinsIn(contractOf(paths)).map(({ parts }) =>
      parts
        .map(({ effect }) => effect)
        .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
        .join(" "),
    );

    expect(found).toEqual(expected);
  });
});
