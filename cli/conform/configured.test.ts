import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();
afterEach(() => void vi.restoreAllMocks());

it("uses the exclusions and settings of concord.config.ts, and adds those of --exclude", async () => {
  const answer = {
    responses: { 200: { description: "It.", content: { "application/json": { schema: { type: "string" } } } } },
  };
  const names = ["/a", "/b", "/c", "/d"];
  const document = scratch.write({
    "openapi.json": documentOf({ paths: Object.fromEntries(names.map((name) => [name, { get: answer }])) }),
  });
  const folder = dirname(document);
  const conform = { exclude: ["/a"], operations: { "/b": { skip: ["body-conforms"] } } };
  writeFileSync(join(folder, "concord.config.json"), JSON.stringify({ conform }));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const seen: string[] = [];
  await using server = await serve(
    createServer(({ url = "" }, response) => {
      seen.push(url);
      response.writeHead(200, { "content-type": "application/json" }).end("1");
    }),
  );
  const texts = { out: "", err: "" };
  const io = {
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  const argv = ["conform", server.url, "--contracts", document, "--exclude", "GET /c", "--runs", "2"];
  const code = await run(argv, io, "1");

  expect(code).toBe(1);
  expect(texts.out).toMatch(/GET \/d {2}body-conforms/);
  expect(texts.out).not.toMatch(/GET \/[abc] {2}body-conforms/);
  expect(texts.out).toContain('It is excluded by "/a": no request was sent to it');
  expect(texts.out).toContain("--exclude 'GET /c' --exclude /a");
  expect(seen.filter((url) => url.startsWith("/a") || url.startsWith("/c"))).toEqual([]);
  expect(seen).toContain("/b");
});
