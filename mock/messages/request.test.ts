import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, type MatchBudget, type Operation, limitMatches } from "../../contracts/index.ts";
import { compileInMemory, contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import {
  type RequestOptions,
  type ParsedResponse,
  ask,
  fixture,
  platformOf,
  platformServing,
} from "../../test/support/mock/ask.ts";
import { MATCH_STEPS, createRequestReader } from "./request.ts";

const line = "POST /shelves/3/places?side=left";
const headers = { "x-trace": "t-1", cookie: "session=a1" };
const body = { title: "Fuzzy Sets", size: { height: 24 } };

describe("a request", () => {
  it("is parsed into typed parameters by name, and the body", async () => {
    const contract = await fixture("parameters");
    const reader = createRequestReader(contract, contract.operations[0] as Operation, false);
    const read = reader.read(
      {
        method: "POST",
        url: "",
        headers: { ...headers, "content-type": "application/json; charset=utf-8" },
        body: Buffer.from(JSON.stringify(body)),
      },
      { shelf: "3" },
      () => [
        ["side", "left"],
        ["other", "x"],
      ],
    );

    expect(read).toEqual({ parameters: { shelf: 3, side: "left", "X-Trace": "t-1", session: "a1" }, body });
  });

  it("has a limit of match steps for all of its texts together, and reports undecided matches", async () => {
    const text = { type: "string", pattern: "^(a{1,100}){1,100}$" };
    const schema = {
      type: "object",
      properties: {
        first: { type: "string", pattern: "a*a*b$" },
        a: text,
        b: text,
        c: { type: "string", pattern: "^a{1,10000}$" },
      },
    };
    const requestBody = { content: { "application/json": { schema } } };
    const contract = contractOfSchema(true, { paths: { "/a": { post: { requestBody, responses: {} } } } });
    const reader = createRequestReader(contract, contract.operations[0] as Operation, false);
    const read = (value: Json) =>
      reader.read(
        {
          method: "POST",
          url: "/a",
          headers: { "content-type": "application/json" },
          body: Buffer.from(JSON.stringify(value)),
        },
        {},
        () => [],
      );
    const usedUp: MatchBudget = { left: 1_000_000_000 };
    const long = `${"a".repeat(9_999)}!`;
    const refused = limitMatches(() => read({ first: "ab", a: long, b: long }), usedUp);

    expect(1_000_000_000 - usedUp.left).toBeLessThan(400_000);
    expect(refused).toMatchObject({
      violations: [
        { in: "body", expected: expect.stringMatching(/\^\(a\{1,100\}\)\{1,100\}\$ take too many steps$/) as string },
      ],
    });
    expect(read({ a: "aaa", b: "a", c: "a".repeat(10_000) })).toHaveProperty("body");
    expect(read({ c: "a".repeat(10_001) })).toMatchObject({ violations: [{ pointer: "/c" }] });
  });

  it("is refused if its body nests so deep that parsing it would overflow the stack", async () => {
    const refused = await sendRequest(line, {
      headers: { ...headers, "content-type": "application/json" },
      body: Buffer.from("[".repeat(100_000)),
    });

    expect(refused).toMatchObject({
      status: 400,
      value: { violations: [{ in: "body", pointer: "", expected: "JSON that nests at most 200 levels", got: "more" }] },
    });
  });

  it.each(["left&side=left", "left&side=right"])(
    "is refused if a single-valued query parameter is repeated: side=%s",
    async (side) => {
      const { status, value } = await sendRequest(`POST /shelves/3/places?side=${side}`, { headers, body });

      expect(status).toBe(400);
      expect(value.violations).toEqual([
        {
          in: "query",
          pointer: "/side",
          expected: "one value",
          got: expect.stringMatching(/^\["left","(left|right)"\]$/),
        },
      ]);
    },
  );

  it("is refused with all violations: location, expected and actual value", async () => {
    const refused = await sendRequest("POST /shelves/0/places?side=top", {
      headers: { "x-trace": "t", cookie: "other=1; session=XYZ" },
      body: { size: { height: 41.5 } },
    });

    expect([refused.status, refused.headers["content-type"]]).toEqual([400, "application/problem+json"]);
    expect(refused.value).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "The request has 7 violations of the contract",
      instance: "/shelves/0/places",
      violations: [
        { in: "path", pointer: "/shelf", expected: "a number of at least 1", got: "0" },
        { in: "query", pointer: "/side", expected: 'one of "left", "right"', got: '"top"' },
        { in: "header", pointer: "/X-Trace", expected: "at least 3 characters", got: '"t"' },
        { in: "cookie", pointer: "/session", expected: "text that matches ^[a-f0-9]+$", got: '"XYZ"' },
        { in: "body", pointer: "", expected: 'the property "title"', got: "nothing" },
        { in: "body", pointer: "/size/height", expected: "an integer", got: "41.5" },
        { in: "body", pointer: "/size/height", expected: "a number of at most 40", got: "41.5" },
      ],
    });
  });

  it.each<[string, string, RequestOptions, string, string]>([
    ["a path parameter of another type", "POST /shelves/three/places?side=left", {}, "path", "/shelf"],
    ["a path that cannot be decoded", "POST /shelves/%zz/places?side=left", {}, "path", "/shelf"],
    ["a query parameter left out", "POST /shelves/3/places", {}, "query", "/side"],
    ["a header left out", line, { headers: { cookie: "session=a1" } }, "header", "/X-Trace"],
    ["a cookie left out", line, { headers: { "x-trace": "t-1" } }, "cookie", "/session"],
    ["no body", line, { body: "" }, "body", ""],
    ["malformed JSON", line, { body: '{"title":' }, "body", ""],
    ["a body of another type", line, { body: "[]" }, "body", ""],
  ])("is refused for %s", async (_, query, change, location, pointer) => {
    const { status, value } = await sendRequest(query, change);

    expect(status).toBe(400);
    expect(value.violations).toEqual([
      { in: location, pointer, expected: expect.stringMatching(/^\S/), got: expect.stringMatching(/^\S/) },
    ]);
  });

  it("may have a form as its body", async () => {
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };

    expect((await sendRequest(line, { headers: form, body: "title=Fuzzy+Sets&height=24" })).status).toBe(200);
    expect((await sendRequest(line, { headers: form, body: "height=tall" })).value.violations).toEqual([
      { in: "body", pointer: "", expected: 'the property "title"', got: "nothing" },
      { in: "body", pointer: "/height", expected: "an integer", got: '"tall"' },
    ]);
  });

  it("is refused with 415 for a body of an undocumented media type", async () => {
    const { status, value } = await sendRequest(line, {
      headers: { ...headers, "content-type": "text/csv" },
      body: "a,b",
    });

    expect(status).toBe(415);
    expect(value.detail).toBe(
      'The body is "text/csv", but must be application/json, application/x-www-form-urlencoded',
    );
  });

  it("may omit the type of its body, and write it in any letter case", async () => {
    const platform = await platformOf("parameters");
    const sent = { method: "POST", url: line.slice(5), body: Buffer.from(JSON.stringify(body)) };

    expect((await platform.handle({ ...sent, headers })).status).toBe(200);
    expect(
      (await platform.handle({ ...sent, headers: { ...headers, "content-type": "Application/JSON" } })).status,
    ).toBe(200);
  });

  it("may have any body if the contract documents no body, or one of any type", async () => {
    const platform = await platformOf("no-success");
    const csv = { headers: { "content-type": "text/csv" }, body: "a,b" };

    expect((await ask(platform, "POST /anything", csv)).status).toBe(200);
    expect((await ask(platform, "GET /nothing", csv)).status).toBe(200);
  });

  it("is refused with 422 if only that is documented", async () => {
    const platform = await platformOf("wrapped-nullable");

    expect((await ask(platform, "POST /pets", { body: { pet: { owner: null } } })).status).toBe(422);
    expect((await ask(platform, "GET /pets/0")).status).toBe(400);
  });

  it("is parsed from form encoding: numbers, booleans and lists", async () => {
    const platform = await platformOf("forms-basic");
    const { status, value } = await ask(platform, "POST /messages", {
      headers: { authorization: `Basic ${btoa("mock-acme:")}`, "content-type": "application/x-www-form-urlencoded" },
      body: "to=%2B4930&text=A+%26+B&urgent=true&copies=2&tags=a&tags=b",
    });

    expect(status).toBe(201);
    expect(value).toMatchObject({ to: "+4930", text: "A & B", urgent: true, copies: 2, tags: ["a", "b"] });
  });
});

