import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Report } from "../conformance/index.ts";
import { library } from "../fixtures/providers/library/library.ts";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { startProvider } from "../test/support/providers.ts";
import type { Io } from "./command.ts";
import { run } from "./run.ts";

const scratch = createScratch();
const file = scratch.write({ "conform.json": "" });
const env = { CONCORD_TOKEN: "org_acme" };
let broken: Awaited<ReturnType<typeof startProvider>>;

beforeAll(async () => {
  broken = await startProvider(library, { bugs: ["oldest-refused"] });
  const selection = ["--operation", "POST /books", "--property", "boundaries-accepted"];
  const target = ["--target", broken.url, "--contracts", library.document, "--mode", "sandbox"];
  await runReplay("conform", ...target, ...selection, "--seed", "1", "--report", `json:${file}`);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => broken[Symbol.asyncDispose]());

/** Runs a command and returns its exit code and output. */
async function runReplay(...argv: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    interactive: false,
    colours: false,
    env,
    signal: new AbortController().signal,
  };
  return { code: await run(argv, io, "1.0.0"), out: out.join(""), err: err.join("") };
}

describe("concord replay", () => {
  it("lists the findings, and exits with 1 for a reproduced finding, 0 for a fixed one, 2 if it cannot run", async () => {
    const { out, code } = await runReplay("replay", file);
    const id = out.split(" ", 1)[0] as string;
    await using mended = await startProvider(library, { bugs: [] });

    expect([code, out]).toEqual([0, expect.stringMatching(/^\w{12} {2}POST \/books {2}boundaries-accepted: .*\n$/)]);
    expect(await runReplay("replay", `${file}#${id}`, "--target", broken.url)).toMatchObject({ code: 1, err: "" });
    const notReproduced = await runReplay("replay", `${file}#${id}`, "--target", mended.url, "--mode", "sandbox");
    expect(notReproduced).toMatchObject({ code: 0, out: expect.stringContaining("it is gone") as string });
    expect(await runReplay("replay", `${file}#${id}`, "--target", mended.url)).toMatchObject({ code: 2 });
  });

  it.each([
    ["an id that is none", `${file}#0`, "unknown-finding"],
    ["a file that is not there", `${file}.no`, "unreadable-report"],
    ["a file that is no report", library.document, "unreadable-report"],
  ])("reports %s", async (_, argument, code) => {
    expect(await runReplay("replay", argument)).toMatchObject({
      code: 2,
      err: expect.stringContaining(code) as string,
    });
  });
});

describe("concord replay of somebody else's report", () => {
  it("sends credentials to no target and no document that only the report names", async () => {
    const seen: (string | undefined)[] = [];
    await using stranger = await serve(
      createServer(({ headers }, response) => {
        seen.push(headers.authorization, headers["x-key"] as string | undefined);
        response.end("{}");
      }),
    );
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    const [failure] = report.failures;
    const options = { ...report.options, contracts: [`${stranger.url}/openapi.json`] };
    const strange = scratch.write({
      "target.json": JSON.stringify({ ...report, target: stranger.url }),
      "document.json": JSON.stringify({ ...report, options }),
    });
    const toTarget = await runReplay("replay", `${join(dirname(strange), "target.json")}#${failure?.id}`);
    const header = ["--target", broken.url, "--document-header", "X-Key: abc"];
    const toDocument = await runReplay(
      "replay",
      `${join(dirname(strange), "document.json")}#${failure?.id}`,
      ...header,
    );

    expect([toTarget.code, toTarget.err]).toEqual([
      2,
      expect.stringContaining("only the report names it\n  If it is your target, name it with --target") as string,
    ]);
    expect([toDocument.code, toDocument.err]).toEqual([
      2,
      expect.stringContaining("--document-header needs --contracts") as string,
    ]);
    expect(seen.filter((value) => value !== undefined)).toEqual([]);
  });
});

describe("concord replay with settings of single operations", () => {
  it.each([
    ["reproduces a slow answer with the limit of its operation", "maxResponseMs: 20", 1, "GET /slow"],
    ["does not try a check that the operation skips", 'skip: ["in-time"]', 2, "skip"],
  ])("%s", async (_, setting, code, text) => {
    const { folder, target, report } = await slowRun("maxResponseMs: 20");
    const { failures } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const slow = failures.find(({ check }) => check === "in-time");
    vi.spyOn(process, "cwd").mockReturnValue(configured(folder, setting));

    expect(await runReplay("replay", `${report}#${slow?.id}`, "--target", target.url)).toMatchObject({
      code,
      out: expect.stringContaining(text) as string,
    });
    await target[Symbol.asyncDispose]();
  });

  /** A run against a server that is slower than the limit of its operation. */
  async function slowRun(setting: string) {
    const content = { "application/json": { schema: { type: "string" } } };
    const get = { responses: { 200: { description: "It.", content } } };
    const document = scratch.write({ "openapi.json": documentOf({ paths: { "/slow": { get } } }) });
    const folder = dirname(document);
    const target = await serve(
      createServer((_, response) => {
        response.setHeader("content-type", "application/json");
        setTimeout(() => response.end('"x"'), 60);
      }),
    );
    vi.spyOn(process, "cwd").mockReturnValue(configured(folder, setting));
    const report = join(folder, "report.json");
    await runReplay("conform", target.url, "--contracts", document, "--runs", "2", "--report", `json:${report}`);
    return { folder, target, report };
  }

  /** A new folder with a configuration. A module is loaded once. */
  function configured(folder: string, setting: string): string {
    const home = mkdtempSync(join(folder, "run-"));
    writeFileSync(join(home, "package.json"), "{}");
    const settings = `{ operations: { "GET /slow": { ${setting} } } }`;
    writeFileSync(join(home, "concord.config.mjs"), `export default { conform: ${settings} };`);
    return home;
  }
});
