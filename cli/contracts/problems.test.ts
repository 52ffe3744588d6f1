import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { command } from "../contracts.ts";

const scratch = createScratch();

const operation = { operationId: "readA", responses: { 200: { description: "ok" } } };
const misformed = { ...operation, parameters: [{ name: "q", in: "query", required: "true" }] };

it.each([
  ["list", 0],
  ["show", 0],
  ["bundle", 1],
  ["lint", 1],
])("contracts %s says what it could not read", async (name, code) => {
  const [sound, broken] = [operation, misformed].map((get, index) =>
    scratch.write({
      [`a${index}.json`]: { openapi: "3.0.3", info: { title: "A", version: "1" }, paths: { "/a": { get } } },
    }),
  ) as [string, string];
  const out = name === "bundle" ? ["--out", join(broken, "..", "bundled")] : [];
  const said = await runCommand((io) => command.run([name, broken, ...out], io));

  expect(said.code).toBe(code);
  expect(said.err + said.out).toContain('misformed-member  Cannot use "required": "true" is not true or false');
  expect((await runCommand((io) => command.run([name, sound, ...out], io))).err).not.toContain("roblems that");
});
