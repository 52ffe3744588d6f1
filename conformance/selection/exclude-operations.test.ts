import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { serve, serveThings, thingsDocument } from "../../test/support/conformance/things.ts";
import { conform } from "../conform.ts";
import { judgementOf } from "../reports/judgement-of.ts";
import { replayFinding } from "../run/rerun/replay.ts";
import { operationsNamed } from "./operations-named.ts";

const scratch = createScratch();
const things = await scratch.load(thingsDocument("apples"));
const token = "right-token";

function got(schema: JsonObject): JsonObject {
  return { responses: { 200: { description: "It.", content: { "application/json": { schema } } } } };
}

describe("operationsNamed()", () => {
  it.each([
    ["GET /apples", ["GET /apples"]],
    ["get /apples/{other}", ["GET /apples/{id}"]],
    ["/apples", ["GET /apples", "POST /apples"]],
    ["/apples/*", ["GET /apples/{id}", "DELETE /apples/{id}"]],
    ["DELETE /**", ["DELETE /apples/{id}"]],
    ["/**", ["GET /apples", "POST /apples", "GET /apples/{id}", "DELETE /apples/{id}"]],
    ["/ap*s", ["GET /apples", "POST /apples"]],
  ])("finds %s", (name, expected) => {
    expect(operationsNamed(name, [things], "exclude").map((operation) => operation.name)).toEqual(expected);
  });

  it("finds the operations of an API", () => {
    expect(operationsNamed(things.api, [things], "exclude")).toHaveLength(4);
  });

  it.each([
    ["GET /aples", "GET /apples"],
    ["/apple", "/apples"],
  ])("rejects %s, and names the nearest", (name, near) => {
    expect(() => operationsNamed(name, [things], "exclude")).toThrow(
      expect.objectContaining({ code: "unknown-operation", message: expect.stringContaining(near) as string }) as Error,
    );
  });
});

describe("an excluded operation", () => {
  it("gets no request, not even to prepare or clean up others, and does not count as passed", async () => {
    const seen: { method: string; path: string; body: string; proxied: boolean }[] = [];
    await using server = await serveThings({ token, seen });
    const run = { contracts: [things], target: server.url, token, mode: "sandbox", seed: 1, runs: 2 } as const;
    await conform(run);
    const methods = new Set(seen.splice(0).map(({ method }) => method));
    const report = await conform({ ...run, exclude: ["POST /apples", "DELETE /apples/*"] });
    const { cases } = judgementOf(report);

    // Without the exclusion, both operations get requests.
    expect([methods.has("POST"), methods.has("DELETE")]).toEqual([true, true]);
    expect(seen.filter(({ method, path }) => method === "DELETE" || (method === "POST" && path === "/apples"))).toEqual(
      [],
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(report.options.exclude).toEqual(["POST /apples", "DELETE /apples/*"]);
    expect(report.skipped).toContainEqual({
      api: things.api,
      operation: "DELETE /apples/{id}",
      reason: 'It is excluded by "DELETE /apples/*": no request was sent to it',
    });
    expect(cases.filter(({ name, outcome }) => name === "POST /apples" && outcome !== "skipped")).toEqual([]);
    expect(report.outcomes?.map(({ operation }) => operation)).not.toContain("POST /apples");
  });

  it("gets no request in a replay", async () => {
    const contract = await scratch.load({
      paths: {
        "/a": { get: got({ type: "string" }), post: { responses: { 204: { description: "Done." } } } },
        "/b": { get: got({ type: "string" }) },
      },
    });
    const seen: string[] = [];
    await using server = await serve(
      createServer(({ method, url }, response) => {
        seen.push(`${method} ${url}`);
        response.writeHead(200, { "content-type": "application/json" }).end("1");
      }),
    );
    const run = { contracts: [contract], target: server.url, mode: "sandbox" } as const;
    const report = await conform({ ...run, exclude: ["POST /a", "/b"], seed: 1, runs: 2 });
    const failure = report.failures.find(({ check }) => check === "body-conforms");
    const replayed = await replayFinding(report, failure?.id ?? "", run);

    expect(replayed.shows).toBe(true);
    expect(seen.filter((line) => line.startsWith("POST /a") || line.startsWith("GET /b"))).toEqual([]);
  });
});

describe("settings of an operation", () => {
  const contract = scratch.load({
    paths: { "/a": { get: got({ type: "string" }) }, "/b": { get: got({ type: "string" }) } },
  });

  /** Server whose responses violate the document. */
  const serveNumbers = (seen: string[] = []) =>
    serve(
      createServer(({ url = "" }, response) => {
        seen.push(url.split("?", 1)[0] as string);
        response.writeHead(200, { "content-type": "application/json" }).end("1");
      }),
    );

  it("skip checks, which the report lists", async () => {
    await using server = await serveNumbers();
    const run = { contracts: [await contract], target: server.url, seed: 1, runs: 2 };
    const found = async (operations: NonNullable<Parameters<typeof conform>[0]["operations"]>) => {
      const { failures, skipped } = await conform({ ...run, operations });
      return {
        failures: failures.filter(({ check }) => check === "body-conforms").map(({ operation }) => operation),
        skipped: skipped.filter(({ reason }) => reason.includes("body-conforms")).map(({ operation }) => operation),
      };
    };

    expect(await found({})).toEqual({ failures: ["GET /a", "GET /b"], skipped: [] });
    expect(await found({ "GET /a": { skip: ["body-conforms"] } })).toEqual({
      failures: ["GET /b"],
      skipped: ["GET /a"],
    });
  });

  it("limit response times and numbers of requests", async () => {
    const paged = await scratch.load(
      documentOf({
        paths: {
          "/a": { get: { parameters: [{ name: "q", in: "query", schema: { type: "string" } }], ...got({}) } },
          "/b": { get: { parameters: [{ name: "q", in: "query", schema: { type: "string" } }], ...got({}) } },
        },
      }),
    );
    const seen: string[] = [];
    await using server = await serveNumbers(seen);
    const target = server.url;
    await conform({ contracts: [paged], target, seed: 1, runs: 40, operations: { "/a": { runs: 1 } } });
    const count = (path: string): number => seen.filter((each) => each === path).length;
    expect(count("/b")).toBeGreaterThan(count("/a"));

    const operations = { "/a": { runs: 1, maxResponseMs: 0.000001 } };
    const report = await conform({ contracts: [paged], target, seed: 1, runs: 40, operations });
    expect(report.failures.filter(({ check }) => check === "in-time").map(({ operation }) => operation)).toEqual([
      "GET /a",
    ]);
    expect(report.failures.find(({ check }) => check === "in-time")?.replay).toContain("--runs 1 ");
  });

  it.each([
    [{ "GET /c": {} }, "unknown-operation", "GET /"],
    [{ "GET /a": { skip: ["body-conform"] } }, "unknown-check", "body-conforms"],
  ])("rejects %j, and names the nearest", async (operations, code, near) => {
    const run = conform({ contracts: [await contract], target: "http://127.0.0.1:1", operations });
    const refused = (await run.catch((error: unknown) => error)) as { readonly message: string; readonly hint: string };
    expect(`${refused.message}. ${refused.hint}`).toContain(near);
    await expect(run).rejects.toMatchObject({ code });
  });
});
