import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { requestMedia, writeRequest } from "./conformance/requests/wire.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  isObject,
  jsonOf,
  loadContract,
  loadPlatform,
  validatorOf,
  valueAt,
} from "./contracts/index.ts";
import { createScratch, documentOf } from "./testing/contracts/scratch.ts";

// Prism as its users have it: what `prism mock` runs, and for one document the command itself. Its
// server is looked up from the command, whose dependency it is.
const cli = createRequire(import.meta.url).resolve("@stoplight/prism-cli");
const required = createRequire(cli);
const { getHttpOperationsFromSpec } = required("@stoplight/prism-http") as PrismHttp;
const { createServer } = required("@stoplight/prism-http-server") as PrismServer;
const { createLogger } = required("@stoplight/prism-core") as PrismCore;

/** What Prism 5.16 cannot do with a sound document. One that it has learnt fails the test, like one that is missing. */
const limits: readonly Limit[] = [
  {
    api: "environments",
    operation: "GET /v1/environments/{environment_id}/variables",
    finding: "must have required property 'secret_value'",
    why: "It demands what is writeOnly of a response, where an alternative of a oneOf requires it. It does send the example, and only objects in a header.",
  },
  {
    api: "file",
    operation: "GET /v1/files/{id}/preview",
    finding: "Cannot find serializer for image/png",
    why: "It writes JSON, XML and text; OpenAPI 3.1 describes a picture by its media type alone.",
  },
  {
    api: "file",
    operation: "GET /v1/files/public/{id}/preview",
    finding: "Cannot find serializer for image/png",
    why: "As for the other preview.",
  },
  {
    api: "webhooks",
    operation: "POST event",
    finding: "is not found",
    why: "It reads paths, and passes over webhooks.",
  },
];

const platform = (await loadPlatform()).filter(({ kind }) => kind === "openapi");
const apis = platform.map((contract) => ({ api: contract.api, contract }));
const scratch = createScratch();

describe.each(apis)("Prism, given the document of the $api API", ({ api, contract }) => {
  it("finds every operation, and answers each as documented", async () => {
    const known = limits.filter((limit) => limit.api === api);

    expect(await findingsOf(contract, contract.file)).toEqual(
      known.map(({ operation, finding }) => ({ operation, finding: expect.stringContaining(finding) as string })),
    );
  });
});

describe("the documents that Prism is given", () => {
  it("are all 47 of the platform, and its limits are limits with one of them", () => {
    expect(platform).toHaveLength(47);
    expect(limits.filter((limit) => !platform.some(({ api }) => api === limit.api))).toEqual([]);
  });
});

describe("the command prism mock", () => {
  it("starts on a document, and answers what it documents", { timeout: 60_000 }, async () => {
    const { file, operations } = platform.find(({ api }) => api === "metering") as Contract;
    const read = operations.find(({ method }) => method === "GET") as Operation;
    await using prism = await startCommand(file);
    const url = prism.url + read.path;

    const answer = await fetch(url, { headers: { authorization: "Bearer org_demo" } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(jsonOf(read.responses[0]?.content ?? [])?.examples["default"]);
    expect((await fetch(url)).status).toBe(401);
  });
});

describe("what is found", () => {
  it("is nothing with a sound document of two files", async () => {
    expect(await findingsIn(sound)).toEqual([]);
  });

  it.each<Planted>([
    {
      fault: "refers to a file that is not there",
      files: { ...sound, "openapi.json": replaced("schemas.json", "lost.json") },
      findings: [{ operation: "the document", finding: expect.stringContaining("lost.json") as string }],
    },
    {
      fault: "is no YAML",
      files: { ...sound, "openapi.json": "openapi: [3.1.0" },
      findings: [{ operation: "the document", finding: expect.stringContaining("cannot be read") as string }],
    },
    {
      fault: "has another path",
      files: { ...sound, "openapi.json": replaced("/pets/{id}", "/animals/{id}") },
      findings: [
        { operation: "GET /pets/{id}", finding: "is not found" },
        { operation: "PUT /pets/{id}", finding: "is not found" },
        { operation: "GET /animals/{id}", finding: "is found, and the contract has no such operation" },
        { operation: "PUT /animals/{id}", finding: "is found, and the contract has no such operation" },
      ],
    },
    {
      fault: "shows what does not fit",
      files: { ...sound, "openapi.json": replaced('"example":{"name":"Rex"}', '"example":{"name":7}') },
      findings: [
        { operation: "GET /pets/{id}", finding: 'answers /name as 7 in place of a string' },
        { operation: "GET /pets/{id}", finding: "answers other than the documented example" },
        { operation: "GET /pets/{id}", finding: expect.stringContaining("Prism objects") as string },
        { operation: "PUT /pets/{id}", finding: expect.stringContaining("answers 422") as string },
      ],
    },
    {
      fault: "answers another status",
      files: { ...sound, "openapi.json": replaced('"200"', '"206"') },
      findings: [{ operation: "GET /pets/{id}", finding: expect.stringContaining("answers 206") as string }],
    },
    {
      fault: "needs no token",
      files: { ...sound, "openapi.json": replaced('"security":[{"token":[]}]', '"security":[]') },
      findings: [
        { operation: "GET /pets/{id}", finding: "answers 200 without a token" },
        { operation: "PUT /pets/{id}", finding: "answers 204 without a token" },
      ],
    },
  ])("is said where Prism's document $fault", async ({ files, findings }) => {
    expect(await findingsIn(files)).toEqual(findings);
  });
});
