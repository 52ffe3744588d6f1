import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMock } from "../api/mock.ts";
import { run } from "../cli/run.ts";
import { compatReports } from "../compat/index.ts";
import { conformReports } from "../conformance/index.ts";
import type { Mock } from "../mock/index.ts";
import { runCommand } from "./support/cli/run-command.ts";

// Reports, changelogs and feeds of a user's own document name the user's API, and nothing of the bundled platform.

const foreign = /§|\bstated\b|platform|org_|\bopenapi:/i;

let folder: string;
let base: string;
let revision: string;
let mock: Mock;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "concord-own-"));
  mkdirSync(join(folder, "reports"));
  // The name of the folder says nothing about the API.
  cpSync("test/support/docs/files", join(folder, "api"), { recursive: true });
  [base, revision] = [join(folder, "api/openapi.yaml"), join(folder, "api/openapi-next.yaml")];
  mock = await startMock({
    contracts: [base],
    faults: [{ id: "unknown-enum" }, { id: "status", status: 500 }],
  });
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

const concord = (...argv: readonly string[]) => runCommand((io) => run(argv, io, "1.0.0"));

/** Texts of all files in a folder, by path. */
function textsIn(directory: string): [path: string, text: string][] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).flatMap((path) => {
    const file = join(directory, path);
    return statSync(file).isFile() ? [[path, readFileSync(file, "utf8")] as [string, string]] : [];
  });
}

/**
 * Lines that name something of the platform. Styles and scripts of pages are not for readers. Members of JSON
 * reports and the ids of all rules stay as they are.
 */
function foreignLines(text: string): string[] {
  const read = text.replaceAll(/<(style|script)>.*?<\/\1>/gs, "");
  const known = (line: string): string =>
    line
      .replaceAll(
        /https?:\/\/\S+|"basis": ?"stated"|"stated": \d+|(?:graphql.)?(?:assumed|stated).became.(?:stated|assumed)/g,
        "",
      )
      .replaceAll(folder, "");
  return read.split("\n").filter((line) => foreign.test(known(line)));
}

describe("reports of a user's own document", () => {
  it.each(Object.keys(compatReports))("of compat as %s name nothing of the platform", async (format) => {
    const { out, err } = await concord("compat", base, revision, "--format", format);
    expect(out.length).toBeGreaterThan(100);
    expect(foreignLines(out + err)).toEqual([]);
  });

  it("of conform, in all formats, name nothing of the platform", async () => {
    const reports = Object.keys(conformReports).flatMap((format) => [
      "--report",
      `${format}:${join(folder, "reports", `report.${format}`)}`,
    ]);
    const { code, out, err } = await concord("conform", mock.url, "--runs", "2", "--seed", "1", ...reports);
    expect([code, err]).toEqual([1, expect.stringContaining("Using ")]);
    expect(out).toContain("FAIL bookshop: ");
    for (const [path, text] of [["console", out], ...textsIn(join(folder, "reports"))] as const)
      expect([path, foreignLines(text)]).toEqual([path, []]);
  });

  it("of changelog, with its page and feeds, name nothing of the platform", async () => {
    const to = join(folder, "changes");
    await concord("changelog", base, revision, "--out", to, "--link", "https://books.example.org/");
    const texts = textsIn(to);
    expect(texts.length).toBeGreaterThan(10);
    for (const [path, text] of texts) expect([path, foreignLines(text)]).toEqual([path, []]);
    expect(readFileSync(join(to, "changelog.xml"), "utf8")).toContain("<title>Bookshop changelog</title>");
  });
});
