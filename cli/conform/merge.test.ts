import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();

async function concord(...argv: readonly string[]) {
  const texts = { out: "", err: "" };
  const io = {
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  return { code: await run(argv, io, "1"), ...texts };
}

it("prints the merged report in each format, with the lines of the documents", async () => {
  const get = {
    responses: { 200: { description: "It.", content: { "application/json": { schema: { type: "string" } } } } },
  };
  const documents = ["one", "two"].map((title) =>
    scratch.write({ "openapi.json": documentOf({ info: { title, version: "1" }, paths: { [`/${title}`]: { get } } }) }),
  );
  const contracts = documents.flatMap((document) => ["--contracts", document]);
  await using server = await serve(
    createServer(({ url }, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(url === "/two" ? "1" : '"x"');
    }),
  );
  const parts = ["1/2", "2/2"].map((shard) => ({
    shard,
    file: join(dirname(documents[0] as string), `${shard[0]}.json`),
  }));
  for (const { shard, file } of parts)
    await concord("conform", server.url, ...contracts, "--seed", "1", "--shard", shard, "--report", `json:${file}`);
  const merge = (format: string, ...argv: readonly string[]) =>
    concord("conform", "merge", ...parts.map(({ file }) => file), "--format", format, ...argv);

  expect((await merge("text")).out).toContain("FAIL two: GET /two  body-conforms");
  expect(JSON.parse((await merge("json")).out)).toMatchObject({ failures: [{ check: "body-conforms" }] });
  expect((await merge("junit")).out).toMatch(/^<\?xml[^]*<failure/);
  expect((await merge("html")).out).toMatch(/^<!doctype html>/i);
  expect((await merge("markdown")).out).toContain("## concord conform: 1 failure");
  expect(JSON.parse((await merge("sarif")).out)).toMatchObject({ version: "2.1.0" });
  expect((await merge("github", ...contracts)).out).toMatch(/^::error file=\S+openapi\.json,line=\d+/m);
  expect(await merge("har")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--format must be one of text, github, json") as string,
  });
});
