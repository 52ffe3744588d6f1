import type { ConformOptions } from "../run/conform-options.ts";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { Contract, Json, JsonObject } from "../../contracts/index.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { createArchive } from "../archive/archive.ts";
import { conform } from "../conform.ts";
import { judgementOf } from "../reports/judgement-of.ts";
import { mergeReports } from "../run/merge.ts";
import { nothingSucceededMessage, testedShare } from "./outcomes.ts";
import { replayFinding } from "../run/rerun/replay.ts";
import type { Report } from "./report.ts";
import { conformReports, renderConsole } from "../reports/index.ts";

const scratch = createScratch();
const ok = { description: "Fine.", content: { "application/json": { schema: { type: "object" } } } };
const bad = { description: "Bad." };
const id = [{ name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } }];

const staff = { get: { security: [{ staff: [] }], responses: { 200: ok, 401: bad } } };

/** An API in which each operation always returns the same response. */
const contract = await scratch.load(
  documentOf({
    info: { title: "shop", version: "1" },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" }, staff: { type: "http", scheme: "basic" } },
    },
    paths: {
      "/open": { get: { responses: { 200: ok, 401: bad } } },
      "/staff": staff,
      "/forbidden": { get: { responses: { 200: ok, 403: bad } } },
      "/lost": { get: { responses: { 200: ok, 404: bad } } },
      "/items/{id}": { get: { parameters: id, responses: { 200: ok, 404: bad } } },
      "/refused": { get: { responses: { 200: ok, 400: bad } } },
      "/busy": { get: { responses: { 200: ok, 429: bad } } },
      "/broken": { get: { responses: { 200: ok, 500: bad, 503: bad } } },
      "/moved": { get: { responses: { 200: ok, 302: { ...bad, description: "Never documented as 2xx." } } } },
      "/login-page": { get: { responses: { 200: { description: "Fine." } } } },
      "/sign-in": {
        post: {
          security: [],
          "x-safe": true,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { type: "object", required: ["password"], properties: { password: { type: "string" } } },
              },
            },
          },
          responses: { 200: ok, 400: bad, 401: bad },
        },
      },
      "/write": { post: { responses: { 201: ok } } },
    },
  } as JsonObject),
);

type Answer = readonly [status: number, body?: Json | undefined, headers?: Readonly<Record<string, string>>];

const answers: Readonly<Record<string, Answer>> = {
  "/open": [200, {}],
  "/staff": [401],
  "/forbidden": [403],
  "/lost": [404],
  "/items": [404],
  "/refused": [400],
  "/busy": [429, undefined, { "retry-after": "0" }],
  "/broken": [503],
  "/moved": [307, undefined, { location: "/login" }],
  "/login-page": [200, "<!DOCTYPE html><html><body>Log in</body></html>", { "content-type": "text/html" }],
  "/sign-in": [401],
};

async function ran(
  options: Partial<ConformOptions> = {},
  answerTo: (path: string, query: string) => Answer = (path) => answers[`/${path.split("/")[1]}`] ?? [404],
): Promise<Report> {
  await using server = await serve(
    createServer(({ url = "", headers }, response) => {
      const [path = "", query = ""] = url.split("?");
      const isAccepted =
        /^(Bearer right-token|Basic cmlnaHQtdG9rZW46)$/.test(headers.authorization ?? "") ||
        path === "/sign-in" ||
        path === "/free";
      const [status, body, more = {}]: Answer =
        path === "/_concord" ? [404] : isAccepted ? answerTo(path, query) : [401];
      const text = typeof body === "string" ? body : body === undefined ? undefined : JSON.stringify(body);
      response.writeHead(status, { ...(body !== undefined && { "content-type": "application/json" }), ...more });
      response.end(text);
    }),
  );
  let time = 0;
  const clock = { now: () => time, wait: async (milliseconds: number) => void (time += milliseconds) };
  const contracts = [contract];
  return await conform({ contracts, target: server.url, token: "right-token", seed: 1, runs: 3, clock, ...options });
}

const wholeReport = await ran();

