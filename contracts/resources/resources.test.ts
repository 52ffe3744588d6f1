import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { doubtsOf } from "./doubts.ts";
import { resourcesIn } from "./resources.ts";
import { type Role, rolesOf } from "./roles.ts";

const text = { type: "string" };
const number = { type: "integer" };
const pet = object({ id: text, name: text, colour: text });
const pets = { type: "array", items: pet };

describe("the place of an item in a body", () => {
  it.each<[string, Json, Partial<Role>]>([
    ["the body", pet, {}],
    ["a member named after it", object({ pet }), { wrapper: "pet" }],
    [
      "beside other objects that are no item",
      object({ pet, job: object({ id: text, state: text }) }),
      { wrapper: "pet" },
    ],
    [
      "beside lists of messages",
      object({ data: pet, errors: { type: "array", items: object({ code: text }) } }),
      { wrapper: "data" },
    ],
    ["two members down", object({ ok: { type: "boolean" }, result: object({ pet }) }), { wrapper: "result.pet" }],
    ["the first of a list", object({ results: pets }), { wrapper: "results.0" }],
    [
      "without types",
      { properties: { pet: { properties: { id: text, name: text, colour: text } } } },
      { wrapper: "pet" },
    ],
  ])("is found: %s", (_, body, expected) => {
    const roles = rolesIn({ "GET /pets": pets, "POST /pets": [body, pet], "GET /pets/{pet_id}": pet });

    expect(roles["POST /pets"]).toEqual({
      kind: "create",
      collection: "/pets",
      idParameter: "pet_id",
      idProperty: "id",
      ...expected,
    });
  });

  it.each<[string, Json, Partial<Role>]>([
    [
      "beside another list",
      object({ pets, errors: { type: "array", items: object({ code: text }) } }),
      { itemsProperty: "pets" },
    ],
    [
      "in an object of its own",
      object({ response: object({ pets, took: number }) }),
      { itemsProperty: "response.pets" },
    ],
    [
      "as a map by key",
      object({ pets: { type: "object", additionalProperties: pet } }),
      { itemsProperty: "pets", isKeyed: true },
    ],
    [
      "with the key under another name",
      { type: "array", items: object({ petId: text, name: text }) },
      { shownKey: "petId" },
    ],
  ])("is found in a list: %s", (_, body, expected) => {
    const roles = rolesIn({ "GET /pets": body, "POST /pets": [pet, pet], "GET /pets/{pet_id}": pet });

    expect(roles["GET /pets"]).toMatchObject({ kind: "list", collection: "/pets", idProperty: "id", ...expected });
  });

  it("is not the envelope that all responses have", () => {
    const enveloped = (data: Json): JsonObject => object({ ErrorCode: number, ErrorMessage: text, Data: data });
    const roles = rolesIn({
      "POST /pets": [enveloped(pet), pet],
      "GET /pets/{id}": enveloped(pet),
      "GET /toys/{id}": enveloped(object({ id: text, price: number })),
    });

    expect([roles["POST /pets"]?.wrapper, roles["GET /toys/{id}"]?.wrapper]).toEqual(["Data", "Data"]);
  });

  it("may differ between request and response", () => {
    const roles = rolesIn({
      "PUT /pets/{id}": [object({ catalog_pet: pet }), object({ pet })],
      "GET /pets/{id}": object({ pet }),
    });

    expect(roles["PUT /pets/{id}"]).toMatchObject({ wrapper: "catalog_pet", sentIn: "pet" });
  });
});

