import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { documentPaths, findDocument } from "./find-document.ts";

const document = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} });
const page = `<html><script>const spec = ${document}</script></html>`;

/** A server that answers some paths with a text, and all others with 404. */
async function serving(answers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = await serve(
    createServer(({ url = "" }, response) => {
      asked.push(url);
      response.writeHead(url in answers ? 200 : 404).end(answers[url]);
    }),
  );
  return Object.assign(server, { asked });
}

describe("findDocument()", () => {
  it.each(documentPaths)("finds a document at %s", async (path) => {
    await using server = await serving({ [path]: document });
    expect(await findDocument(server.url)).toBe(new URL(path, server.url).href);
  });

  it("prefers the base URL over the root of the host, and the earlier path", async () => {
    await using server = await serving({
      "/openapi.json": document,
      "/api/v1/swagger.json": document,
      "/api/v1/openapi.yaml": "openapi: 3.0.0\n",
    });
    expect(await findDocument(`${server.url}/api/v1/`)).toBe(`${server.url}/api/v1/openapi.yaml`);
    expect(await findDocument(`${server.url}/other`)).toBe(`${server.url}/openapi.json`);
  });

  it("takes no page and no other JSON for a document", async () => {
    await using server = await serving({ "/openapi.json": page, "/swagger.json": '{"status":"up"}' });
    expect(await findDocument(server.url)).toBeUndefined();
  });

  it("asks a server once that cannot be reached", async () => {
    const server = await serving({});
    const { url } = server;
    await server[Symbol.asyncDispose]();
    expect(await findDocument(url)).toBeUndefined();
  });
});
