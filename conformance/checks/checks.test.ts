import { describe, expect, it } from "vitest";
import { type Contract, type Operation, loadContract } from "../../contracts/index.ts";
import { operationAnswering, createScratch } from "../../test/support/contracts/scratch.ts";
import type { Exchange, WireResponse } from "../model/exchange.ts";
import { checks, judgeExchange } from "./index.ts";

const scratch = createScratch();
const contract = await loadContract("fixtures/conformance/notes.yaml");
const read = contract.operations.find(({ id }) => id === "getNote") as Operation;
const create = contract.operations.find(({ id }) => id === "createNote") as Operation;
const remove = contract.operations.find(({ id }) => id === "deleteNote") as Operation;
const good: WireResponse = {
  status: 200,
  headers: { "content-type": "application/json", "x-revision": "3" },
  body: '{"id":"n1","text":"Buy milk","tags":["a"],"state":"open"}',
};

/** Failing response for each check, with the stable key of the finding. */
const planted: readonly { check: string; key: string; response: Partial<WireResponse>; operation?: Operation }[] = [
  { check: "no-server-error", key: "500", response: { status: 500 } },
  { check: "no-server-error", key: "501", response: { status: 501 } },
  {
    check: "no-disclosure",
    key: "400 a stack trace",
    response: { status: 400, headers: {}, body: '{"detail":"TypeError: x\\n    at read (read.js:3:7)"}' },
  },
  { check: "status-documented", key: "202", response: { status: 202 } },
  { check: "body-conforms", key: "200 /text type", response: { body: good.body.replace('"Buy milk"', "7") } },
  { check: "body-conforms", key: "200 /tags/* type", response: { body: good.body.replace('"a"', "1,2") } },
  { check: "body-conforms", key: "200 /audience enum", response: { body: withMember('"audience":"us"') } },
  {
    check: "body-conforms",
    key: "200 /link required note url",
    response: { body: withMember('"link":{"kind":"page"}') },
  },
  { check: "body-conforms", key: "200  required text", response: { body: '{"id":"n1"}' } },
  { check: "body-conforms", key: "200 /extra additionalProperties", response: { body: withMember('"extra":1') } },
  { check: "body-conforms", key: "malformed", response: { body: "{" } },
  {
    check: "body-conforms",
    key: "content-type",
    response: { headers: { ...good.headers, "content-type": "text/html" } },
  },
  {
    check: "headers-conform",
    key: "x-revision required",
    response: { headers: { "content-type": "application/json" } },
  },
  {
    check: "headers-conform",
    key: "x-revision type",
    response: { headers: { ...good.headers, "x-revision": "three" } },
  },
  { check: "status-documented", key: "200", response: { status: 200 }, operation: remove },
  {
    check: "write-only-absent",
    key: "200 /passphrase",
    response: { body: withMember('"passphrase":"open sesame"') },
  },
  {
    check: "problem-status",
    key: "401",
    response: { status: 401, headers: { "content-type": "application/problem+json" }, body: '{"status":403}' },
  },
  {
    check: "problem-status",
    key: "404",
    response: { status: 404, headers: { "content-type": "application/json" }, body: '{"statusCode":400}' },
  },
  {
    check: "echo",
    key: "/text",
    response: { status: 201, body: good.body.replace("Buy milk", "Buy") },
    operation: create,
  },
];

