import { describe, expect, it } from "vitest";
import {
  type Stated,
  contractOf,
  list,
  object,
  rolesIn,
  text,
} from "../../../test/support/contracts/stated-operations.ts";
import type { Json } from "../../model/json.ts";
import { weighedRolesOf } from "../roles.ts";

const crate = object({ id: text, label: text, weight: { type: "integer" } });
const crates = list(crate);
const report = object({ title: text, lines: list(text) });

describe("a POST at a list below an item", () => {
  const rack = object({ id: text, room: text });
  const note = object({ id: text, body: text, author: text });
  const read = { "GET /racks": { shows: list(rack) }, "POST /racks": { shows: rack, sends: rack } };

  const sent = object({ data: object({ body: text }) });
  it.each<[string, Json | undefined, string]>([
    [
      "creates what is listed, with the item above in it",
      object({ data: { allOf: [note, object({ rack })] } }),
      "create of /notes",
    ],
    ["creates what is listed, if it responds with nothing", undefined, "create of /notes"],
    ["is about the item above, if it responds with that", object({ data: rack }), " of /racks"],
  ])("%s", (_, shows, expected) => {
    const roles = rolesIn({
      ...read,
      "GET /racks/{rack_id}": { shows: object({ data: rack }) },
      "GET /notes/{note_id}": { shows: object({ data: note }) },
      "DELETE /notes/{note_id}": {},
      "GET /racks/{rack_id}/notes": { shows: object({ data: list(note) }) },
      "POST /racks/{rack_id}/notes": {
        missing: true,
        ...(shows === undefined ? { status: "204", sends: note } : { status: "201", shows, sends: sent }),
      },
    });

    expect(roles["POST /racks/{rack_id}/notes"]).toContain(expected);
  });
});

