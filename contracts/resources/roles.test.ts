import type { Json, JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Contract } from "../model/contract.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { loadContract } from "../loading/load.ts";
import { type Role, canonicalPath, rolesOf } from "./roles.ts";

const pet = object({ id: { type: "string" }, name: { type: "string" } });
const pets = { type: "array", items: pet };
const scratch = createScratch();
const list = { type: "array", items: { type: "string" } };

describe("rolesOf()", () => {
  it("recognizes a collection and its items by their paths", () => {
    expect(
      rolesIn({
        "GET /pets": pets,
        "POST /pets": pet,
        "GET /pets/{pet_id}": pet,
        "PUT /pets/{pet_id}": pet,
        "PATCH /pets/{pet_id}": pet,
        "DELETE /pets/{pet_id}": undefined,
      }),
    ).toEqual({
      "GET /pets": "list of /pets by {pet_id} = id",
      "POST /pets": "create of /pets by {pet_id} = id",
      "GET /pets/{pet_id}": "read of /pets by {pet_id} = id",
      "PUT /pets/{pet_id}": "replace of /pets by {pet_id} = id",
      "PATCH /pets/{pet_id}": "update of /pets by {pet_id} = id",
      "DELETE /pets/{pet_id}": "delete of /pets by {pet_id} = id",
    });
  });

  it("recognizes each collection nested in an item", () => {
    expect(
      rolesIn({
        "GET /owners/{owner}/pets": pets,
        "POST /owners/{owner}/pets": pet,
        "GET /owners/{owner}/pets/{id}": pet,
        "GET /owners/{owner}": pet,
      }),
    ).toEqual({
      "GET /owners/{owner}/pets": "list of /owners/{owner}/pets by {id} = id",
      "POST /owners/{owner}/pets": "create of /owners/{owner}/pets by {id} = id",
      "GET /owners/{owner}/pets/{id}": "read of /owners/{owner}/pets by {id} = id",
      "GET /owners/{owner}": "read of /owners by {owner} = id",
    });
  });

  it("distinguishes a collection with a parameter as its last segment from an item", () => {
    expect(
      rolesIn({
        "GET /entity/{slug}": object({ results: pets }),
        "POST /entity/{slug}": pet,
        "GET /entity/{slug}/{id}": pet,
      }),
    ).toEqual({
      "GET /entity/{slug}": "list of /entity/{slug} by {id} = id in results",
      "POST /entity/{slug}": "create of /entity/{slug} by {id} = id",
      "GET /entity/{slug}/{id}": "read of /entity/{slug} by {id} = id",
    });
  });

  it.each<[string, Json, string]>([
    ["a bare list", pets, ""],
    ["the usual names", object({ data: pets, total: { type: "integer" } }), " in data"],
    ["the collection's own name before the usual ones", object({ data: pets, pets }), " in pets"],
    ["the only list there is", object({ animals: pets, total: { type: "integer" } }), " in animals"],
    ["a list that may be null", object({ data: { type: ["array", "null"], items: pet } }), " in data"],
    ["a list behind allOf", { allOf: [object({ total: {} }), object({ items: pets })] }, " in items"],
  ])("finds the items of a list by %s", (_, body, where) => {
    expect(rolesIn({ "GET /pets": body, "GET /pets/{id}": pet })["GET /pets"]).toBe(
      `list of /pets by {id} = id${where}`,
    );
  });

  it.each<[string, JsonObject, string, string]>([
    ["called as the parameter is", { petId: { type: "string" }, id: { type: "string" } }, "petId", "petId"],
    ["called so in other letters", { pet_id: { type: "string" }, id: { type: "string" } }, "petId", "pet_id"],
    ["that is a number", { id: { type: "integer" } }, "petId", "id"],
    ["of a usual name", { slug: { type: "string" }, other: { type: "string" } }, "pet", "slug"],
    ["that the parameter ends with", { number: { type: "string" }, other: { type: "string" } }, "pet_number", "number"],
  ])("finds the id %s", (_, properties, parameter, found) => {
    expect(rolesIn({ [`GET /pets/{${parameter}}`]: object(properties) })).toEqual({
      [`GET /pets/{${parameter}}`]: `read of /pets by {${parameter}} = ${found}`,
    });
  });

  it("finds no id among properties that cannot hold one", () => {
    expect(rolesIn({ "GET /pets/{id}": object({ id: { type: "boolean" }, tags: { type: "array" } }) })).toEqual({
      "GET /pets/{id}": "read of /pets by {id}",
    });
  });

  it("finds a wrapped item and its id", () => {
    expect(
      rolesIn({
        "GET /pets/{pet_id}": object({ pet }),
        "PUT /toys/{id}": object({ data: pet, links: object({}) }),
        "GET /beds/{bed_key}": object({ bed: object({ key: { type: "string" } }), other: object({}) }),
        "GET /bowls/{id}": object({ food: pet, water: pet }),
      }),
    ).toEqual({
      "GET /pets/{pet_id}": "read of /pets by {pet_id} = pet.id",
      "PUT /toys/{id}": "replace of /toys by {id} = data.id",
      "GET /beds/{bed_key}": "read of /beds by {bed_key} = bed.key",
      "GET /bowls/{id}": "read of /bowls by {id}",
    });
  });

  it("ignores .json or a slash at the end of a path", () => {
    expect(
      rolesIn({
        "GET /pets.json": pets,
        "POST /pets/": pet,
        "GET /pets/{id}.json": pet,
        "DELETE /pets/{id}/": undefined,
      }),
    ).toEqual({
      "GET /pets.json": "list of /pets by {id} = id",
      "POST /pets/": "create of /pets by {id} = id",
      "GET /pets/{id}.json": "read of /pets by {id} = id",
      "DELETE /pets/{id}/": "delete of /pets by {id} = id",
    });
  });

  it("recognizes a resource that is read and written without an id as a singleton", () => {
    const settings = object({ theme: { type: "string" } });

    expect(
      rolesIn({ "GET /settings": settings, "PUT /settings": settings, "GET /status": settings, "PUT /lock": settings }),
    ).toEqual({
      "GET /settings": "singleton of /settings",
      "PUT /settings": "singleton of /settings",
      "GET /status": "action of /status",
      "PUT /lock": "action of /lock",
    });
  });

  it("reads a catalogue by a key that the query must have, and searches it by any method", () => {
    const animal = object({ uid: { type: "string" }, name: { type: "string" } });
    const get = operation(object({ pet: animal }));
    const uid = { name: "uid", in: "query", required: true, schema: { type: "string" } };
    const found = operation(
      object({ page: object({ size: { type: "integer" } }), pets: { type: "array", items: animal } }),
    );
    const contract = compileInMemory({
      paths: {
        "/pet": { get: { ...get, parameters: [uid] } },
        "/pet/search": { get: found, post: found },
        "/tag": { get: { ...get, parameters: [{ ...uid, required: false }] } },
        "/owner": { get: { ...operation(object({ pets })), parameters: [uid] } },
        "/weather": { get: { ...operation(object({ rain: { type: "number" } })), parameters: [uid] } },
        "/walks/search": { get: operation(pets), post: operation(pets) },
      },
    });

    expect(rolesIn(contract)).toMatchObject({
      "GET /pet": "read of /pet by {uid} = pet.uid",
      "GET /pet/search": "list of /pet by {uid} = uid in pets",
      "POST /pet/search": "list of /pet by {uid} = uid in pets",
      "GET /tag": "action of /tag",
      "GET /weather": "action of /weather",
      "POST /walks/search": "list of /walks/search = id",
    });
    expect(rolesIn(contract)["GET /owner"]).not.toMatch(/^read/);
  });

  it("takes a path with items below its parameter for an item, where a POST creates what it reads", () => {
    const tagged = object({ id: { type: "string" }, name: { type: "string" }, tags: list });
    const roles = rolesIn({
      "POST /pets": tagged,
      "GET /pets/{id}": tagged,
      "PUT /pets/{id}": tagged,
      "DELETE /pets/{id}": undefined,
      "GET /pets/{id}/{version}": object({ version: { type: "string" }, name: { type: "string" } }),
    });

    expect(roles).toMatchObject({
      "GET /pets/{id}": "read of /pets by {id} = id",
      "PUT /pets/{id}": "replace of /pets by {id} = id",
      "DELETE /pets/{id}": "delete of /pets by {id} = id",
    });
  });

  it("recognizes an operation that returns the item above as a transition or a copy", () => {
    const wrapped = object({ pet });
    const contract = contractOf({
      "GET /pets/{pet_id}": wrapped,
      "POST /pets/{pet_id}:feed": wrapped,
      "POST /pets/{pet_id}/rename": pet,
      "PUT /pets/{pet_id}/owner": object({ id: { type: "string" }, owner: { type: "string" } }),
      "POST /pets/{pet_id}:clone": wrapped,
      "POST /pets/{pet_id}/walks": object({ id: { type: "string" }, length: { type: "integer" } }),
    });

    expect(rolesIn(contract)).toEqual({
      "GET /pets/{pet_id}": "read of /pets by {pet_id} = pet.id",
      "POST /pets/{pet_id}:feed": "transition of /pets by {pet_id} = pet.id",
      "POST /pets/{pet_id}/rename": "transition of /pets by {pet_id} = id",
      "PUT /pets/{pet_id}/owner": "action of /pets/{pet_id}/owner",
      "POST /pets/{pet_id}:clone": "copy of /pets by {pet_id} = pet.id",
      "POST /pets/{pet_id}/walks": "action of /pets/{pet_id}/walks",
    });
  });

  it("takes a POST to a list for a create, where what it responds with is as much a listed item as the item above", () => {
    const walk = object({ id: { type: "string" }, length: { type: "integer" } });
    const contract = contractOf({
      "GET /pets/{pet_id}": pet,
      "GET /pets/{pet_id}/puppies": pets,
      "POST /pets/{pet_id}/puppies": pet,
      "GET /pets/{pet_id}/walks": { type: "array", items: walk },
      "POST /pets/{pet_id}/walks": pet,
      "PUT /pets/{pet_id}/place": pet,
    });

    expect(rolesIn(contract)).toMatchObject({
      "POST /pets/{pet_id}/puppies": "create of /pets/{pet_id}/puppies = id",
      "POST /pets/{pet_id}/walks": "transition of /pets by {pet_id} = id",
      "PUT /pets/{pet_id}/place": "transition of /pets by {pet_id} = id",
    });
  });

  it("assigns searches, parts and batches to their collection", async () => {
    const contract = await loadContract("fixtures/mock/errands.yaml");

    expect(rolesIn(contract)).toMatchObject({
      "POST /errands/{errand_id}:close": "transition of /errands by {errand_id} = id",
      "POST /errands/{errand_id}/hide": "transition of /errands by {errand_id} = id",
      "POST /errands/{errand_id}/remarks": "action of /errands/{errand_id}/remarks",
      "POST /errands/{errand_id}:duplicate": "copy of /errands by {errand_id} = id",
      "GET /errands/{errand_id}/place": "read of /errands by {errand_id} = id, place of it",
      "PATCH /errands/{errand_id}/place": "transition of /errands by {errand_id} = id, place of it",
      "POST /errands:search": "list of /errands by {errand_id} = id in errands",
      "POST /errands:batchCreate": "create of /errands by {errand_id} = id in errands, each of errands",
      "POST /errands:batchUpdate": "update of /errands by {errand_id} = id in errands, each of the body",
      "POST /errands:batchGet": "read of /errands by {errand_id} = id, each of ids",
      "POST /errands:batchDelete": "delete of /errands by {errand_id} = id, each of ids",
      "POST /zones:search": "list of /zones/{zone} by {stop_id} = id in results",
    });
  });

  it("recognizes batches at the collection itself, and searches by name", () => {
    const contract = compileInMemory({
      paths: {
        "/pets": {
          post: operation(pets, pets),
          get: operation(pets),
          delete: operation(undefined, object({ ids: list })),
        },
        "/pets/{id}": { get: operation(pet) },
        "/pets/createWithList": { post: operation(undefined, pets) },
        "/pets/findByName": { get: operation(pets) },
        "/pets/search": { post: operation(object({ total: { type: "integer" }, pets })) },
        "/pets/recent": { get: operation(pets) },
        "/pets/invite": { post: { responses: { "201": operation(pet).responses["200"] } } },
      },
    });

    expect(rolesIn(contract)).toEqual({
      "POST /pets": "create of /pets by {id} = id, each of the body",
      "GET /pets": "list of /pets by {id} = id",
      "DELETE /pets": "delete of /pets by {id} = id, each of ids",
      "GET /pets/{id}": "read of /pets by {id} = id",
      "POST /pets/createWithList": "create of /pets by {id} = id, each of the body",
      "GET /pets/findByName": "list of /pets by {id} = id",
      "POST /pets/search": "list of /pets by {id} = id in pets",
      "GET /pets/recent": "list of /pets/recent = id",
      "POST /pets/invite": "create of /pets by {id} = id",
    });
  });

  it("follows x-state and infers what it leaves out", () => {
    const states: Readonly<Record<string, Json>> = {
      "GET /pets/{id}/twin": "read",
      "GET /found": "list /pets",
      "POST /pets/{id}:feed": { sets: { name: "Fed" } },
      "POST /kept": { kind: "transition", collection: "/pets", idParameter: "pet" },
      "GET /pets/{id}": { idProperty: "name" },
      "POST /pets": "action",
    };
    const bodies = { ...Object.fromEntries(Object.keys(states).map((name) => [name, pet])), "GET /found": pets };

    expect(rolesIn(contractOf(bodies, (name) => ({ "x-state": states[name] as Json })))).toEqual({
      "GET /pets/{id}/twin": "read of /pets by {id} = id",
      "GET /found": "list of /pets by {id} = id",
      "POST /pets/{id}:feed": "transition of /pets by {id} = id, sets name",
      "POST /kept": "transition of /pets by {pet} = id",
      "GET /pets/{id}": "read of /pets by {id} = name",
      "POST /pets": "action of /pets",
    });
  });

  it("follows x-state of an overlay", async () => {
    const document = scratch.write({
      "pets.json": {
        openapi: "3.0.3",
        info: { title: "Pets", version: "1" },
        paths: { "/pets/{id}": { get: operation(pet) }, "/pets/{id}/twin": { get: operation(pet) } },
      },
      "overlay.yaml":
        "overlay: 1.0.0\nactions: [{ target: \"$.paths['/pets/{id}/twin'].get\", update: { x-state: read } }]",
    });
    const contract = await loadContract(document, { overlays: [document.replace("pets.json", "overlay.yaml")] });

    expect(rolesIn(contract)["GET /pets/{id}/twin"]).toBe("read of /pets by {id} = id");
  });

  it("classifies every other operation as an action", () => {
    expect(
      rolesIn({
        "GET /pets": pets,
        "GET /pets/{id}": pet,
        "POST /pets/{id}:feed": object({ until: { type: "string" } }),
        "POST /pets/{id}/walk": object({}),
        "GET /pets/{id}/twin": pet,
        "GET /pets:suggest": object({ results: { type: "array", items: { type: "string" } } }),
        "OPTIONS /pets/{id}": undefined,
        "POST /search/{index}": pet,
        "DELETE /pets": undefined,
      }),
    ).toMatchObject({
      "POST /pets/{id}:feed": "action of /pets/{id}:feed",
      "POST /pets/{id}/walk": "action of /pets/{id}/walk",
      "GET /pets/{id}/twin": "action of /pets/{id}/twin",
      "GET /pets:suggest": "action of /pets:suggest",
      "OPTIONS /pets/{id}": "action of /pets/{id}",
      "POST /search/{index}": "action of /search/{index}",
      "DELETE /pets": "action of /pets",
    });
  });

  it("classifies a safe POST as a list if it returns items, else as an action", () => {
    const contract = contractOf(
      {
        "POST /logs": object({ hits: { type: "integer" }, results: pets }),
        "GET /logs/{id}": pet,
        "POST /pets": pet,
        "GET /pets": pets,
        "GET /pets/{id}": pet,
        "POST /pets/{id}": pet,
        "POST /searches": object({ results: pets }),
      },
      { "x-safe": true },
    );

    expect(rolesIn(contract)).toMatchObject({
      "POST /logs": "list of /logs by {id} = id in results",
      "GET /logs/{id}": "read of /logs by {id} = id",
      "POST /pets": "action of /pets",
      "POST /pets/{id}": "action of /pets/{id}",
      "POST /searches": "action of /searches",
    });
  });

  it("recognizes POST on an item as an update if the item has other operations", () => {
    expect(rolesIn({ "GET /pets/{id}": pet, "POST /pets/{id}": pet })["POST /pets/{id}"]).toBe(
      "update of /pets by {id} = id",
    );
  });

  it("recognizes a lone GET as a list if it returns a bare array", () => {
    expect(rolesIn({ "GET /colors": { type: "array", items: { type: "string" } } })).toEqual({
      "GET /colors": "list of /colors",
    });
  });

  it("gives every operation of a contract exactly one role", () => {
    const contract = contractOf({ "GET /pets": pets, "PUT /x/{id}": pet, "TRACE /y": undefined });

    expect([...rolesOf(contract).keys()]).toEqual(contract.operations);
  });
});