describe("the key of an item", () => {
  it.each<[string, string, JsonObject, string | undefined]>([
    ["named by the whole parameter", "petId", { id: text, pet_id: text }, "pet_id"],
    ["named by the end of the parameter", "pet_number", { name: text, number }, "number"],
    ["chosen by the client, where the path names it so", "code", { uuid: text, identifier: text }, "identifier"],
    ["an id that is named after the item", "id", { PetID: number, Name: text }, "PetID"],
    ["either of two", "idOrName", { name: text, id: text }, "id"],
    ["an id with a general word", "contactId", { deviceType: text, extId: text, label: text }, "extId"],
    ["a resource's id", "account-id", { name: text, resourceId: text }, "resourceId"],
    ["an index where the path has a number's name", "step", { timeout: number, index: number }, "index"],
    ["not a text where the path has a UUID", "pet_id", { name: text }, undefined],
  ])("is found: %s", (_, parameter, members, expected) => {
    const schema = parameter === "pet_id" ? { type: "string", format: "uuid" } : undefined;
    const contract = contractOf({ [`GET /pets/{${parameter}}`]: object(members) }, schema);

    expect(resourcesIn(contract).at("/pets").key?.property).toBe(expected);
  });

  it.each<[string, JsonObject, string]>([
    ["after the end of the noun", { name: text, recipient_code: text, bank_code: text }, "recipient_code"],
    ["after the whole noun", { name: text, transferrecipient_code: text }, "transferrecipient_code"],
    ["not after another end", { name: text, ent_code: text }, "name"],
  ])("has the parameter's name behind the noun: %s", (_, members, expected) => {
    const contract = contractOf({
      "GET /transferrecipient": { type: "array", items: object(members) },
      "GET /transferrecipient/{code}": object(members),
    });

    expect(resourcesIn(contract).at("/transferrecipient").key?.property).toBe(expected);
  });

  it.each<[string, JsonObject, string]>([
    ["the word behind the item's in the parameter, which most bodies have", { id: text, uid: text, name: text }, "uid"],
    ["no such word that no body has", { id: text, name: text }, "id"],
  ])("is %s", (_, members, expected) => {
    const short = object(members);
    const contract = contractOf({
      "GET /pets": { type: "array", items: short },
      "POST /pets": [short, object({ name: text })],
      "GET /pets/{pet_uid}": object({ id: text, name: text, colour: text }),
    });

    expect(resourcesIn(contract).at("/pets").key?.property).toBe(expected);
  });

  it("is named otherwise by the answer of a create", () => {
    const roles = rolesIn({
      "POST /users": [object({ userId: text }), object({ name: text })],
      "GET /users/{userid}": object({ id: text, name: text }),
    });

    expect(roles["POST /users"]).toMatchObject({ idProperty: "id", shownKey: "userId" });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["the item has beside its key", object({ id: text, name: text }), object({ name: text })],
    ["clients change", object({ name: text, size: number }), object({ id: text, size: number })],
  ])("is no member that %s", (_, read, changed) => {
    const sent = object({ name: text, size: number });
    const roles = rolesIn({ "GET /settings/{id}": read, "POST /settings/{id}": [changed, sent] });

    expect(Object.values(roles).map(({ shownKey }) => shownKey)).toEqual([undefined, undefined]);
  });

  it("is named otherwise by the request of a create", () => {
    const roles = rolesIn({
      "POST /databases": [undefined, object({ database_name: text, size: number })],
      "GET /databases/{databaseName}": object({ name: text, size: number }),
    });

    expect(roles["POST /databases"]).toMatchObject({ idProperty: "name", sentKey: "database_name" });
  });

  it("is named after the item by the request of a create", () => {
    const roles = rolesIn({
      "POST /tags": [object({ name: text, size: number }), object({ tag_name: text, size: number })],
      "GET /tags/{tag}": object({ name: text, size: number }),
    });

    expect(roles["POST /tags"]).toMatchObject({ idProperty: "name", sentKey: "tag_name" });
  });

  it.each<[string, string, JsonObject, JsonObject, readonly string[]]>([
    ["that a client sends, beside the other name", "name", { rule_name: text, pet_name: text }, {}, ["rule_name"]],
    ["that a client sends and no response shows", "pet_key", { name: text, key: text }, { key: true }, ["key"]],
    ["of another thing, if it has the name itself", "name", { name: text, owner_name: text }, {}, []],
  ])("is, too, a member %s", (_, parameter, sent, hidden, others) => {
    const shown = Object.fromEntries(Object.entries({ id: number, ...sent }).filter(([name]) => !(name in hidden)));
    const contract = contractOf({
      "POST /pets": [object(shown), object(sent)],
      [`GET /pets/{${parameter}}`]: object(shown),
    });

    expect(resourcesIn(contract).at("/pets").otherKeys).toEqual(others);
  });

  it("is all that some lists show", () => {
    const roles = rolesIn({
      "GET /blocked": { type: "array", items: text },
      "POST /blocked": [undefined, object({ emails: { type: "array", items: text } })],
      "DELETE /blocked/{email}": undefined,
    });

    expect(roles["GET /blocked"]).toMatchObject({ kind: "list", idProperty: "email", listsKeys: true });
    expect(roles["POST /blocked"]).toMatchObject({ kind: "create", each: "emails" });
  });
});