describe("the outcome of each operation", () => {
  it("is a success, or the reason why no request succeeded", () => {
    expect(
      Object.fromEntries(
        (wholeReport.outcomes ?? []).map(({ operation, reason }) => [operation, reason ?? "succeeded"]),
      ),
    ).toEqual({
      "GET /open": "succeeded",
      "GET /staff": "credentials-refused",
      "GET /forbidden": "credentials-refused",
      "GET /lost": "not-found",
      "GET /items/{id}": "nothing-to-read",
      "GET /refused": "refused",
      "GET /busy": "rate-limited",
      "GET /broken": "server-errors",
      "GET /moved": "redirected",
      "GET /login-page": "web-page",
      "POST /sign-in": "refused",
      "POST /write": "read-only",
    });
  });

  it("is a failure with a remedy if all credentials were refused, and is skipped otherwise", () => {
    const refused = wholeReport.failures.filter(({ check }) => check === "credentials-accepted");

    expect(refused.map(({ operation, message }) => [operation, message])).toEqual([
      ["GET /staff", expect.stringMatching(/refused with 401: .*--user NAME:PASSWORD/) as string],
      ["GET /forbidden", expect.stringMatching(/refused with 403: .*--token/) as string],
    ]);
    expect(new Set(wholeReport.skipped.map(({ operation }) => operation))).toEqual(
      new Set(
        (wholeReport.outcomes ?? [])
          .filter(({ reason }) => reason !== null && reason !== "credentials-refused")
          .map(({ operation }) => operation),
      ),
    );
  });

  it("is a failure if every valid request was answered with 500, or as an unknown path, method or media type", async () => {
    const found = (report: Report): string[] =>
      report.failures
        .filter(({ check }) => check === "operation-served")
        .map(
          ({ operation, message }) =>
            `${operation} ${/with \d+, (which the contract (lacks|documents)|and the operation requires)/.exec(message)?.[0]}`,
        );
    const only = (path: string, status: number, other = 200) =>
      ran({}, (own) => (own === path ? [status] : [other, {}]));

    expect(found(await only("/refused", 415))).toEqual(["GET /refused with 415, which the contract lacks"]);
    expect(found(await only("/busy", 404))).toEqual(["GET /busy with 404, which the contract lacks"]);
    expect(found(await only("/refused", 400))).toEqual(["GET /refused with 400, and the operation requires"]);
    expect(found(await only("/broken", 500))).toEqual(["GET /broken with 500, which the contract documents"]);
    expect(found(await only("/broken", 503))).toEqual([]);
    // Some requests fail in another way, and none succeeds.
    let asked = 0;
    const mixed = await ran({}, (own) => (own === "/broken" ? [++asked % 3 === 0 ? 404 : 500] : [200, {}]));
    expect(found(mixed)).toEqual(["GET /broken with 500, which the contract documents"]);
    asked = 0;
    const elseBusy = await ran({}, (own) => (own === "/broken" ? [++asked % 3 === 0 ? 503 : 500] : [200, {}]));
    expect(found(elseBusy)).toEqual([]);
    // The contract has this 404.
    expect(found(await only("/lost", 404))).toEqual([]);
    // The target is probably another one.
    expect(found(await only("/busy", 404, 403))).toEqual([]);
  });

  it("is shown in the report of every format", () => {
    const archive = createArchive();
    const judgement = judgementOf(wholeReport, { archive });
    const told = { report: wholeReport, judgement, archive };

    expect(renderConsole(judgement, { colours: false })).toContain("A valid request succeeded on 1 of 12 operations");
    expect(conformReports["junit"]?.(told)).toMatch(
      /classname="shop\.GET \/refused" name="valid-request-succeeded">\s*<skipped message="[^"]*400/,
    );
    expect(conformReports["junit"]?.(told)).toMatch(
      /classname="shop\.GET \/staff" name="credentials-accepted">\s*<failure/,
    );
    expect(conformReports["html"]?.(told)).toContain("GET /refused: SKIP, no request succeeded");
    expect(String(conformReports["har"]?.(told))).toContain("No request succeeded: GET /staff");
  });

  it("stays a failure in a replay while the credentials are refused", async () => {
    const finding = wholeReport.failures.find(({ operation }) => operation === "GET /staff");
    await using server = await serve(
      createServer(({ url }, response) => void response.writeHead(url === "/_concord" ? 404 : 401).end()),
    );
    await using openServer = await serve(
      createServer(({ headers }, response) => {
        response.writeHead(headers.authorization ? 200 : 401, { "content-type": "application/json" }).end("{}");
      }),
    );
    const replayed = (target: string) =>
      replayFinding(wholeReport, finding?.id ?? "", { contracts: [contract], token: "right-token", target });

    expect(await replayed(server.url)).toMatchObject({ shows: true });
    expect(await replayed(openServer.url)).toMatchObject({ shows: false });
  });

  it("is reported for a single phase that sends no valid request", async () => {
    const { outcomes, failures } = await ran({ phases: ["sequences"], operation: "GET /open" });

    expect(failures).toEqual([]);
    expect(outcomes).toMatchObject([{ operation: "GET /open", reason: "not-sent" }]);
  });

  it("is merged with the reports of shards", () => {
    const shard = (part: number, report: Report = wholeReport): Report => ({
      ...report,
      shard: { of: 2, parts: [part] },
    });
    const emptyShard = shard(2, {
      ...wholeReport,
      operations: [],
      failures: [],
      skipped: [],
      outcomes: wholeReport.outcomes?.slice(-1),
    });
    const merged = mergeReports([shard(1), emptyShard]);

    expect(merged.outcomes).toHaveLength(12);
    expect(testedShare(merged)).toEqual({ tested: 1, of: 12 });
    expect(mergeReports([emptyShard, shard(1)]).outcomes).toEqual(merged.outcomes);
  });
});