describe("canonicalPath()", () => {
  it("removes the parts of a path that do not identify the resource", () => {
    expect(["/a/", "/a.json", "/a/{id}.json", "/a.json/", "/a"].map(canonicalPath)).toEqual([
      "/a",
      "/a",
      "/a/{id}",
      "/a.json",
      "/a",
    ]);
  });

  it.each([
    ["/a({id})", "/a/{id}"],
    ["/a('{code}')/b", "/a/{code}/b"],
    ["/a(ID={id})/b(Name='{name}')", "/a/{id}/b/{name}"],
    ["/near(lat={lat},lon={lon})", "/near(lat={lat},lon={lon})"],
    ["/top()", "/top()"],
    ["/a({id}).zip", "/a({id}).zip"],
  ])("has the key in parentheses behind a slash: %s is %s", (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
  });
});

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** Operation with a response body and an optional request body. */
function operation(responseBody?: Json, requestBody?: Json) {
  const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  return {
    ...(requestBody !== undefined && { requestBody: content(requestBody) }),
    responses: { "200": { description: "Fine.", ...(responseBody !== undefined && content(responseBody)) } },
  };
}

/** Contract with operations by name, each with the body of its successful response. */
function contractOf(
  bodies: Readonly<Record<string, Json | undefined>>,
  extensions: JsonObject | ((name: string) => JsonObject) = {},
): ReturnType<typeof compileInMemory> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, schema] of Object.entries(bodies)) {
    const [method, path] = name.split(" ") as [string, string];
    const operationExtensions = typeof extensions === "function" ? extensions(name) : extensions;
    (paths[path] ??= {})[method.toLowerCase()] = { ...operationExtensions, ...operation(schema) };
  }
  return compileInMemory({ paths });
}

function rolesIn(bodies: Readonly<Record<string, Json | undefined>> | Contract): Record<string, string> {
  const roles = [...rolesOf("operations" in bodies ? (bodies as Contract) : contractOf(bodies))];
  return Object.fromEntries(roles.map(([{ name }, role]) => [name, wordsOf(role)]));
}

function wordsOf({ kind, collection, idParameter, idProperty, wrapper, itemsProperty, ...more }: Role): string {
  const description = idParameter === undefined ? "" : ` by {${idParameter}}`;
  const id = idProperty === undefined ? "" : ` = ${wrapper === undefined ? "" : `${wrapper}.`}${idProperty}`;
  const of = [
    ...(more.part === undefined ? [] : [`${more.part} of it`]),
    ...(more.each === undefined ? [] : [`each of ${more.each || "the body"}`]),
    ...(more.sets === undefined ? [] : [`sets ${Object.keys(more.sets).join(", ")}`]),
  ];
  const items = itemsProperty === undefined ? "" : ` in ${itemsProperty}`;
  return [`${kind} of ${collection}${description}${id}${items}`, ...of].join(", ");
}
