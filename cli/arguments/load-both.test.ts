import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runStatus as status } from "../compat/status.ts";
import { loadAll, loadBoth } from "./load-both.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-load-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("reports on stderr which documents of a folder are left out, with a hint, once for both sides", async () => {
  for (const name of ["openapi", "api"]) writeFileSync(join(folder, `${name}.yaml`), "openapi: 3.1.0\npaths: {}\n");
  const line = `Left out, because other documents of their folder take precedence (name them to compare them): ${join(folder, "api.yaml")}\n`;
  const all = `${folder},${join(folder, "api.yaml")}`;

  expect((await runCommand((io) => loadBoth([folder, folder], {}, io).then(() => 0))).err).toContain(line);
  expect((await runCommand((io) => loadAll([folder], {}, io).then(() => 0))).err).toBe(line);
  expect((await runCommand((io) => loadBoth([all, all], {}, io).then(() => 0))).err).not.toContain("Left out");
});

it("escapes control characters in names of files", async () => {
  const inside = mkdtempSync(join(folder, "in-"));
  for (const name of ["openapi", "a\u001B[2J\u202Eb"])
    writeFileSync(join(inside, `${name}.yaml`), "openapi: 3.1.0\npaths: {}\n");

  expect((await runCommand((io) => loadAll([inside], {}, io).then(() => 0))).err).toContain("/a [2J b.yaml\n");
});

it("reports the location of an x-spec without a section", async () => {
  const file = join(folder, "unnamed.yaml");
  writeFileSync(file, "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      x-spec: {}\n      responses: {}\n");
  const { err } = await runCommand((io) => loadBoth([file, file], {}, io).then(() => 0));

  expect(err).toContain(`${file}:5  invalid-spec  "x-spec" is {}, which is not a section`);
});

it.each(["compat", "status"])(
  "reports the location of an invalid deprecation marker, with a hint: %s",
  async (kind) => {
    const file = join(folder, "marked.yaml");
    writeFileSync(file, "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      deprecated: 'yes'\n      responses: {}\n");
    const { err } = await runCommand((io) =>
      kind === "status" ? status([file], io, new Date()) : loadBoth([file, file], {}, io).then(() => 0),
    );

    expect(err).toContain(`${file}:5  misformed-member  Cannot use "deprecated": "yes" is not true or false`);
  },
);
