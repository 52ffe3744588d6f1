import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../testing/contracts/in-memory.ts";
import type { Contract, Json, JsonObject } from "./contract.ts";
import { type Role, canonical, rolesOf } from "./roles.ts";

const pet = object({ id: { type: "string" }, name: { type: "string" } });
const pets = { type: "array", items: pet };

describe("rolesOf()", () => {
  it("tells a collection and its items by their paths", () => {
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

  it("tells collections inside of items, each by itself", () => {
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

  it("tells a collection whose own name is a parameter from an item", () => {
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

  it("finds no id among properties that cannot be one", () => {
    expect(rolesIn({ "GET /pets/{id}": object({ id: { type: "boolean" }, tags: { type: "array" } }) })).toEqual({
      "GET /pets/{id}": "read of /pets by {id}",
    });
  });

  it("finds an item that is wrapped, and its id", () => {
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

  it("takes a path for the same with .json or a slash at its end", () => {
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

  it("takes what is read and written in one place without an id for a singleton", () => {
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

  it("takes everything else for an action", () => {
    expect(
      rolesIn({
        "GET /pets": pets,
        "GET /pets/{id}": pet,
        "POST /pets/{id}:feed": pet,
        "POST /pets/{id}/walk": object({}),
        "GET /pets:suggest": object({ results: { type: "array", items: { type: "string" } } }),
        "OPTIONS /pets/{id}": undefined,
        "POST /search/{index}": pet,
        "DELETE /pets": undefined,
      }),
    ).toMatchObject({
      "POST /pets/{id}:feed": "action of /pets/{id}:feed",
      "POST /pets/{id}/walk": "action of /pets/{id}/walk",
      "GET /pets:suggest": "action of /pets:suggest",
      "OPTIONS /pets/{id}": "action of /pets/{id}",
      "POST /search/{index}": "action of /search/{index}",
      "DELETE /pets": "action of /pets",
    });
  });

  it("takes a POST that is safe for no creation: for a list where it answers items, else for an action", () => {
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

  it("takes POST on an item for an update where more can be done to it", () => {
    expect(rolesIn({ "GET /pets/{id}": pet, "POST /pets/{id}": pet })["POST /pets/{id}"]).toBe(
      "update of /pets by {id} = id",
    );
  });

  it("takes a list that nothing else belongs to for one, if it is bare", () => {
    expect(rolesIn({ "GET /colors": { type: "array", items: { type: "string" } } })).toEqual({
      "GET /colors": "list of /colors",
    });
  });

  it("gives each operation of a contract a role, and no other", () => {
    const contract = contractOf({ "GET /pets": pets, "PUT /x/{id}": pet, "TRACE /y": undefined });

    expect([...rolesOf(contract).keys()]).toEqual(contract.operations);
  });
});

describe("canonical()", () => {
  it("leaves out what says nothing of the resource", () => {
    expect(["/a/", "/a.json", "/a/{id}.json", "/a.json/", "/a"].map(canonical)).toEqual([
      "/a",
      "/a",
      "/a/{id}",
      "/a.json",
      "/a",
    ]);
  });
});

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** A contract of operations by name, with the body of their success. */
function contractOf(
  bodies: Readonly<Record<string, Json | undefined>>,
  marks: JsonObject = {},
): ReturnType<typeof compileInMemory> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, schema] of Object.entries(bodies)) {
    const [method, path] = name.split(" ") as [string, string];
    const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...marks,
      responses: { "200": { description: "Fine.", ...content } },
    };
  }
  return compileInMemory({ paths });
}

function rolesIn(bodies: Readonly<Record<string, Json | undefined>> | Contract): Record<string, string> {
  const roles = [...rolesOf("operations" in bodies ? (bodies as Contract) : contractOf(bodies))];
  return Object.fromEntries(roles.map(([{ name }, role]) => [name, wordsOf(role)]));
}

function wordsOf({ kind, collection, idParameter, idProperty, wrapper, itemsProperty }: Role): string {
  const by = idParameter === undefined ? "" : ` by {${idParameter}}`;
  const id = idProperty === undefined ? "" : ` = ${wrapper === undefined ? "" : `${wrapper}.`}${idProperty}`;
  return `${kind} of ${collection}${by}${id}${itemsProperty === undefined ? "" : ` in ${itemsProperty}`}`;
}