describe("a key whose example is that of the path parameter", () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ["is found under a name unlike the parameter's", { example: 512 }, { type: "integer", example: 512 }, "id"],
    ["is found by any of several", { examples: ["x", 512] }, { type: "integer", examples: [7, 512] }, "id"],
    ["is not found if the examples differ", { example: 513 }, { type: "integer", example: 512 }, "name"],
  ])("%s", (_, parameter, id, key) => {
    const item = object({ id, name: text });
    const contract = contractOf(
      { "GET /pets": { type: "array", items: item }, "POST /pets": [item, item], "GET /pets/{pet_identifier}": item },
      { anyOf: [number, text], ...parameter },
    );

    expect(resourcesIn(contract).at("/pets").key?.property).toBe(key);
  });
});

it.each<[string, string, JsonObject, string]>([
  ["is that of the item, not of another one in it", "pet_gid", { gid: text, pet: object({ gid: text }) }, "gid"],
  ["is that of the named item in a membership", "user_gid", { gid: text, user: object({ gid: text }) }, "user.gid"],
])("a key %s", (_, parameter, members, key) => {
  const item = object(members);
  const contract = contractOf({ "GET /pets": { type: "array", items: item }, [`GET /pets/{${parameter}}`]: item });

  expect(resourcesIn(contract).at("/pets").key?.property).toBe(key);
});

describe("a resource with versions in its paths", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "is one if only one version reads items",
      ["POST /v10/pets", "GET /v9/pets/{id}", "GET /v8/pets"],
      ["/v9/pets", "/v9/pets", "/v9/pets"],
    ],
    [
      "is one if only one version changes items",
      ["POST /v1/pets", "GET /v1/pets/{id}", "GET /v2/pets/{id}"],
      ["/v1/pets", "/v1/pets", "/v1/pets"],
    ],
    [
      "is one at each of two words behind the version",
      ["POST /v1/shop/pets", "GET /v1/shop/pets/{id}", "GET /v2/shop/pets/{id}"],
      ["/v1/shop/pets", "/v1/shop/pets", "/v1/shop/pets"],
    ],
    [
      "is two if both versions read and change items",
      ["POST /v1/pets", "GET /v1/pets/{id}", "POST /v2/pets", "GET /v2/pets/{id}"],
      ["/v1/pets", "/v1/pets", "/v2/pets", "/v2/pets"],
    ],
    [
      "is one if the version that reads items spells the word otherwise",
      ["POST /v2/pet-foods", "GET /v3/pet_foods/{id}", "DELETE /v3/pet_foods/{id}"],
      ["/v3/pet-foods", "/v3/pet-foods", "/v3/pet-foods"],
    ],
    [
      "is one if the version that reads items has the singular",
      ["POST /v2/pets", "GET /v3/pet/{id}"],
      ["/v3/pets", "/v3/pets"],
    ],
    [
      "is two if both versions read and change items, in other spellings",
      ["POST /v1/pets", "GET /v1/pets/{id}", "POST /v2/pet", "GET /v2/pet/{id}"],
      ["/v1/pets", "/v1/pets", "/v2/pet", "/v2/pet"],
    ],
    [
      "is two if the singular is the item of the caller",
      ["GET /v1/pet", "POST /v2/pets", "GET /v2/pets/{id}"],
      ["/v1/pet", "/v2/pets", "/v2/pets"],
    ],
    [
      "is found behind a prefix",
      ["POST /api/v2/pets", "GET /api/v1beta1/pets/{id}"],
      ["/api/v1beta1/pets", "/api/v1beta1/pets"],
    ],
    [
      "is none if a word only looks like a version",
      ["POST /vans/pets", "GET /v9/pets/{id}"],
      ["/vans/pets", "/v9/pets"],
    ],
  ])("%s", (_, names, collections) => {
    const roles = rolesIn(Object.fromEntries(names.map((name) => [name, name.startsWith("GET /v8") ? pets : pet])));

    expect(Object.values(roles).map(({ collection }) => collection)).toEqual(collections);
  });
});

