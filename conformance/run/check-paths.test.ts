import type { ConformOptions } from "./conform-options.ts";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { type JsonObject, loadContract } from "../../contracts/index.ts";
import { startMock } from "../../api/mock.ts";
import { serve, thingsDocument } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import type { Report } from "../findings/report.ts";

const contract = await createScratch().load(thingsDocument("apples", { hasOrganization: true }));

type Answer = readonly [status: number, body?: string, type?: string];

async function ran(answerTo: (method: string, path: string) => Answer, options: Partial<ConformOptions> = {}) {
  const seen: string[] = [];
  await using server = await serve(
    createServer(({ method = "", url = "" }, response) => {
      if (url !== "/_concord") seen.push(`${method} ${url}`);
      const [status, body, type = "application/json"] = url === "/_concord" ? [404] : answerTo(method, url);
      response.writeHead(status, { "content-type": type }).end(body);
    }),
  );
  const report = conform({
    contracts: [contract],
    target: server.url,
    token: "right-token",
    seed: 1,
    runs: 2,
    ...options,
  });
  return { outcome: await report.catch((error: unknown) => error), seen };
}

describe("a target that has none of the paths of the contracts", () => {
  it.each<[string, Answer]>([
    ["answers 404", [404]],
    ["answers the same web page everywhere", [200, "<!doctype html><html></html>", "text/html"]],
  ])("ends the run before any other request: it %s", async (_, answer) => {
    const { outcome, seen } = await ran(() => answer, { mode: "sandbox" });

    expect(outcome).toMatchObject({ code: "unknown-paths", hint: expect.stringContaining("--contracts") as string });
    expect(new Set(seen)).toEqual(new Set(["GET /apples", "GET /organization"]));
  });

  it("is reported with a remedy if the run uses the platform's contracts", async () => {
    const { outcome } = await ran(() => [404], { isPlatform: true });

    expect(outcome).toMatchObject({ hint: expect.stringMatching(/platform's contracts.*--contracts FILE/) as string });
  });

  it.each([401, 403])(
    "is not assumed if every path returns %i and no contracts were named: the remedies are contracts and credentials",
    async (status) => {
      const { outcome, seen } = await ran(() => [status], { isPlatform: true });

      expect(outcome).toMatchObject({
        code: "unknown-paths",
        message: expect.stringContaining(`GET /apples and 1 more were refused with ${status}`) as string,
        hint: expect.stringMatching(/--contracts FILE.*--token/) as string,
      });
      expect(new Set(seen)).toEqual(new Set(["GET /apples", "GET /organization"]));
    },
  );

  it("is not assumed if some paths return a refusal and the others return 404", async () => {
    const { outcome } = await ran((_, path) => [path.startsWith("/organization") ? 404 : 401], { isPlatform: true });

    expect(outcome).toMatchObject({
      code: "unknown-paths",
      message: expect.stringContaining("were not found, or refused with 401") as string,
    });
  });

  it("is reported as refusing the credentials if its contracts were named", async () => {
    const { outcome } = await ran(() => [401]);

    expect((outcome as Report).failures.map(({ check }) => check)).toContain("credentials-accepted");
  });

  it.each([true, false])(
    "can be a mock, which lists the APIs that it serves: with the platform's contracts %j",
    async (isPlatform) => {
      const scratch = createScratch();
      const responses = { 200: { description: "Fine." }, 404: { description: "None." } };
      const written = (name: string): string =>
        scratch.write({ [`${name}/openapi.json`]: documentOf({ paths: { [`/${name}`]: { get: { responses } } } }) });
      await using mock = await startMock({ contracts: [written("pears")] });
      const run = conform({ contracts: [await loadContract(written("plums"))], target: mock.url, seed: 1, isPlatform });

      await expect(run).rejects.toMatchObject({
        code: "unknown-paths",
        message: expect.stringContaining('is a mock of "pears", and not of "plums": GET /plums was not found'),
        hint: expect.stringContaining("--contracts") as string,
      });
    },
  );

  it("is excluded by one known path, without further requests", async () => {
    const { outcome } = await ran((_, path) => (path.startsWith("/organization") ? [200, "{}"] : [404]));

    expect((outcome as Report).outcomes?.filter(({ succeeded }) => succeeded)).toMatchObject([
      { operation: "GET /organization" },
    ]);
  });
});

describe("a run on paths with a documented 404", () => {
  const ok = { description: "Fine.", content: { "application/json": { schema: { type: "object" } } } };
  const missing = { description: "There is none yet." };

  it("continues if every readable path documents the 404", async () => {
    const one = await createScratch().load(
      documentOf({
        paths: {
          "/latest": { get: { responses: { 200: ok, 404: missing } } },
          "/find": { post: { "x-safe": true, responses: { 200: ok } } },
        },
      }),
    );
    const { outcome } = await ran((method) => (method === "POST" ? [200, "{}"] : [404]), { contracts: [one] });

    expect((outcome as Report).outcomes?.map(({ reason }) => reason).toSorted()).toEqual(["not-found", null]);
  });

  it("ignores paths that cannot be requested: a stream, or an API without a base URL", async () => {
    const scratch = createScratch();
    const get = (content: JsonObject = ok.content): JsonObject => ({
      get: { responses: { 200: { description: "Fine.", content } } },
    });
    const titled = (title: string, paths: JsonObject) =>
      scratch.load(documentOf({ info: { title, version: "1" }, paths }));
    const one = await titled("one", { "/events": get({ "text/event-stream": {} }), "/read": get() });
    const other = await titled("other", { "/other": get() });
    await using server = await serve(createServer((_, response) => void response.writeHead(404).end()));
    const contracts = [one, other];
    const report = conform({ contracts, places: { [one.api]: { url: server.url } }, apis: [one.api], seed: 1 });

    await expect(report).rejects.toMatchObject({ code: "unknown-paths" });
  });
});

describe("token-required", () => {
  const findings = (report: unknown) =>
    (report as Report).failures.filter(({ check }) => check === "token-required").map(({ operation }) => operation);

  it("reports nothing for a status code that does not prove accepted credentials", async () => {
    for (const status of [302, 400, 404, 406, 415, 422]) {
      const { outcome } = await ran((_, path) => (path.startsWith("/organization") ? [200, "{}"] : [status]));

      expect(new Set(findings(outcome))).toEqual(new Set(["GET /organization"]));
      expect((outcome as Report).skipped.map(({ reason }) => reason)).toContain(
        `It is not known if it requires credentials: with and without them, the status is ${status}`,
      );
    }
  });

  it("reports a request that gets a success or the state of the resource", async () => {
    const answers: Record<string, Answer> = { POST: [201, '{"id":"a1"}'], DELETE: [409] };
    const { outcome } = await ran((method) => answers[method] ?? [200, "[]"], { mode: "sandbox" });

    expect(findings(outcome)).toEqual(expect.arrayContaining(["GET /apples", "DELETE /apples/{id}"]));
  });

  it("is skipped on a mock that maps each token to its own organization", async () => {
    const scratch = createScratch();
    const key = (name: string): JsonObject => ({ type: "apiKey", in: "header", name });
    const one = (name: string): JsonObject =>
      documentOf({
        security: [{ key: [] }],
        components: { securitySchemes: { key: key(name) } },
        paths: { "/things": { get: { responses: { 200: { description: "All." }, 401: { description: "No." } } } } },
      });
    for (const name of ["Authorization", "X-Key"]) {
      const file = scratch.write({ [`${name}.json`]: JSON.stringify(one(name)) });
      await using mock = await startMock({ contracts: [file] });
      const contracts = [await scratch.load(one(name))];
      const { failures, operations } = await conform({
        contracts,
        target: mock.url,
        seed: 1,
        property: "token-required",
      });

      expect(failures.map(({ message }) => message)).toEqual([]);
      expect(operations).toMatchObject([{ statuses: { 401: 1 } }]);
    }
  });
});
