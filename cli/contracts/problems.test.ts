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

it.each([
  ["list", "  "],
  ["lint", ""],
])("contracts %s says a problem of 50 places once, with their number and the first of them", async (name, indent) => {
  const parameters = Array.from({ length: 50 }, (_, index) => ({ name: `q${index}`, in: "query", required: "true" }));
  const get = { ...operation, parameters };
  const document = { openapi: "3.0.3", info: { title: "A", version: "1" }, paths: { "/a": { get } } };
  const file = scratch.write({ "fifty.json": JSON.stringify(document, null, 1) });
  const { err, out } = await runCommand((io) => command.run([name, file], io));
  const lines = `${err}${out}`.split("\n").filter((line) => line.includes("misformed-member"));

  expect(lines).toHaveLength(1);
  expect(lines[0]?.replaceAll(`${file}:`, ":").replaceAll(/\d+(?=,| {2}| and)/g, "N")).toBe(
    `${indent}:N  misformed-member  Cannot use "required": "true" is not true or false; write true without quotes${
      name === "lint" ? "  (/paths/~1a/get/parameters/0/required)" : ""
    }  (50 times, also at :N, :N and 47 more)`,
  );
  expect(`${err}${out}`).toContain(name === "lint" ? "100 problems in 1 document" : "Problems that were ignored: 50");
});