describe("a verb at the end of a path", () => {
  it.each<[string, string, Stated, string]>([
    ["creates at a collection", "POST /crates/new", { shows: crate, sends: crate }, "create of /crates by id"],
    ["creates behind a colon", "POST /crates:create", { shows: crate, sends: crate }, "create of /crates by id"],
    ["changes an item", "POST /crates/{id}/update", { shows: crate, sends: crate }, "replace of /crates by id"],
    ["deletes an item", "POST /crates/{id}/delete", {}, "delete of /crates by id"],
    ["lists", "POST /crates/list", { shows: crates }, "list of /crates by id"],
    ["changes the item of the body", "POST /crates/save", { shows: crate, sends: crate }, "replace of /crates by id"],
    ["deletes the item of the query", "POST /crates/delete", { query: ["id"] }, "delete of /crates by id"],
    [
      "deletes the item of the body",
      "POST /crates/remove",
      { sends: object({ crateId: text }) },
      "delete of /crates by crateId",
    ],
    ["reads the item of the query", "GET /crates/get", { shows: crate, query: ["id"] }, "read of /crates by id"],
  ])("%s", (_, name, stated, expected) => {
    expect(rolesIn({ "GET /crates/{id}": { shows: crate }, [name]: stated })[name]).toBe(expected);
  });

  it.each<[string, string, Stated, string]>([
    ["reads", "GET /crates/get/{id}", { shows: crate }, "read of /crates by id"],
    ["changes", "POST /crates/edit/{id}", { shows: crate, sends: crate }, "replace of /crates by id"],
    ["deletes", "DELETE /crates/remove/{id}", {}, "delete of /crates by id"],
    ["lists others", "GET /crates/list/{id}", { shows: crates }, "list of /crates/list/{id}"],
  ])("may be before the key: %s", (_, name, stated, expected) => {
    const item = name.startsWith("POST") ? "DELETE /crates/{id}" : "PATCH /crates/{id}";
    expect(rolesIn({ [item]: { shows: crate }, "GET /crates": { shows: crates }, [name]: stated })[name]).toBe(
      expected,
    );
  });

  it.each<[string, readonly [string, string, string, string, string]]>([
    ["in one word", ["createCrate", "getCrate", "listCrates", "updateCrate", "deleteCrate"]],
    ["with a dash", ["create-crate", "get-crate", "list-crates", "edit-crate", "remove-crate"]],
    ["with an underscore", ["add_crate", "show_crate", "list_crates", "save_crate", "destroy_crate"]],
  ])("may be joined to the noun: %s", (_, [create, get, list_, update, remove]) => {
    const roles = rolesIn({
      [`POST /${create}`]: { shows: crate, sends: crate },
      [`GET /${get}`]: { shows: crate, query: ["id"] },
      [`GET /${list_}`]: { shows: crates },
      [`POST /${update}`]: { shows: crate, sends: crate },
      [`POST /${remove}`]: { query: ["id"] },
    });
    expect(Object.values(roles)).toEqual(
      ["create", "read", "list", "replace", "delete"].map((kind) => `${kind} of /crate by id`),
    );
  });

  it("that is joined to a noun has the path of the other operations on it", () => {
    expect(
      rolesIn({
        "GET /crates/{id}": { shows: crate },
        "GET /crates": { shows: crates },
        "POST /createCrate": { shows: crate },
      }),
    ).toMatchObject({ "POST /createCrate": "create of /crates by id" });
  });

  it.each([
    ["alone with its noun", "POST /createReport", report, "action of /createReport"],
    ["in a longer word", "POST /additional", report, "action of /additional"],
    ["before a preposition", "POST /addToCrate", report, "action of /addToCrate"],
    ["of an action on an item", "POST /crates/{id}/addLabel", crate, "transition of /crates by id"],
  ])("is not read %s", (_, name, shows, expected) => {
    expect(rolesIn({ "GET /crates/{id}": { shows: crate }, [name]: { shows } })[name]).toBe(expected);
  });

  it("makes a resource of operations that all have one", () => {
    expect(
      rolesIn({
        "POST /crate/create": { shows: crate, sends: crate },
        "GET /crate/get": { shows: crate, query: ["id"] },
        "GET /crate/list": { shows: crates },
        "POST /crate/update": { shows: crate, sends: crate },
        "POST /crate/delete": { query: ["id"] },
      }),
    ).toEqual({
      "POST /crate/create": "create of /crate by id",
      "GET /crate/get": "read of /crate by id",
      "GET /crate/list": "list of /crate by id",
      "POST /crate/update": "replace of /crate by id",
      "POST /crate/delete": "delete of /crate by id",
    });
  });

  it.each<[string, Readonly<Record<string, Stated>>, string, string]>([
    [
      "where the method says the same",
      { "POST /crates": { shows: crate } },
      "POST /crates/new",
      "action of /crates/new",
    ],
    [
      "that is the name of items",
      { "GET /crates/{id}": { shows: crate }, "GET /crates/all/{kind}": { shows: crate } },
      "GET /crates/all",
      "list of /crates/all by kind",
    ],
    [
      "that marks an item",
      { "GET /crates/{id}": { shows: crate } },
      "POST /crates/{id}/read",
      "action of /crates/{id}/read",
    ],
    ["for no known item", { "GET /crates/{id}": { shows: crate } }, "POST /crates/delete", "action of /crates/delete"],
  ])("says nothing %s", (_, others, name, expected) => {
    const shows = name.startsWith("GET") ? { shows: crates } : {};

    expect(rolesIn({ ...others, [name]: shows })[name]).toBe(expected);
  });
});

describe("a key in the query", () => {
  it.each<[string, string, readonly string[], string]>([
    ["id", "DELETE /crates", ["id"], "delete of /crates by id"],
    ["an id named after the items", "DELETE /crates", ["crateID"], "delete of /crates by crateID"],
    ["a name", "PUT /crates", ["name"], "replace of /crates by name"],
    ["beside flags", "PATCH /crates", ["dryRun", "uuid"], "update of /crates by uuid"],
  ])("names the item of an operation on a collection: %s", (_, name, query, expected) => {
    const sends = name.startsWith("DELETE") ? {} : { sends: crate, shows: crate };

    expect(rolesIn({ "GET /crates": { shows: crates }, [name]: { ...sends, query } })[name]).toBe(expected);
  });

  it("is none where it is the key of every client", () => {
    const paths = ["a", "b", "c", "d", "e", "f"].map((word) => [`GET /${word}`, { query: ["key"] }] as const);

    expect(
      rolesIn({
        ...Object.fromEntries(paths),
        "GET /crates": { shows: crates, query: ["key"] },
        "DELETE /crates": { query: ["key"] },
      })["DELETE /crates"],
    ).toBe("action of /crates");
  });
});

