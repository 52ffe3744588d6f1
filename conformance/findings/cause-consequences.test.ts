import { describe, expect, it } from "vitest";
import { groupByCause } from "./causes.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { Failure } from "./report.ts";

interface Given {
  readonly message?: string;
  readonly status?: number;
  readonly sent?: SentPart;
  readonly shown?: ShownPart;
}

/** A failure of the API "shop" with the key of its cause, without the API. */
function failure(
  operation: string,
  check: string,
  cause: string,
  { message = "", status = 200, sent, shown }: Given = {},
): Failure {
  const id = `${operation} ${check} ${cause} ${message}`;
  const request = { method: "POST", url: "http://127.0.0.1/items", headers: {}, body: '{"a":1,"b":null}' };
  return {
    id,
    api: "shop",
    operation,
    check,
    cause: `shop ${cause}`,
    message,
    sent: sent ?? null,
    shown: shown ?? null,
    request,
    response: { status },
  } as Failure;
}

const accepted = (place: string, operation = "POST /items"): Failure =>
  failure(
    operation,
    "invalid-input-refused",
    `accepting ${place.startsWith("body/") ? "/items body" : operation} > ${place} > ${place}`,
    { sent: partAt(place, "type") },
  );
const crashed = (place: string, flaw: string, operation = "POST /items"): Failure =>
  failure(operation, "no-server-error", `failure /items 500 > ${place} > ${flaw}`, {
    sent: partAt(place, flaw),
    status: 500,
  });
/** "body/name" and "query /limit", as parts of a request. */
function partAt(place: string, keyword: string): SentPart {
  const [, within = "", pointer = ""] = /^(\w+) ?(\/.*)$/.exec(place) ?? [];
  return { within, pointer, keyword };
}
const token = (operation: string, key: string): Failure => failure(operation, "token-required", `credentials ${key}`);
const ofList = (check: string, key: string): Failure => failure("GET /items", check, `GET /items ${check} ${key}`);
const created = failure("GET /items", "created-listed", "lives /items created-listed missing");

describe("groupByCause()", () => {
  it.each<[string, readonly Failure[]]>([
    [
      "an operation that accepts invalid values of many members",
      ["a", "b", "c", "d"].map((name) => accepted(`body/${name}`)),
    ],
    [
      "a failure of many kinds of values of one member",
      ["minLength", "maxLength", "pattern", "format"].map((flaw) => crashed("body/name", flaw)),
    ],
    [
      "one value that fails in two operations",
      [crashed("body/name", "pattern"), crashed("body/name", "pattern", "PUT /items/{id}")],
    ],
    [
      "a failure of random requests, and of the value in them",
      [
        failure("POST /items", "no-server-error", "failure POST /items 500", { status: 500 }),
        crashed("body/name", "pattern"),
      ],
    ],
    [
      "a value that is accepted, and fails when it is of another type",
      [accepted("body/name"), crashed("body/name", "type")],
    ],
    [
      "a body without a member, and one without some member",
      [
        failure("POST /items", "invalid-input-refused", "accepting /items body > body/name > body/name", {
          sent: { within: "body", pointer: "", keyword: "required", missing: "name" },
        }),
        failure("POST /items", "invalid-input-refused", "accepting POST /items invalid-input-refused", {
          sent: { within: "body", pointer: "", keyword: "required" },
        }),
      ],
    ],
    [
      "an operation that validates neither members nor the body",
      [
        ...["a", "b", "c", "d"].map((name) => accepted(`body/${name}`)),
        failure("POST /items", "invalid-input-refused", "accepting POST /items invalid-input-refused", {
          sent: { within: "body", pointer: "", keyword: "type" },
        }),
      ],
    ],
    [
      "a member that may be left out, and items without it",
      [
        accepted("body/price"),
        failure("GET /items", "body-conforms", "shape #/components/schemas/Item/name the property", {
          shown: { pointer: "/items/3", missing: ["name", "price"] },
        }),
      ],
    ],
    [
      "a value that is accepted, and read",
      [
        accepted("body/price"),
        failure("GET /items", "body-conforms", "shape /items price a number", {
          shown: { pointer: "/data/3/price", expected: "a number", actual: '"x"' },
        }),
      ],
    ],
    [
      "any token, and an expired one, of one operation",
      [token("GET /items", "garbage accepted"), token("GET /items", "expired accepted")],
    ],
    [
      "a list without a new item",
      [created, ofList("filters-sound", "incomplete state"), ofList("pages-complete", "left out")],
    ],
    [
      "a member that no change stores, and that a PUT without it keeps",
      [
        failure("PUT /items/{id}", "updated-read", "loss /items note", { shown: { pointer: "/note" } }),
        failure("PUT /items/{id}", "rest-kept", "loss /items rest-kept PUT keeps", {
          shown: { pointer: "/note", isLeftOut: true },
        }),
      ],
    ],
    ["pages that overlap", [ofList("pages-complete", "twice"), ofList("pages-complete", "left out")]],
    [
      "an item that others read, change and delete",
      ["read", "changed", "deleted"].map((key) => failure("GET /items", "foreign-refused", `tenant /items > ${key}`)),
    ],
  ])("has one group for %s", (_, failures) => {
    expect(failures.length).toBeGreaterThan(1);
    expect(groupByCause(failures).map(({ findings }) => findings.length)).toEqual([failures.length]);
  });

  it.each<[string, readonly Failure[]]>([
    [
      "invalid bodies, and invalid parameters",
      [...["a", "b", "c", "d"].map((name) => accepted(`body/${name}`)), accepted("query /limit", "GET /items")].slice(
        3,
      ),
    ],
    ["invalid values of two members", [accepted("body/a"), accepted("body/b")]],
    ["two kinds of values that fail", [crashed("body/name", "pattern"), crashed("body/name", "maxLength")]],
    ["an accepted value, and a failure of another one", [accepted("body/name"), crashed("body/price", "type")]],
    [
      "any token, and an expired one, of two operations",
      [token("GET /items", "garbage accepted"), token("POST /items", "expired accepted")],
    ],
    [
      "a wrong total, and a page with an item of another page",
      [ofList("pages-complete", "total"), ofList("pages-complete", "twice")],
    ],
    [
      "two filters that return other items",
      [ofList("filters-sound", "unsound a"), ofList("filters-sound", "unsound b")],
    ],
  ])("has a group each for %s", (_, failures) => {
    expect(groupByCause(failures)).toHaveLength(failures.length);
  });

  it("names the value that all findings share in its headline", () => {
    const headlines = (failures: readonly Failure[]): readonly string[] =>
      groupByCause(failures).map(({ headline }) => headline);

    expect(headlines([accepted("body/a"), accepted("body/b")])).toEqual([
      'POST /items with "a": 1 in the body: answered 200, expected a refusal, because the contract excludes it ("type")',
      'POST /items with "b": null in the body: answered 200, expected a refusal, because the contract excludes it ("type")',
    ]);
    expect(headlines(["a", "b", "c", "d"].map((name) => accepted(`body/${name}`)))).toEqual([
      'POST /items with several values, such as "a": 1 in the body: answered 200, expected a refusal, because the contract excludes it ("type")',
    ]);
  });

  it("never merges failures of two APIs", () => {
    const other = {
      ...crashed("body/name", "pattern"),
      api: "other",
      cause: "other failure /items 500 > body/name > pattern",
    };

    expect(groupByCause([accepted("body/name"), other])).toHaveLength(2);
  });
});
