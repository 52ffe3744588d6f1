import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createScratch } from "./support/contracts/scratch.ts";
import { root } from "./support/imports.ts";

const run = promisify(execFile);
const scratch = createScratch();

/** A document with an operation whose body needs the given members. */
function documentThatNeeds(...required: readonly string[]): string {
  const schema = { type: "object", required, properties: { name: { type: "string" }, size: { type: "integer" } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Boxes", version: "1" },
    paths: {
      "/boxes": {
        post: {
          operationId: "createBox",
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { 201: { description: "Created" }, 400: { description: "Invalid" } },
        },
      },
    },
  });
}

/** Text on stderr of a program that Node runs in the root of the project. */
async function stderrOf(argv: readonly string[], variable: string): Promise<string> {
  const env = { ...process.env, DEBUG: variable, NO_COLOR: "1" };
  const ended = await run(process.execPath, [...argv], { cwd: root, env }).catch((error: { stderr: string }) => error);
  return ended.stderr;
}

describe.concurrent("DEBUG=concord:*", () => {
  const base = scratch.write({ "base.json": documentThatNeeds("name") });
  const revision = scratch.write({ "revision.json": documentThatNeeds("name", "size") });

  it("prints the rule that judged a pair, and its location", async () => {
    const stderr = await stderrOf(["cli/concord.ts", "compat", base, revision], "concord:*");

    expect(stderr).toMatch(/concord:contracts .*base\.json: API \S+, 0 problems/);
    expect(stderr).toMatch(
      /concord:compat request-property-became-required: breaking, base \/paths\S+, revision \/paths/,
    );
  });

  it("prints the reason of a refusal by the mock, without the query", async () => {
    const program = `
      import { startMock } from ${JSON.stringify(join(root, "api/mock.ts"))};
      const mock = await startMock({ contracts: [${JSON.stringify(base)}] });
      await fetch(mock.url + "/boxes?key=secret", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
      await mock.close();`;
    const stderr = await stderrOf(["--input-type=module", "-e", program], "concord:mock");

    expect(stderr).toMatch(
      /concord:mock POST \/boxes 400 refused \(base POST \/boxes, organization \S+\): .*violation.*: expected in the body: the property "name"/,
    );
    expect(stderr).not.toContain("secret");
    expect(stderr).not.toContain("concord:contracts");
  });

  it("prints nothing without the variable", async () => {
    expect(await stderrOf(["cli/concord.ts", "compat", base, revision], "")).not.toContain("concord:");
  });
});