describe("an operation that always answers 401", () => {
  const requestBodyWith = (names: readonly string[]): JsonObject => ({
    required: true,
    content: { "application/json": { schema: { $ref: `#/components/schemas/${names.join("")}` } } },
  });
  const text = { type: "string", minLength: 1 };
  const schemaOf = (names: readonly string[]): JsonObject => ({
    type: "object",
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, text])),
  });

  it.each<[string, string, JsonObject, string?]>([
    ["fails, though a code in its body is not one that proves anything", "/orders", { body: ["currency_code"] }],
    ["fails, though it makes users with passwords", "/users", { body: ["email", "password"] }],
    ["fails where the contract asks for no credentials, and the request holds none", "/news", { security: [] }],
    ["fails where a parameter stands for credentials", "/news", { security: [], header: "X-API-Key" }],
    ["fails where nothing but 401 is documented", "/news", { responses: { 401: bad } }],
    ["is refused where it takes a password", "/login", { security: [], body: ["user", "password"] }, "refused"],
    ["is refused where it takes what a login checks", "/login", { security: [], body: ["user", "pass"] }, "refused"],
    ["is refused where a session is opened by any word", "/sessions", { security: [], body: ["badge"] }, "refused"],
    [
      "is refused where it takes a password, and the document forgets that it is open",
      "/login",
      { body: ["password"] },
      "refused",
    ],
    ["is refused where the query holds a code", "/confirm", { security: [], query: "code" }, "refused"],
    [
      "is refused where it asks for a signature",
      "/hook",
      { security: [], header: "X-Signature", body: ["event"] },
      "refused",
    ],
  ])("%s", async (_, path, { body, header, query, ...others }, reason = "credentials-refused") => {
    const names = (body as readonly string[] | undefined) ?? [];
    const [place, name] = header === undefined ? ["query", query] : ["header", header];
    const operation = {
      "x-safe": true,
      ...(name !== undefined && { parameters: [{ name, in: place, required: true, schema: text }] }),
      ...(names.length > 0 && { requestBody: requestBodyWith(names) }),
      responses: { 200: ok, 400: bad, 401: bad },
      ...others,
    };
    const { document } = contract;
    const one = await scratch.load({
      ...document,
      components: { ...(document["components"] as JsonObject), schemas: { [names.join("")]: schemaOf(names) } },
      paths: { [path]: { [names.length > 0 ? "post" : "get"]: operation } },
    } as JsonObject);
    const report = await ran({ contracts: [one] }, () => [401]);

    expect(report.outcomes?.map((each) => each.reason)).toEqual([reason]);
    expect(report.failures.map(({ check }) => check)).toEqual(reason === "refused" ? [] : ["credentials-accepted"]);
  });
});

