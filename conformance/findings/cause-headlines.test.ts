import { describe, expect, it } from "vitest";
import { groupByCause } from "./causes.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { Failure } from "./report.ts";

interface Given {
  readonly operation?: string;
  readonly check?: string;
  readonly cause: string;
  readonly message: string;
  readonly sent?: SentPart;
  readonly status?: number;
  readonly method?: string;
  readonly url?: string;
  readonly body?: string | null;
}

function headline(given: Given): string | undefined {
  const { operation = "POST /items", check = "a", status = 200, method = "POST", url = "/items", body = null } = given;
  const failure = {
    id: "0123456789ab",
    api: "shop",
    operation,
    check,
    cause: `shop ${given.cause}`,
    message: given.message,
    sent: given.sent ?? null,
    request: { method, url: `http://127.0.0.1${url}`, headers: {}, body },
    response: { status, headers: {}, body: "" },
  } as unknown as Failure;
  return groupByCause([failure])[0]?.headline;
}

describe("the headline of a cause", () => {
  it.each<[string, Given, string]>([
    [
      "a value of the body that is refused",
      {
        cause: "refusing /items 400 > body/lines",
        message: "A valid request was refused with status 400: body/lines/1/year minimum, least",
        sent: { within: "body", pointer: "/lines/1/year", keyword: "minimum", value: "least" },
        status: 400,
        body: '{"lines":[{},{"year":1450}]}',
      },
      'POST /items with "lines.1.year": 1450 in the body: answered 400, expected a success, because the contract allows it',
    ],
    [
      "a value of the query that is accepted",
      {
        operation: "GET /items",
        cause: "accepting GET /items > query /limit > query /limit",
        message: "An invalid request was accepted with status 200: query /limit maximum",
        sent: { within: "query", pointer: "/limit", keyword: "maximum" },
        url: "/items?q=a&limit=101",
      },
      'GET /items with limit=101 in the query: answered 200, expected a refusal, because the contract excludes it ("maximum")',
    ],
    [
      "a missing member",
      {
        cause: "accepting /items body > body/name > body/name",
        message: 'An invalid request was accepted with status 201: body required, without "name"',
        sent: { within: "body", pointer: "", keyword: "required", missing: "name" },
        status: 201,
        body: "{}",
      },
      'POST /items with a body without "name": answered 201, expected a refusal, because the contract excludes it ("required")',
    ],
    [
      "a value of a body that is no JSON",
      {
        cause: "failure /items 500 > body/name > type",
        message: "The provider failed with status 500: body/name type",
        sent: { within: "body", pointer: "/name", keyword: "type" },
        status: 500,
        body: "name=a",
      },
      'POST /items with "name" in the body: answered 500, expected no server error',
    ],
    [
      "a request without a response",
      { cause: "failure POST /items 0", message: "No response", status: 0 },
      "POST /items: no answer, expected a response",
    ],
    [
      "credentials",
      { cause: "credentials expired accepted", message: "A request with a token that has expired was answered" },
      "POST /items with an expired token: answered 200, expected 401 or 403",
    ],
    [
      "a method",
      { operation: "GET /items", method: "PATCH", cause: "methods GET /items", message: "PATCH was answered" },
      "PATCH /items, which the contract does not have: answered 200, expected 405",
    ],
    [
      "a response of another shape",
      {
        operation: "GET /items",
        check: "body-conforms",
        cause: "shape /items price a number",
        message: 'The body of status 200 has at "/0/price" "0", expected a number',
        url: "/items?sort=price",
      },
      'GET /items with ?sort=price: The body of status 200 has at "/0/price" "0", expected a number',
    ],
    [
      "a relation, with its claim",
      { operation: "GET /items", check: "created-listed", cause: "lives /items", message: "It is not in the list" },
      "GET /items: It is not in the list. Expected: A created item is in the list",
    ],
    [
      "a message that begins with the operation",
      { check: "b", cause: "lives /items", message: "POST /items was done to an item that is draft" },
      "POST /items was done to an item that is draft",
    ],
  ])("names %s", (_, given, text) => {
    expect(headline(given)).toBe(text);
  });

  it("shortens long values", () => {
    const message = "A valid request was refused with status 400: body/name maxLength, longest";
    const cause = "refusing /items 400 > body/name";
    const sent = { within: "body", pointer: "/name", keyword: "maxLength", value: "longest" };

    expect(headline({ cause, message, sent, status: 400, body: JSON.stringify({ name: "x".repeat(200) }) })).toMatch(
      /^POST \/items with "name": "x{58}… in the body: /,
    );
  });
});