describe("a resource whose items have another spelling of its word", () => {
  const creating: Bodies = [pet, pet];

  it.each<[string, string, string]>([
    ["singular", "/shop/{s}/pets", "/shop/{s}/pet"],
    ["plural", "/pet", "/pets"],
    ["an irregular plural", "/people", "/person"],
    ["snake case", "/petFoods", "/pet_food"],
    ["kebab case", "/pet_foods", "/pet-foods"],
    ["names of parameters", "/shop/{shop}/pets", "/shop/{shopId}/pet"],
  ])("is one: %s", (_, collection, items) => {
    const roles = rolesIn({
      [`GET ${collection}`]: pets,
      [`POST ${collection}`]: creating,
      [`GET ${items}/{id}`]: pet,
      [`GET ${items}/{id}/foods`]: pets,
    });

    expect(Object.values(roles).map((role) => [role.kind, role.collection])).toEqual([
      ["list", collection],
      ["create", collection],
      ["read", collection],
      ["list", `${collection}/{id}/foods`],
    ]);
  });

  it.each<[string, Readonly<Record<string, Bodies>>]>([
    ["if both have items", { "GET /pets": pets, "GET /pets/{id}": pet, "GET /pet/{id}": pet }],
    ["if there are operations at both words", { "GET /pets": pets, "GET /pet": pet, "GET /pet/{id}": pet }],
    ["if two words are alike", { "GET /pets": pets, "GET /Pets": pets, "GET /pet/{id}": pet }],
    ["below different parents", { "GET /shop/pets": pets, "GET /pet/{id}": pet }],
  ])("is two %s", (_, operations) => {
    expect(rolesIn(operations)["GET /pet/{id}"]?.collection).toBe("/pet");
  });

  it.each([
    ["/pets", "/pet"],
    ["/people", "/person"],
    ["/geese", "/goose"],
  ])("is one if %s only lists what %s creates", (collection, items) => {
    const roles = rolesIn({
      [`GET ${collection}`]: pets,
      [`POST ${items}`]: creating,
      [`GET ${items}/{id}`]: pet,
    });

    expect(new Set(Object.values(roles).map((role) => role.collection))).toEqual(new Set([items]));
  });

  it("is one if another path changes what it reads", () => {
    const roles = rolesIn({
      "GET /pets/{id}": pet,
      "POST /staff/pets": creating,
      "GET /staff/pets/search": object({ data: pets, ok: text }),
      "PATCH /staff/pets/{id}": creating,
      "DELETE /staff/pets/{id}": undefined,
    });

    expect(new Set(Object.values(roles).map(({ collection }) => collection))).toEqual(new Set(["/pets"]));
  });

  it("is two if another path only adds and removes items", () => {
    const roles = rolesIn({
      "GET /pets/{id}": pet,
      "POST /teams/{team}/pets": [pet, object({ pet_ids: { type: "array", items: text } })],
      "DELETE /teams/{team}/pets/{id}": undefined,
    });

    expect(roles["DELETE /teams/{team}/pets/{id}"]?.collection).toBe("/teams/{team}/pets");
  });

  it("is two if the singular is the item of the caller", () => {
    const roles = rolesIn({
      "GET /user": pet,
      "PATCH /user": [pet, pet],
      "GET /users/{id}": pet,
      "GET /user/foods": pets,
    });

    expect(roles["GET /users/{id}"]?.collection).toBe("/users");
  });
});

