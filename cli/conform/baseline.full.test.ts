import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();

it("fails for new and expired findings only, and updates the file", async () => {
  const answer = {
    responses: { 200: { description: "It.", content: { "application/json": { schema: { type: "string" } } } } },
  };
  const paths = Object.fromEntries(["/a", "/b"].map((name) => [name, { get: answer }]));
  const document = scratch.write({ "openapi.json": documentOf({ paths }) });
  const file = join(dirname(document), "known.yaml");
  const wrong = new Set(["/a"]);
  await using server = await serve(
    createServer(({ url = "" }, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(wrong.has(url) ? "1" : '"x"');
    }),
  );
  const conform = async (...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> => {
    const texts = { out: "", err: "" };
    const io = {
      out: (text: string) => void (texts.out += text),
      err: (text: string) => void (texts.err += text),
      interactive: false,
      colours: false,
      env: {},
      signal: new AbortController().signal,
    };
    const all = ["conform", server.url, "--contracts", document, "--runs", "2", "--seed", "1", ...argv];
    return { code: await run(all, io, "1"), ...texts };
  };

  expect((await conform("--baseline", file)).err).toContain("unreadable-baseline");
  expect((await conform("--update-baseline")).err).toContain("--update-baseline needs --baseline");
  const created = await conform("--baseline", file, "--update-baseline");
  expect(created).toMatchObject({ code: 0, err: expect.stringContaining("1 entry to") as string });
  const reason = readFileSync(file, "utf8").replace(/reason: .*/, "reason: Ticket 12");
  writeFileSync(file, reason);

  const sarif = join(dirname(file), "known.sarif");
  const known = await conform("--baseline", file, "--report", `sarif:${sarif}`);
  const { runs } = JSON.parse(readFileSync(sarif, "utf8")) as { runs: [{ results: { suppressions?: unknown }[] }] };
  expect(runs[0].results.map(({ suppressions }) => suppressions)).toEqual([
    [{ kind: "external", status: "accepted", justification: "Ticket 12" }],
  ]);
  expect(known.code).toBe(0);
  expect(known.out).toMatch(/WARN .*GET \/a {2}body-conforms/);
  expect(known.out).toContain("1 failure in the baseline");

  wrong.add("/b");
  const found = await conform("--baseline", file);
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/FAIL .*GET \/b {2}body-conforms/);

  writeFileSync(file, reason.replace(/expires: .*/, "expires: 2020-01-01"));
  wrong.delete("/b");
  const expired = await conform("--baseline", file);
  expect(expired.code).toBe(1);
  expect(expired.out).toMatch(/FAIL .*GET \/a {2}body-conforms/);
  expect(expired.out).toMatch(/baseline entry of #\w+ \(GET \/a body-conforms\) expired on 2020-01-01: Ticket 12/);

  wrong.clear();
  const gone = await conform("--baseline", file);
  expect(gone.code).toBe(0);
  expect(gone.out).toContain("1 entry of the baseline no longer occurs");
  expect((await conform("--baseline", file, "--exclude", "/a", "--update-baseline")).out).toContain(
    "could not be checked",
  );
  expect(readFileSync(file, "utf8")).toContain("Ticket 12");
  await conform("--baseline", file, "--update-baseline");
  expect(readFileSync(file, "utf8")).not.toContain("Ticket 12");
});
