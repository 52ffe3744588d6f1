import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { library } from "../fixtures/providers/library/library.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
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
    expect(await runReplay("replay", `${file}#${id}`)).toMatchObject({ code: 1, err: "" });
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