async function sendRequest(query: string, change: RequestOptions = {}): Promise<ParsedResponse> {
  return ask(await platformOf("parameters"), query, { headers, body, ...change });
}

describe("a request with more values than its budget", () => {
  const schema = { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } };
  const contractOf = (mediaType: string) =>
    compileInMemory({
      paths: { "/things": { post: { requestBody: { content: { [mediaType]: { schema } } }, responses: {} } } },
    } as never);
  const part = '--X\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n';

  it.each([
    ["application/json", (count: number) => `{"tags":[${Array.from({ length: count }, () => '"a"').join(",")}]}`, 990],
    [
      "application/x-www-form-urlencoded",
      (count: number) => Array.from({ length: count }, () => "tags=a").join("&"),
      50,
    ],
    ["multipart/form-data; boundary=X", (count: number) => `${part.repeat(count)}--X--\r\n`, 100],
  ])("is refused with 413 before it is parsed: %s", async (type, bodyOf, most) => {
    const contract = contractOf(type.split(";", 1)[0] as string);
    const reader = createRequestReader(contract, contract.operations[0] as Operation, true, {
      values: 1000,
      steps: MATCH_STEPS,
    });
    const read = async (count: number) =>
      reader.read(
        { method: "POST", url: "", headers: { "content-type": type }, body: Buffer.from(bodyOf(count)) },
        {},
        () => [],
      );

    expect(await read(most)).toMatchObject({ body: { tags: Array.from({ length: most }, () => expect.any(String)) } });
    expect(await read(most + 20)).toEqual({
      refused: "The body has too many values: at most 1000 members and items are read",
      status: 413,
    });
  });

  it("names the first violation of too many", async () => {
    const contract = contractOf("application/json");
    const reader = createRequestReader(contract, contract.operations[0] as Operation);
    const sent = Buffer.from(`{"tags":[${Array.from({ length: 50_000 }, () => 1).join(",")}]}`);
    const read = await reader.read(
      { method: "POST", url: "", headers: { "content-type": "application/json" }, body: sent },
      {},
      () => [],
    );

    expect(read).toMatchObject({
      refused: "The request has too many violations of the contract to list all",
      violations: [{ pointer: "/tags/0", expected: "a string", got: "1" }],
    });
  });
});

describe("a required parameter whose members are parameters", () => {
  const string = { type: "string" };
  const serving = (schema: JsonObject, more: JsonObject = {}) => {
    const parameters = [{ name: "params", in: "query", required: true, schema, ...more }];
    const responses = {
      "200": { description: "Found.", content: { "application/json": { schema: { type: "object" } } } },
    };
    return platformServing([compileInMemory({ paths: { "/search": { get: { parameters, responses } } } })]);
  };

  it.each<[string, JsonObject, JsonObject, number]>([
    ["has no required members", { type: "object", properties: { q: string } }, {}, 200],
    ["is empty by reference", { allOf: [{ type: "object", properties: { q: string } }] }, {}, 200],
    ["has a required member", { type: "object", required: ["q"], properties: { q: string } }, {}, 400],
    ["needs a member", { type: "object", minProperties: 1, properties: { q: string } }, {}, 400],
    ["is one text", { type: "object", properties: { q: string } }, { explode: false }, 400],
    ["is in brackets", { type: "object", properties: { q: string } }, { style: "deepObject" }, 400],
  ])("may have none of them where it %s: %j %j is %i", async (_, schema, more, status) => {
    expect((await ask(serving(schema, more), "GET /search")).status).toBe(status);
  });
});
