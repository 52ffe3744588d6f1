import { type RequestListener, createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { startMock } from "../api/mock.ts";
import { chooseExitCode } from "../cli/conform/exit-code.ts";
import { type JsonObject, loadContract } from "../contracts/index.ts";
import { cleanServers } from "../test/support/conformance/clean-rules.ts";
import { serveClean } from "../test/support/conformance/clean-servers.ts";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import { conform } from "./conform.ts";

const scratch = createScratch();

async function reportOn(paths: JsonObject, answer: RequestListener) {
  const contract = await scratch.load({ paths });
  await using server = await serve(createServer(answer));
  return await conform({ contracts: [contract], target: server.url, mode: "sandbox", seed: 1, runs: 3 });
}

const text = { type: "string", minLength: 1 };
const needing = [{ name: "q", in: "query", required: true, schema: text }];

describe("a documented 400", () => {
  it.each<[string, JsonObject]>([
    ["beside a success", { 200: { description: "" }, 400: { description: "" } }],
    ["without a success", { 400: { description: "" } }],
  ])("is no success of a valid request %s", async (_, responses) => {
    const report = await reportOn({ "/a": { get: { parameters: needing, responses } } }, (_request, response) => {
      response.writeHead(400).end();
    });

    expect(report.outcomes).toMatchObject([{ succeeded: false, reason: "refused" }]);
    expect(chooseExitCode(report)).toBe(2);
    const unjudged = report.untried?.find(({ reason }) => reason === "no-success");
    expect(unjudged?.message).toContain("valid requests never succeeded");
    expect(unjudged?.properties).toEqual(
      expect.arrayContaining(["plain-request-conforms", "valid-requests-conform"]) as string[],
    );
  });
});

describe("a property that could judge nothing", () => {
  it("is listed with the reason, and not where it judged something", async () => {
    const reasonsFor = async (name: string) => {
      const server = cleanServers.find((each) => each.name === name)!;
      const contract = await scratch.load({ paths: server.paths });
      await using running = await serveClean(contract, server.create());
      const report = await conform({ contracts: [contract], target: running.url, mode: "sandbox", seed: 1, runs: 2 });
      return (report.untried ?? []).flatMap(({ operation, message, properties }) =>
        operation === "POST /pages" && properties.some((id) => id === "stale-refused" || id === "one-winner")
          ? [message]
          : [],
      );
    };

    expect(new Set(await reasonsFor("If-Match without any version"))).toEqual(
      new Set(["Not judged: no response showed a version for If-Match"]),
    );
    expect(await reasonsFor("If-Match")).toEqual([]);
  });
});

describe("a body in a content coding that is not read", () => {
  it("is said, and not judged", async () => {
    const paths: JsonObject = {
      "/a": {
        get: {
          responses: { 200: { description: "", content: { "application/json": { schema: { type: "object" } } } } },
        },
      },
    };
    const answerWith =
      (coding: string): RequestListener =>
      ({ method }, response) => {
        const status = method === "GET" ? 200 : 405;
        response.writeHead(status, { "content-type": "application/json", "content-encoding": coding }).end("packed");
      };
    const unknown = await reportOn(paths, answerWith("compress"));
    const broken = await reportOn(paths, answerWith("gzip"));

    expect(unknown.failures).toEqual([]);
    expect(unknown.skipped.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('Content-Encoding "compress" are not read'),
    );
    expect(broken.failures.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('cannot be decoded, though its Content-Encoding says "gzip"'),
    );
  });
});

describe("a GraphQL schema without an OpenAPI document", () => {
  it("is tested, and differences are failures", async () => {
    const write = (sdl: string) => scratch.write({ "schema.graphql": sdl });
    const served = write("type Query { hello: String! }");
    await using mock = await startMock({ contracts: [served] });
    const failuresOf = async (file: string) => {
      const { failures, outcomes } = await conform({
        contracts: [await loadContract(file)],
        target: mock.url,
        seed: 1,
        runs: 3,
      });
      expect(outcomes?.some(({ succeeded }) => succeeded)).toBe(true);
      return failures.map(({ check }) => check);
    };

    expect(await failuresOf(served)).toEqual([]);
    expect(await failuresOf(write("type Query { hello: String! bye: Int }"))).toContain("graphql-introspection");
  });
});
