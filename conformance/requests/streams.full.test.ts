import { createServer } from "node:http";
import { Agent } from "undici";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import type { Report } from "../findings/report.ts";

const scratch = createScratch();
const json = { "application/json": { schema: { type: "object" } } };
const answering = (content: Json): JsonObject => ({ get: { responses: { 200: { description: "Fine.", content } } } });

const idParameter = { name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } };

const streaming = ["text/event-stream", "application/x-ndjson", "application/jsonl", "multipart/x-mixed-replace"];

interface Asked {
  readonly path: string;
  readonly accept: string;
}

/** Runs against a server that sends endless responses for /stream, for /endless, and for /either without a JSON-only Accept header. */
async function ran(paths: JsonObject): Promise<{ report: Report; asked: readonly Asked[]; milliseconds: number }> {
  const asked: Asked[] = [];
  await using server = await serve(
    createServer(({ url: path = "", headers: { accept = "" } }, response) => {
      asked.push({ path, accept });
      if (path === "/_concord") return void response.writeHead(404).end();
      const isStream = path.startsWith("/stream") || (path === "/either" && accept.includes("*/*"));
      if (!isStream && path !== "/endless") {
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
        return;
      }
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      const timer = setInterval(() => response.write(isStream ? "data: 1\n\n" : " ".repeat(100_000)), 10);
      response.on("close", () => clearInterval(timer));
    }),
  );
  const contract = await scratch.load(documentOf({ info: { title: "s", version: "1" }, paths }));
  const started = performance.now();
  const report = await conform({ contracts: [contract], target: server.url, seed: 1, runs: 10 });
  return { report, asked: asked.filter(({ path }) => path !== "/_concord"), milliseconds: performance.now() - started };
}

describe("streams", () => {
  it("are skipped, and are listed with the reason", async () => {
    const { report, asked } = await ran({
      "/plain": answering(json),
      ...Object.fromEntries(streaming.map((type, index) => [`/stream/${index}`, answering({ [type]: {} })])),
    });

    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(["/plain"]));
    expect(report.failures).toEqual([]);
    expect(report.skipped.map(({ operation, reason }) => [operation, reason])).toEqual(
      streaming.map((_, index) => [`GET /stream/${index}`, "It answers a stream, and streams are not supported"]),
    );
  });

  it("do not skip an operation that returns JSON with another status", async () => {
    const part = { description: "Part.", content: { "text/event-stream": {} } };
    const responses = { 200: { description: "Fine.", content: json }, 206: part };
    const { report } = await ran({ "/either": { get: { responses } } });

    expect(report).toMatchObject({ failures: [], skipped: [], outcomes: [{ succeeded: true }] });
  });

  it("are avoided by the Accept header if the operation also documents JSON", async () => {
    const { report, asked } = await ran({ "/either": answering({ ...json, "text/event-stream": {} }) });

    expect(report).toMatchObject({ failures: [], skipped: [], outcomes: [{ succeeded: true }] });
    expect(asked.every(({ accept }) => accept === "application/json, application/problem+json")).toBe(true);
  });

  it("are cut off and reported as a wrong content type if the contract documents JSON", async () => {
    const { report } = await ran({ "/stream": answering(json) });

    expect(report.failures.map(({ check }) => check)).toEqual(["body-conforms"]);
  });

  it("are requested only once if their content type is JSON", async () => {
    const { report, asked } = await ran({ "/endless": answering(json), "/plain": answering(json) });

    expect(report.failures).toMatchObject([
      { check: "no-answer", message: expect.stringMatching(/did not end: it was cut off after .* bytes/) as string },
    ]);
    expect(asked.filter(({ path }) => path === "/endless")).toHaveLength(1);
    expect(report.skipped).toMatchObject([
      { operation: "GET /endless", reason: expect.stringContaining("did not end") as string },
    ]);
    expect(report.outcomes?.map(({ reason }) => reason)).toEqual(["endless", null]);
  });

  it("are requested only once if the body stalls", async () => {
    const asked: string[] = [];
    await using server = await serve(
      createServer(({ url = "" }, response) => {
        asked.push(url);
        if (url === "/_concord") return void response.writeHead(404).end();
        response.writeHead(200, { "content-type": "application/json" }).write("[");
      }),
    );
    const dispatcher = new Agent({ bodyTimeout: 300 });
    const paths = { "/items": answering(json), "/items/{id}": { ...answering(json), parameters: [idParameter] } };
    const contract = await scratch.load(documentOf({ info: { title: "s", version: "1" }, paths }));
    const report = await conform({ contracts: [contract], target: server.url, dispatcher, seed: 1, runs: 10 });
    await dispatcher.destroy();

    expect(new Set(report.failures.map(({ check, message }) => `${check}: ${message.replace(/after.*/, "")}`))).toEqual(
      new Set(["no-answer: The body did not end: it was cut off "]),
    );
    expect(asked.filter((url) => url === "/items")).toHaveLength(1);
    expect(report.outcomes?.map(({ reason }) => reason)).toEqual(["endless", "endless"]);
  });
});