describe("doubtsOf()", () => {
  it("names what a document leaves uncertain, and nothing else", () => {
    const contract = contractOf({
      "GET /pets": pets,
      "GET /pets/{id}": pet,
      "POST /pets": [object({ done: { type: "boolean" } }), object({ name: text })],
      "PATCH /pets/{id}": [pet, object({ patch: { type: "array", items: {} } })],
      "POST /pets/{id}/teleport": [object({ until: text }), object({ to: text })],
      "GET /dogs/{id}": object({ id: text, friendly_name: text }),
      "PATCH /dogs/{id}": [object({ id: text, friendly_name: text }), object({ FriendlyName: text })],
    });

    expect(doubtsOf(contract).map(({ operation, text: doubt }) => `${operation.name}: ${doubt}`)).toEqual([
      "POST /pets: Its answer does not show the id of the new item",
      "PATCH /pets/{id}: Its body has no member of the item",
      "POST /pets/{id}/teleport: Its bodies do not show its effect: it changes an item only if its name says how",
    ]);
  });

  it.each<[string, Readonly<Record<string, Bodies>>, readonly string[]]>([
    [
      "a list whose path is written as a whole",
      {
        "GET /pets/{id}/tags": object({ tags: { type: "array", items: object({ id: text, name: text }) } }),
        "PUT /pets/{id}/tags": [undefined, { type: "array", items: object({ id: text, name: text }) }],
        "DELETE /pets/{id}/tags/{tagId}": undefined,
      },
      ["GET /pets/{id}/tags: singleton"],
    ],
    [
      "an item is no other thing at its path",
      { "GET /pets": pets, "GET /pets/{id}": pet, "PUT /pets/{id}": [pet, pet] },
      [],
    ],
  ])("names a role that is almost as heavy: %s", (_, bodies, expected) => {
    const doubts = doubtsOf(contractOf(bodies)).filter((doubt) => doubt.text.includes("almost the same"));
    expect(doubts.map(({ operation, remedy }) => `${operation.name}: ${remedy}`)).toEqual(expected);
  });

  it("has none where x-state decides", () => {
    const contract = compileInMemory({
      paths: {
        "/pets/{id}/teleport": {
          post: { "x-state": { kind: "action" }, responses: { "200": { description: "Done" } } },
        },
      },
    });

    expect(doubtsOf(contract)).toEqual([]);
  });
});

type Bodies = Json | undefined | readonly [response: Json | undefined, request: Json];

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

function rolesIn(bodies: Readonly<Record<string, Bodies>>): Record<string, Role> {
  return Object.fromEntries([...rolesOf(contractOf(bodies))].map(([{ name }, role]) => [name, role]));
}

/** Contract with operations by name, each with its response, or its response and request. */
function contractOf(bodies: Readonly<Record<string, Bodies>>, parameter?: JsonObject) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, both] of Object.entries(bodies)) {
    const [method = "", path = ""] = name.split(" ");
    const [response, request] = Array.isArray(both) ? both : [both, undefined];
    const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = ""]) => ({
      name: each,
      in: "path",
      required: true,
      schema: parameter ?? {},
    }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters,
      ...(request !== undefined && { requestBody: content(request as Json) }),
      responses: { "200": { description: "Fine.", ...(response !== undefined && content(response as Json)) } },
    };
  }
  return compileInMemory({ paths });
}