describe("judge()", () => {
  it("takes a status member of other bodies than problem details for what the schema says", () => {
    const response = { ...good, body: withMember('"status":7') };

    expect(judgeExchange(exchange(response), contract, read).map(({ check }) => check)).not.toContain("problem-status");
  });

  it("reports nothing for documented responses", () => {
    expect(judgeExchange(exchange(good), contract, read)).toEqual([]);
    expect(judgeExchange(exchange({ status: 204, headers: {}, body: "" }), contract, remove)).toEqual([]);
  });

  it.each(planted)("finds $check: $key", ({ check, key, response, operation = read }) => {
    expect(judgeExchange(exchange({ ...good, ...response }), contract, operation)).toMatchObject([{ check, key }]);
  });

  it("has a planted fault for every check", () => {
    expect(new Set(planted.map(({ check }) => check))).toEqual(new Set(checks.map(({ id }) => id)));
  });

  it.each([
    ["an unknown enum value (§9.6)", { body: good.body.replace("open", "NOT_REACHED") }],
    ["an unknown variant of a union (§9.6)", { body: withMember('"link":{"kind":"song","url":"/s"}') }],
    ["an implied status", { status: 429, headers: {}, body: "slow down" }],
    [
      "a content type with parameters",
      { headers: { ...good.headers, "content-type": "application/json; charset=utf-8" } },
    ],
  ])("accepts %s", (_, response) => {
    expect(judgeExchange(exchange({ ...good, ...response }), contract, read)).toEqual([]);
  });

  it("accepts an undocumented property (§9.2), unless the schema is closed", async () => {
    const schema = { type: "object", properties: { id: { type: "string" } } };
    const open = await scratch.load({ paths: { "/things": { get: operationAnswering(schema) } } });
    const closed = await scratch.load({
      paths: { "/things": { get: operationAnswering({ ...schema, additionalProperties: false }) } },
    });
    const keysOf = (from: Contract): readonly string[] =>
      judgeExchange(exchange({ ...good, body: '{"id":"a","leaked":1}' }), from, from.operations[0] as Operation).map(
        ({ key }) => key,
      );

    expect(keysOf(open)).toEqual([]);
    expect(keysOf(closed)).toEqual(["200 /leaked additionalProperties"]);
  });

  it("judges the body of a server's own status only if the document names the status", async () => {
    const problem = { type: "object", required: ["error"], properties: { error: { type: "string" } } };
    const content = { "application/json": { schema: problem } };
    const things = await scratch.load({
      paths: {
        "/things": {
          get: { responses: { "200": { description: "All" }, default: { description: "An error", content } } },
          post: { responses: { "200": { description: "All" }, "431": { description: "Too long", content } } },
        },
      },
    });
    const keysOf = (operation: Operation | undefined, status: number): readonly string[] =>
      judgeExchange(exchange({ ...good, status, body: "{}" }), things, operation as Operation).map(({ key }) => key);
    const [list, make] = things.operations;

    expect(keysOf(list, 431)).toEqual([]);
    expect(keysOf(list, 409)).toEqual(["409  required error"]);
    expect(keysOf(make, 431)).toEqual(["431  required error"]);
  });

  it("does not report an unlisted enum value as a changed value (§9.6), but reports a listed one", async () => {
    const schema = { type: "object", properties: { colour: { enum: ["red", "green"] } } };
    const content = { "application/json": { schema } };
    const responses = { "201": { description: "Made.", content } };
    const cars = await scratch.load({
      paths: {
        "/cars": { post: { requestBody: { content }, responses } },
        "/cars/{id}": { get: operationAnswering(schema) },
      },
    });
    const keysOf = (colour: string): readonly string[] => {
      const { request } = exchange(good);
      const sent = { ...request, method: "POST", path: "/cars", body: '{"colour":"red"}' };
      const response = { ...good, status: 201, body: JSON.stringify({ colour }) };
      return judgeExchange({ request: sent, response }, cars, cars.operations[0] as Operation).map(({ key }) => key);
    };

    expect(keysOf("blue")).toEqual([]);
    expect(keysOf("green")).toEqual(["/colour"]);
  });

  it("gives a finding the weakest basis and the section of the operation", () => {
    const platform = markers(contract);

    expect(judgeExchange(exchange({ ...good, status: 500 }), platform, operationOf(platform, "stated"))).toMatchObject([
      {
        basis: "stated",
        section: "4.1",
      },
    ]);
    expect(judgeExchange(exchange({ ...good, status: 500 }), platform, operationOf(platform, "assumed"))).toMatchObject(
      [
        {
          basis: "assumed",
        },
      ],
    );
  });
});

function withMember(member: string): string {
  return good.body.replace("}", `,${member}}`);
}

function exchange(response: WireResponse): Exchange {
  const sent = { "content-type": "application/json" };
  return { request: { method: "GET", path: "/notes/n1", headers: sent, body: '{"text":"Buy milk"}' }, response };
}

function markers(from: Contract): Contract {
  const [first, second] = from.operations as [Operation, Operation];
  return {
    ...from,
    operations: [
      { ...first, id: "stated", basis: "stated", section: "4.1" },
      { ...second, id: "assumed", basis: "assumed" },
    ],
  };
}

function operationOf(from: Contract, id: string): Operation {
  return from.operations.find((operation) => operation.id === id) as Operation;
}
