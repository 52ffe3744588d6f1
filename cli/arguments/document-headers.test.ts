import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { ToolError, findDocuments } from "../../contracts/index.ts";
import { command } from "../contracts.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { serve } from "../../test/support/conformance/things.ts";

const schemaFile = JSON.stringify({ Pet: { type: "object", properties: { name: { type: "string" } } } });

/** A server with a document that needs an API key, and with schemas that note the headers of their requests. */
async function servers() {
  const seen: (string | undefined)[] = [];
  const other = await serve(
    createServer((request, response) => {
      seen.push(request.headers["x-key"] as string | undefined);
      response.end(schemaFile);
    }),
  );
  const document = (reference: string): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/pets": {
          get: {
            responses: {
              200: { description: "Pets", content: { "application/json": { schema: { $ref: reference } } } },
            },
          },
        },
      },
    });
  const answer = ({ url, headers }: IncomingMessage, response: ServerResponse): void => {
    if (headers["x-key"] !== "s3cr3t") return void response.writeHead(401).end();
    if (url === "/moved.json") return void response.writeHead(302, { location: `${other.url}/elsewhere.json` }).end();
    response.end(document(url === "/openapi.json" ? `${other.url}/schemas.json#/Pet` : "#/none"));
  };
  const own = await serve(createServer(answer));
  return { own, other, seen };
}

/** Runs `concord contracts list` with a key in the environment. */
async function list(...args: readonly string[]) {
  return runCommand((io) =>
    command.run(["list", ...args], { ...io, env: { PET_KEY: "s3cr3t" } }).catch((error: unknown) => {
      io.err(error instanceof ToolError ? `${error.message} ${error.hint}` : String(error));
      return 2 as const;
    }),
  );
}

describe("--document-header", () => {
  it("is sent for the document, and to no other origin", async () => {
    const { own, other, seen } = await servers();
    const given = ["--document-header", "X-Key: env:PET_KEY", "--allow-url", new URL(other.url).host];
    const refused = await list(`${own.url}/openapi.json`);
    const listed = await list(`${own.url}/openapi.json`, ...given);
    await list(`${own.url}/moved.json`, ...given);

    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/401.*--document-header/s)]);
    expect([listed.code, listed.err]).toEqual([0, ""]);
    expect(listed.out).toMatch(/^pets\s+1/m);
    expect(seen).toEqual([undefined, undefined]);
  });

  it("is not sent to a document at another origin that the target names", async () => {
    const { own, other, seen } = await servers();
    await using target = await serve(
      createServer((_, response) => {
        response.end(
          JSON.stringify({ concord: "mock", documents: [`${own.url}/openapi.json`, `${other.url}/x.json`] }),
        );
      }),
    );
    const found = findDocuments(target.url, { headers: { "x-key": "s3cr3t" } });

    await expect(found).rejects.toMatchObject({
      code: "unnamed-origin",
      hint: "If you trust it, name the document with --contracts",
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ["X-Key", "must be 'NAME: VALUE'"],
    ["X-Key: env:NO_SUCH", "the variable NO_SUCH, which is not set"],
  ])("refuses %s", async (text, reason) => {
    const { code, err } = await list("http://127.0.0.1:9/", "--document-header", text);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });
});
