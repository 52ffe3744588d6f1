import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
// Below the project, so that its packages are found.
const folder = mkdtempSync(join(root, "node_modules/.concord-stall-"));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, "vitest.config.ts"),
  `import { createStallReporter } from ${JSON.stringify(join(root, "test/support/run/stall-reporter.ts"))};
   const limits = { idleMs: 3_000, checkMs: 1_000 };
   export default { test: { include: ["**/*.case.ts"], reporters: [createStallReporter(limits)] } };`,
);

interface Outcome {
  readonly code: number | undefined;
  readonly output: string;
}

/** Runs Vitest on a file in a process of its own. */
function runTests(name: string, text: string): Promise<Outcome> {
  writeFileSync(join(folder, name), `import { it } from "vitest";\n${text}`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  execFile(process.execPath, [vitest, "run", "--root", folder, name], (error, stdout, stderr) =>
    resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
  );
  return promise;
}

const idle = "await new Promise(() => setInterval(() => {}, 1000));";
const works = "for (const until = Date.now() + 8_000; Date.now() < until; ) {}";

describe("createStallReporter()", () => {
  it.each([
    ["module that waits while it is loaded", "loads.case.ts", `${idle}\nit("a", () => {});`, "loads.case.ts (loading)"],
    ["test that waits", "waits.case.ts", `it("stays", async () => { ${idle} }, 600_000);`, "waits.case.ts > stays"],
  ])("ends a run with a %s, and names it", async (_what, name, text, shown) => {
    const { code, output } = await runTests(name, text);

    expect(output).toMatch(/The tests stand still: none has ended for \d+ s/);
    expect(output).toContain(shown);
    expect(code).toBe(1);
  });

  it("waits for a test that works", async () => {
    expect(await runTests("works.case.ts", `it("computes", () => { ${works} }, 600_000);`)).toMatchObject({ code: 0 });
  });
});