describe("a word below a collection", () => {
  it.each<[string, Stated, string]>([
    ["responds with 201 and an item", { status: "201", shows: crate }, "create of /crates by id"],
    [
      "says that it creates, and responds with an item",
      { shows: crate, summary: "Registers a crate" },
      "create of /crates by id",
    ],
    ["sends a new key, and says so", { sends: crate, summary: "Import a crate" }, "create of /crates by id"],
    ["responds with an item, and says nothing", { shows: crate }, "action of /crates/special"],
    [
      "has no body of an item",
      { status: "201", summary: "Creates a report", shows: object({ file: text }) },
      "action of /crates/special",
    ],
  ])("%s", (_, stated, expected) => {
    const others = { "GET /crates": { shows: crates }, "GET /crates/{id}": { shows: crate } };

    expect(rolesIn({ ...others, "POST /crates/special": stated })["POST /crates/special"]).toBe(expected);
  });

  it("creates no second kind of item where a list is at its own path", () => {
    const name = "POST /crates/special";
    const others = { "GET /crates/{id}": { shows: crate }, "GET /crates/special": { shows: crates } };

    expect(rolesIn({ ...others, [name]: { status: "201", shows: crate } })[name]).toBe("create of /crates/special");
  });
});

describe("a path below an item that is written without a response", () => {
  const lid = object({ colour: text, open: { type: "boolean" } });

  it.each<[string, Readonly<Record<string, Stated>>, string]>([
    [
      "is read and written where a GET has it",
      { "GET /crates/{id}/lid": { shows: lid } },
      "singleton of /crates/{id}/lid",
    ],
    ["changes the item where no GET has it", {}, "transition of /crates by id"],
  ])("%s", (_, others, expected) => {
    const write = { "PUT /crates/{id}/lid": { sends: lid, missing: true, status: "204" } };
    const roles = rolesIn({ "GET /crates/{id}": { shows: crate }, ...others, ...write });
    expect(roles["PUT /crates/{id}/lid"]).toBe(expected);
  });

  it("changes members of the item, if it sends only those", () => {
    const write = { sends: object({ label: text }), missing: true, status: "204" };
    const read = { shows: object({ label: text, colour: text }) };
    const roles = rolesIn({
      "GET /crates/{id}": { shows: crate },
      "GET /crates/{id}/names": read,
      "PUT /crates/{id}/names": write,
    });
    expect(roles["PUT /crates/{id}/names"]).toBe("transition of /crates by id");
  });
});

it.each([
  ["DELETE /crates/{id}", "transition of /crates by id"],
  ["PATCH /crates/{id}", "action of /crates/{id}/undelete"],
])("restores an item that can be deleted: beside %s", (other, expected) => {
  const restore = { shows: object({ done: { type: "boolean" } }) };
  const roles = rolesIn({
    "GET /crates/{id}": { shows: crate },
    [other]: { shows: crate },
    "POST /crates/{id}/undelete": restore,
  });
  expect(roles["POST /crates/{id}/undelete"]).toBe(expected);
});

describe("an operation on an item with 201", () => {
  const item = { "GET /crates/{id}": { shows: crate } };

  it("copies it, where other operations respond with 200", () => {
    expect(
      rolesIn({ ...item, "POST /crates/{id}/seal": { status: "201", shows: crate } })["POST /crates/{id}/seal"],
    ).toBe("copy of /crates by id");
  });

  it("changes it, where the item has a member that is named so", () => {
    const starred = object({ id: text, label: text, isStarred: { type: "boolean" } });
    const name = "POST /crates/{id}/starred";

    expect(rolesIn({ "GET /crates/{id}": { shows: starred }, [name]: { status: "201", shows: starred } })[name]).toBe(
      "transition of /crates by id",
    );
  });

  it("changes it, where every operation responds so", () => {
    const words = ["seal", "open", "weigh", "load", "move", "mark"];
    const all = words.map((word) => [`POST /crates/{id}/${word}`, { status: "201", shows: crate }] as const);

    expect(rolesIn({ ...item, ...Object.fromEntries(all) })["POST /crates/{id}/seal"]).toBe(
      "transition of /crates by id",
    );
  });
});

