import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { type StatedOperations, documentWith, listOf, object, text } from "../../../test/support/mock/serving.ts";
import type { JsonObject } from "../../index.ts";
import { doubtsOf } from "../doubts.ts";
import { rolesOf } from "../roles.ts";

const user = object({ login: text, uuid: text, handle: text, mail: text, name: text });
const order = object({ id: text, total: text, state: text, customer_id: text });

/** A link that passes a member of the body to a parameter of an operation. */
function linkTo(operation: string, parameter: string, pointer: string): JsonObject {
  return { Item: { operationId: operation, parameters: { [parameter]: `$response.body#${pointer}` } } };
}

const named = (id: string): { readonly also: JsonObject } => ({ also: { operationId: id } });
const readUser: StatedOperations = { "GET /users/{userKey}": { shows: user, ...named("getUser") } };
const readOrder: StatedOperations = { "GET /orders/{orderId}": { shows: order, ...named("getOrder") } };

function rolesIn(operations: StatedOperations): Readonly<Record<string, string>> {
  const roles = rolesOf(compileInMemory(documentWith(operations)));
  return Object.fromEntries(
    [...roles].map(([{ name }, { kind, collection, idProperty, wrapper, itemsProperty }]) => [
      name,
      [kind, collection, idProperty, wrapper ?? itemsProperty].filter(Boolean).join(" "),
    ]),
  );
}

describe("links of responses", () => {
  it.each<[string, StatedOperations, string, string]>([
    [
      "tell the key that a create answers with",
      {
        "POST /users": {
          sends: user,
          shows: object({ data: user }),
          links: linkTo("getUser", "userKey", "/data/uuid"),
        },
      },
      "GET /users/{userKey}",
      "read /users uuid",
    ],
    [
      "tell the key that a list shows",
      {
        "GET /users": { shows: object({ rows: listOf(user) }), links: linkTo("getUser", "userKey", "/rows/0/handle") },
      },
      "GET /users",
      "list /users handle rows",
    ],
    [
      "tell that an operation elsewhere creates",
      {
        "POST /signups": { sends: object({ mail: text }), shows: user, links: linkTo("getUser", "userKey", "/handle") },
      },
      "POST /signups",
      "create /users handle",
    ],
    [
      "tell where an item stands",
      {
        "POST /users": {
          sends: user,
          shows: object({ owner: user, account: user }),
          links: linkTo("getUser", "userKey", "/account/uuid"),
        },
      },
      "POST /users",
      "create /users uuid account",
    ],
    [
      "tell nothing, where they lead to another item",
      {
        ...readOrder,
        "POST /orders": { sends: order, shows: order, links: linkTo("getUser", "userKey", "/customer_id") },
      },
      "POST /orders",
      "create /orders id",
    ],
    [
      "tell nothing, where an action leads to another item",
      {
        ...readOrder,
        "POST /orders/{orderId}/ship": {
          shows: order,
          statuses: ["200"],
          links: linkTo("getUser", "userKey", "/customer_id"),
        },
      },
      "POST /orders/{orderId}/ship",
      "transition /orders id",
    ],
  ])("%s", (_, operations, name, expected) => {
    expect(rolesIn({ ...readUser, ...operations })[name]).toBe(expected);
  });

  it.each<[string, JsonObject, string | undefined]>([
    [
      "a member that is missing",
      linkTo("getUser", "userKey", "/data/guid"),
      'reads "data.guid", which its body does not have',
    ],
    ["a parameter that is missing", linkTo("getUser", "userId", "/data/uuid"), 'sets "userId", which is no parameter'],
    [
      "an operation that is missing",
      linkTo("readUser", "userKey", "/data/uuid"),
      'names "readUser", which is no operation',
    ],
    ["nothing wrong", linkTo("getUser", "userKey", "/data/uuid"), undefined],
    [
      "a value of the request",
      { Item: { operationId: "getUser", parameters: { userKey: "$request.path.id" } } },
      undefined,
    ],
  ])("are doubts and have no effect, where they name %s", (_, links, doubt) => {
    const operations = { ...readUser, "POST /users": { sends: user, shows: object({ data: user }), links } };
    const texts = doubtsOf(compileInMemory(documentWith(operations))).map(({ text: found }) => found);

    expect(texts.filter((each) => each.startsWith("Its link"))).toEqual(
      doubt === undefined ? [] : [expect.stringContaining(doubt)],
    );
  });
});
