import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();
afterEach(() => void vi.restoreAllMocks());

const config = (id: string): string => `export default { conform: { properties: [{
  id: "${id}", claim: "Every answer is traced", phase: "properties", writes: false,
  given: ({ requests }, runs) => [{ label: "", requests: requests.valid, runs }],
  async holds(request, { exchange, operation: { basis } }) {
    const found = await exchange(request);
    if (found.response.headers["x-request-id"] !== undefined) return [];
    return [{ check: "${id}", key: "missing", basis, message: "No X-Request-Id", exchange: found }];
  },
}] } };`;

it.each([
  ["traced", 1, /FAIL .*GET \/a {2}traced/],
  ["body-conforms-not", 0, /no failures/],
  ["valid-requests-conform", 2, /another check or property has it/],
])("tries the property %s of concord.config.ts", async (id, expected, text) => {
  const content = { "application/json": { schema: { type: "string" } } };
  const get = { responses: { 200: { description: "It.", content } } };
  const document = scratch.write({ "openapi.json": documentOf({ paths: { "/a": { get } } }) });
  const folder = dirname(document);
  writeFileSync(join(folder, "concord.config.mjs"), config(id));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const traced = expected === 0 ? { "x-request-id": "1" } : {};
  await using server = await serve(
    createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", ...traced }).end('"x"');
    }),
  );
  let printed = "";
  const print = (line: string): void => void (printed += line);
  const io = {
    out: print,
    err: print,
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  const code = await run(["conform", server.url, "--contracts", document, "--runs", "2"], io, "1");

  expect([code, printed]).toEqual([expected, expect.stringMatching(text)]);
});