describe("an operation that always answers 403", () => {
  const withId = { parameters: id, responses: { 200: ok, 403: bad } };
  const list = {
    "/accounts": {
      get: {
        responses: {
          200: {
            ...ok,
            content: {
              "application/json": {
                schema: {
                  type: "array",
                  items: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
                },
              },
            },
          },
        },
      },
    },
  };

  it.each<[string, JsonObject, string]>([
    ["made up, as of somebody else", {}, "nothing-to-read"],
    ["one of its list", list, "credentials-refused"],
  ])("requests an id that is %s", async (_, others, reason) => {
    const paths = { ...others, "/accounts/{id}": { get: withId } };
    const one = await scratch.load({ ...contract.document, paths } as JsonObject);
    const report = await ran({ contracts: [one] }, (path) => (path === "/accounts" ? [200, [{ id: "a1" }]] : [403]));

    expect(report.outcomes?.at(-1)).toMatchObject({ operation: "GET /accounts/{id}", reason });
  });
});

describe("the minimum share of tested operations", () => {
  it("is a failure in every report if it is not reached", async () => {
    const report = await ran({ minTested: 50, operation: "GET /refused" });
    const judgement = judgementOf(report);

    expect(report.failures).toEqual([]);
    expect(judgement.cases).toContainEqual(
      expect.objectContaining({
        outcome: "failed",
        name: "min-tested",
        message: expect.stringContaining("0 %") as string,
      }),
    );
    expect(
      judgementOf(await ran({ minTested: 100, operation: "GET /open" })).cases.map(({ outcome }) => outcome),
    ).toEqual(["passed"]);
  });
});

describe("a run whose credentials are refused everywhere", () => {
  it("has judged the operations without credentials", async () => {
    const open = { get: { security: [], responses: { 200: ok } } };
    const mixed = await scratch.load({ ...contract.document, paths: { "/free": open, "/staff": staff } } as JsonObject);
    const report = await ran({ contracts: [mixed] }, (path) => (path === "/free" ? [200, {}] : [401]));

    expect(report.outcomes?.map(({ reason }) => reason)).toEqual([null, "credentials-refused"]);
    expect(judgementOf(report).unjudged).toBeUndefined();
  });
});

describe("a run in which nothing succeeded", () => {
  it("does not count removed operations or unsupported streams as successes", async () => {
    const { document } = contract;
    const removed = { ...document, paths: { "/busy": (document["paths"] as JsonObject)["/busy"] as Json } };
    const gone = { "/gone": { methods: ["GET"], description: "Ended." } };
    const events = { 200: { description: "Events.", content: { "text/event-stream": {} } } };
    const [one, other] = [
      await scratch.load({ ...removed, "x-removed": gone } as JsonObject),
      await scratch.load({ ...document, paths: { "/events": { get: { responses: events } } } } as JsonObject),
    ];
    const busy = await ran({ contracts: [one as Contract] }, () => [429, undefined, { "retry-after": "0" }]);
    const streaming = await ran({ contracts: [other as Contract] });

    expect(busy.operations.map(({ operation }) => operation)).toEqual(["GET /busy", "GET /gone"]);
    expect(busy.outcomes?.map(({ operation, reason }) => [operation, reason])).toEqual([["GET /busy", "rate-limited"]]);
    expect(judgementOf(busy).unjudged).toContain("429");
    expect(nothingSucceededMessage(streaming)).toContain("stream 1");
  });

  it("does not count accepted invalid requests as successes", async () => {
    const { document } = contract;
    const limit = [{ name: "limit", in: "query", required: true, schema: { type: "integer", minimum: 1, maximum: 9 } }];
    const paths = { "/list": { get: { parameters: limit, responses: { 200: ok, 400: bad } } } };
    const one = await scratch.load({ ...document, paths } as JsonObject);
    const report = await ran({ contracts: [one] }, (_, query) => (/^limit=[1-9]$/.test(query) ? [400] : [200, {}]));

    expect(report.outcomes).toMatchObject([{ succeeded: false, reason: "refused" }]);
  });

  it("is reported as not judged", async () => {
    const report = await ran({ operation: "GET /refused" });

    expect(nothingSucceededMessage(report)).toContain("no valid request succeeded on any operation");
    expect(judgementOf(report).unjudged).toBe(nothingSucceededMessage(report));
    expect(nothingSucceededMessage(wholeReport)).toBeUndefined();
  });
});
