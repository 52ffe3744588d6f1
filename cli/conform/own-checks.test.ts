import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();
afterEach(() => void vi.restoreAllMocks());

const responses = {
  200: { description: "It.", content: { "application/json": { schema: { type: "string" } } } },
};
const document = scratch.write({
  "openapi.json": documentOf({
    info: { title: "Shop", version: "1" },
    paths: { "/a": { get: { responses } }, "/b": { get: { responses } } },
  }),
});
const folder = dirname(document);
let runs = 0;

/** A check that wants a header, as source text. */
const traced = `{
  id: "traced", claim: "Every answer has an X-Request-Id",
  appliesTo: ({ response }) => response.status === 200,
  judge: ({ response }) => response.headers["x-request-id"] ? [] : [{ key: "missing", message: "No X-Request-Id" }],
}`;

/** Runs a command with checks in the configuration, against a server that sends no X-Request-Id. */
async function runWith(checks: string, argv: readonly string[], settings = "") {
  // Modules are loaded once, so that each configuration needs a folder of its own.
  const name = `run-${runs++}`;
  const text = `export default { conform: { checks: [${checks}], ${settings} } };`;
  const config = scratch.write({ [`${name}/concord.config.mjs`]: text, [`${name}/package.json`]: "{}" });
  vi.spyOn(process, "cwd").mockReturnValue(join(dirname(config)));
  await using server = await serve(
    createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('"x"');
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
    signal: AbortSignal.timeout(60_000),
  };
  const target = argv[0] === "conform" ? [server.url, "--contracts", document, "--runs", "2", "--seed", "1"] : [];
  return { code: await run([...argv, ...target], io, "1"), printed };
}

describe("conform.checks of concord.config.ts", () => {
  it("judge every response, and their findings with one key have one cause", async () => {
    const report = join(folder, "report.json");
    const sarif = join(folder, "report.sarif");
    const { code, printed } = await runWith(traced, [
      "conform",
      "--report",
      `json:${report}`,
      "--report",
      `sarif:${sarif}`,
    ]);
    const { failures, causes } = JSON.parse(readFileSync(report, "utf8")) as {
      readonly failures: readonly { readonly check: string; readonly operation: string }[];
      readonly causes: readonly unknown[];
    };

    expect([code, printed]).toEqual([
      1,
      expect.stringContaining("No X-Request-Id: 2 findings in 2 operations") as string,
    ]);
    expect(failures.map(({ check, operation }) => `${check} ${operation}`).toSorted()).toEqual([
      "traced GET /a",
      "traced GET /b",
    ]);
    expect(causes).toMatchObject([
      { cause: expect.stringMatching(/ rule traced missing$/) as string, operations: ["GET /a", "GET /b"] },
    ]);
    expect(readFileSync(sarif, "utf8")).toContain("Every answer has an X-Request-Id");
  });

  it("are selected by --check, skipped for single operations, and known to a baseline", async () => {
    const known = join(folder, "known.yaml");
    expect((await runWith(traced, ["conform", "--check", "traced"])).printed).toMatch(/FAIL .*GET \/a {2}traced/);
    expect((await runWith(traced, ["conform", "--check", "body-conforms"])).code).toBe(0);
    const skipping = 'operations: { "GET /**": { skip: ["traced"] } }';
    expect((await runWith(traced, ["conform"], skipping)).code).toBe(0);
    expect((await runWith(traced, ["conform", "--baseline", known, "--update-baseline"])).code).toBe(0);
    expect((await runWith(traced, ["conform", "--baseline", known])).code).toBe(0);
    expect(readFileSync(known, "utf8")).toContain("check: traced");
  });

  it("are explained", async () => {
    const { code, printed } = await runWith(traced, ["explain", "traced"]);

    expect([code, printed]).toEqual([0, expect.stringMatching(/^traced: check of one response\n {2}Every answer has/)]);
    expect(printed).toMatch(/defined in +\S*concord\.config\.mjs/);
  });

  it.each([
    [traced.replace("traced", "body-conforms"), 'the id "body-conforms": another check or property has it'],
    [`${traced}, ${traced}`, 'the id "traced": another check or property has it'],
    ['{ id: "a", claim: "b" }', "a check with id, claim and judge()"],
    [
      '{ id: "a", claim: "b", judge() { throw new Error("Oops"); } }',
      'the check "a" of the configuration failed: Error: Oops',
    ],
    ['{ id: "a", claim: "b", judge: () => true }', "judge() must return a list of flaws"],
    ['{ id: "a", claim: "b", judge: () => [{ key: 1 }] }', "a flaw needs a key and a message"],
  ])("end with 2 for the mistake in %s", async (checks, message) => {
    const { code, printed } = await runWith(checks, ["conform"]);

    expect([code, printed]).toEqual([2, expect.stringContaining(message) as string]);
  });
});
