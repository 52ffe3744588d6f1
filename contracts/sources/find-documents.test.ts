import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { documentPaths, findDocuments } from "./find-documents.ts";

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

describe("findDocuments()", () => {
  it.each(documentPaths)("finds a document at %s", async (path) => {
    await using server = await serving({ [path]: document });
    expect(await findDocuments(server.url)).toEqual([new URL(path, server.url).href]);
  });

  it("prefers the base URL over the root of the host, and the earlier path", async () => {
    await using server = await serving({
      "/openapi.json": document,
      "/api/v1/swagger.json": document,
      "/api/v1/openapi.yaml": "openapi: 3.0.0\n",
    });
    expect(await findDocuments(`${server.url}/api/v1/`)).toEqual([`${server.url}/api/v1/openapi.yaml`]);
    expect(await findDocuments(`${server.url}/other`)).toEqual([`${server.url}/openapi.json`]);
  });

  it("takes no page and no other JSON for a document", async () => {
    await using server = await serving({ "/openapi.json": page, "/swagger.json": '{"status":"up"}' });
    expect(await findDocuments(server.url)).toEqual([]);
  });

  it("takes the documents that a mock names", async () => {
    const described = { concord: "mock", documents: ["/_concord/documents/a.json", "/_concord/documents/b.json"] };
    await using server = await serving({ "/_concord": JSON.stringify(described), "/openapi.json": document });
    expect(await findDocuments(server.url)).toEqual(described.documents.map((path) => `${server.url}${path}`));
  });

  it("asks a server once that cannot be reached", async () => {
    const server = await serving({});
    const { url } = server;
    await server[Symbol.asyncDispose]();
    expect(await findDocuments(url)).toEqual([]);
  });
});
