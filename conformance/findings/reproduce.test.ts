import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { documentOf, createScratch } from "../../test/support/contracts/scratch.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { createCredentialSet } from "../credentials/credential-set.ts";
import { buildRequestCurl } from "./reproduce.ts";

const scratch = createScratch();
const contract = await scratch.load(
  documentOf({
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api key" } } },
    paths: {
      "/x": {
        get: { responses: { 200: { description: "It." } } },
        post: { responses: { 200: { description: "It." } } },
      },
    },
  }),
);

it.each([
  ["GET", "/x?n=a%20b%3Fc", undefined],
  ["GET", "/x", undefined],
  ["POST", "/x?n=1", "{}"],
  ["POST", "/x", undefined],
])("prints a command for %s %s that sends an API key in the query unchanged", async (method, path, body) => {
  const seen: (readonly [string, string])[] = [];
  const lengths: unknown[] = [];
  await using server = await serve(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      lengths.push(request.headers["content-length"]);
      seen.push([`${request.method} ${request.url}`, Buffer.concat(chunks).toString()]);
      response.end();
    }),
  );
  const operation = contract.operations.find((each) => each.method === method)!;
  const request = { method, path, headers: {}, ...(body !== undefined && { body }) };
  const token = { value: "any", variable: "MYT" };
  const { authorizeWithMarkers } = createCredentialSet({}, { token, renewable: undefined });
  const target = { url: server.url, mask: (text: string) => text, authorizeWithMarkers };
  const line = buildRequestCurl(operation, request, target, { as: undefined });
  await promisify(execFile)("sh", ["-c", line], { env: { ...process.env, MYT: "a&b=c+d%20#'\"" } });
  const [[asked = "", sent] = []] = seen;
  const url = new URL(asked.split(" ")[1] as string, server.url);

  expect([asked.split(" ")[0], sent]).toEqual([method, body ?? ""]);
  // As the client of a run sends it.
  expect(lengths).toEqual([method === "GET" ? undefined : String((body ?? "").length)]);
  expect(url.searchParams.get("api key")).toBe("a&b=c+d%20#'\"");
  expect(url.searchParams.get("n")).toBe(new URL(path, server.url).searchParams.get("n"));
});
