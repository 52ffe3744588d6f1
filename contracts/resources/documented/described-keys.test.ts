import { expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../../model/json.ts";
import { resourcesIn } from "../resources.ts";

const text = { type: "string" };
const number = { type: "integer" };

it.each<[string, string, JsonObject, string]>([
  ["name of the shop to get", "shop", { id: number, name: text, full_name: text }, "name"],
  ["shop that is to be deleted", "shop", { id: number, name: text }, "id"],
  ["The ID of the shop whose name is shown", "shop", { id: number, name: text }, "id"],
  ["username of the owner to edit", "shop", { id: number, login: text, login_name: text }, "login"],
  ["Slug of the requested shop.", "shop", { uuid: text, name: text, slug: text }, "slug"],
  ["index of the shop to get", "shop", { id: number, number }, "number"],
  ["The email address that you want to remove.", "shop", { id: number, email: text }, "email"],
  ["The shop's code", "shop", { id: number, name: text, code: text }, "code"],
  ["The list of value name you want", "shop", { id: number, name: text }, "id"],
  ["The name of the shop", "idShop", { id: number, name: text }, "id"],
  ["ID or slug of the shop", "shop", { id: number, slug: text }, "id"],
  ["name of the shop", "id", { id: number, name: text }, "id"],
])("a path parameter «%s» named %s leads to a member", (description, parameter, members, key) => {
  expect(shopsIn(description, parameter, members).key?.property).toBe(key);
});

it.each<[string, readonly string[]]>([
  ["the shop to get, identified by ID and if not available by name", ["name"]],
  ["ID or name of the shop", ["name"]],
  ["Shop slug, or its ID", ["slug"]],
  ["The ID of the shop", []],
  ["The shop, which has a name", []],
])("a path parameter «%s» names an item otherwise, too", (description, others) => {
  expect(shopsIn(description, "id", { id: number, name: text, slug: text }).otherKeys).toEqual(others);
});

it("a member that clients send is rather the key than another that is described as well", () => {
  const members = { id: number, name: text, username: text };

  expect(shopsIn("name of the shop", "shop", members, { username: text }).key?.property).toBe("username");
  expect(shopsIn("name of the shop", "shop", members, { username: text, name: text }).key?.property).toBe("name");
});

function shopsIn(description: string, name: string, properties: JsonObject, sent?: JsonObject) {
  const content = (members: JsonObject): JsonObject => ({
    content: { "application/json": { schema: { type: "object", properties: members } } },
  });
  const responses = { "200": { description: "Fine.", ...content(properties) } };
  const parameters = [{ name, in: "path", required: true, schema: text, description }];
  const contract = compileInMemory({
    paths: {
      [`/shops/{${name}}`]: { get: { parameters, responses } },
      ...(sent && { "/shops": { post: { requestBody: content(sent), responses } } }),
    },
  });
  return resourcesIn(contract).at("/shops");
}