describe("a word below an item", () => {
  const item = { "GET /crates/{id}": { shows: crate } };
  const seal = object({ code: text, by: text });
  const sealed = { "GET /crates/{id}": { shows: object({ id: text, label: text, seal, tags: list(text) }) } };

  it.each<[string, Stated, string]>([
    ["PUT /crates/{id}/label", { sends: object({ value: text }) }, "transition of /crates by id, label of it"],
    ["PUT /crates/{id}/seal", { sends: seal }, "transition of /crates by id, seal of it"],
    ["POST /crates/{id}/seal", { sends: seal }, "transition of /crates by id, seal of it"],
    ["PUT /crates/{id}/tags", { sends: object({ tags: list(text) }) }, "transition of /crates by id"],
    ["PUT /crates/{id}/label", { sends: object({ value: { type: "boolean" } }) }, "action of /crates/{id}/label"],
    ["POST /crates/{id}/tags", { sends: list(text) }, "action of /crates/{id}/tags"],
    ["PUT /crates/{id}/tags", { sends: object({ tags: list(text), reason: text }) }, "action of /crates/{id}/tags"],
  ])("is a part of it where the bodies say so: %s %#", (name, stated, expected) => {
    expect(rolesIn({ ...sealed, [name]: stated })[name]).toBe(expected);
  });

  it("is an action where its body has members of its own", () => {
    const name = "POST /crates/{id}/refunds";

    expect(rolesIn({ ...item, [name]: { sends: object({ weight: text }) } })[name]).toBe(
      "action of /crates/{id}/refunds",
    );
  });
});

describe("a collection whose items another one reads", () => {
  it("is one of a kind of its items", () => {
    expect(
      rolesIn({
        "GET /crates": { shows: crates },
        "GET /crates/{id}": { shows: crate },
        "POST /crates/cold": { shows: crate, sends: crate },
        "PUT /crates/cold/{cold_id}": { shows: crate, sends: crate },
      }),
    ).toMatchObject({
      "POST /crates/cold": "create of /crates by id",
      "PUT /crates/cold/{cold_id}": "replace of /crates by cold_id",
    });
  });

  it("is a resource of its own where it has a list, or the other one creates", () => {
    const special = {
      "PUT /crates/cold/{cold_id}": { shows: crate, sends: crate },
      "GET /crates/{id}": { shows: crate },
    };

    for (const other of ["GET /crates/cold", "POST /crates"])
      expect(rolesIn({ ...special, [other]: { shows: other.startsWith("GET") ? crates : crate } })).toMatchObject({
        "PUT /crates/cold/{cold_id}": "replace of /crates/cold by cold_id",
      });
  });

  it("may be named in the plural where the other one is in the singular", () => {
    expect(
      rolesIn({
        "POST /depots/{depot}/crate": { shows: crate, sends: crate },
        "DELETE /depots/{depot}/crate/{id}": {},
        "GET /depots/{depot}/crates": { shows: object({ items: crates }) },
      }),
    ).toMatchObject({ "GET /depots/{depot}/crates": "list of /depots/{depot}/crate by id" });
  });
});

it.each<[string, Json, string]>([
  ["texts", list(text), "list of /crates by id"],
  ["objects of another kind", list(object({ file: text })), "list of /crates/ids"],
])("lists ids at a word of their own: %s", (_, shows, expected) => {
  expect(rolesIn({ "GET /crates/{id}": { shows: crate }, "GET /crates/ids": { shows } })["GET /crates/ids"]).toBe(
    expected,
  );
});

it("reads a parameter behind a dollar sign", () => {
  expect(rolesIn({ "DELETE /crates/${id}": {} })).toEqual({ "DELETE /crates/${id}": "delete of /crates by id" });
});

it.each<[Readonly<Record<string, object>>, string]>([
  [{ "GET /boards/view/{id}": { shows: crate } }, "read of /boards by id"],
  [{ "GET /boards/view/{id}": { shows: crate }, "POST /boards/view/{id}": {} }, "read of /boards by id"],
  [{ "GET /boards/view/{id}": { shows: crate }, "DELETE /boards/view/{id}": {} }, "read of /boards/view by id"],
  [{ "GET /boards/view/{id}": { shows: crate }, "PATCH /boards/view/{id}": {} }, "read of /boards/view by id"],
])("takes a word that is read, changed and deleted for a noun: %#", (operations, expected) => {
  const roles = rolesIn({ "GET /boards": { shows: list(crate) }, "DELETE /boards/{id}": {}, ...operations });

  expect(roles["GET /boards/view/{id}"]).toBe(expected);
});

it("gives the reasons of a role", () => {
  const contract = contractOf({ "GET /crates/{id}": { shows: crate }, "POST /crates/new": { shows: crate } });

  expect([...weighedRolesOf(contract).values()].map(({ reasons }) => reasons)).toEqual([
    ["it is a GET of an item"],
    ['its path has "new"', "it is a POST to a collection", "a path leads to an item"],
  ]);
});
