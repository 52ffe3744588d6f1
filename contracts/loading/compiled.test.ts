import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCompiled, writeCompiled } from "./compiled.ts";
import { loadContracts } from "./load-contracts.ts";
import { loadControl, loadPlatform } from "./load.ts";

const scratch = mkdtempSync(join(tmpdir(), "concord-compiled-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Creates a contracts folder with two documents of the platform and their shared files, and compiles it. */
function smallFolder(name: string): string {
  const folder = join(scratch, name);
  for (const part of ["shared", "control", "apis/notes", "apis/portal"])
    cpSync(join("contracts", part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, "model"));
  compileAgain(folder);
  return folder;
}

function compileAgain(folder: string): void {
  const drafts = readCompiled("contracts")?.drafts() ?? [];
  const testDrafts = drafts.filter(({ api }) => ["notes", "portal", "portal-graphql"].includes(api));
  const movedDrafts = JSON.parse(
    JSON.stringify(testDrafts).replaceAll(join(process.cwd(), "contracts"), folder),
  ) as typeof testDrafts;
  writeCompiled(folder, movedDrafts);
}

describe("readCompiled()", () => {
  it("returns the same contracts and locations as the sources", async () => {
    const compiled = [...(await loadPlatform()), await loadControl()];
    const loaded = await loadContracts(["contracts/apis", "contracts/control"], { root: "contracts" });

    expect(compiled.map(({ api }) => api)).toEqual(loaded.map(({ api }) => api));
    for (const [index, contract] of compiled.entries()) {
      const { document, operations, webhooks, removed, title, version, kind } = contract;
      const source = loaded[index];
      expect({ document, title, version, kind }).toEqual({
        document: source?.document,
        title: source?.title,
        version: source?.version,
        kind: source?.kind,
      });
      expect(operations.map(withLine)).toEqual(source?.operations.map(withLine));
      expect(webhooks.map(withLine)).toEqual(source?.webhooks.map(withLine));
      expect(removed.map(withLine)).toEqual(source?.removed.map(withLine));
      expect(contract.routes).toMatchObject(operations.map(({ id, name, basis }) => ({ id, name, basis })));
    }
  });

  it("reads a document on first use only", async () => {
    const folder = smallFolder("lazy");
    const contracts = readCompiled(folder)?.contracts() ?? [];
    const notes = contracts.find(({ api }) => api === "notes");
    rmSync(join(folder, "compiled", readdirSync(join(folder, "compiled"))[0] as string, "portal.json"));

    expect(contracts.flatMap(({ routes }) => routes).map(({ id }) => id)).toContain("queryPortal");
    expect(notes?.operations.map(({ id }) => id)).toContain("createNote");
    expect(() => contracts.find(({ api }) => api === "portal")?.operations).toThrow(/ENOENT/);
  });

  it("returns undefined after a source was changed, added or removed", () => {
    const folder = smallFolder("stale");
    const isFresh = (): boolean => readCompiled(folder) !== undefined;
    const source = join(folder, "apis/notes/openapi.yaml");
    const sharedFile = join(folder, "shared/problem.yaml");
    const text = readFileSync(source, "utf8");

    expect(isFresh()).toBe(true);
    writeFileSync(source, `${text}\n`);
    expect(isFresh()).toBe(false);
    writeFileSync(source, text);
    expect(isFresh()).toBe(true);
    writeFileSync(sharedFile, `# once more\n${readFileSync(sharedFile, "utf8")}`);
    expect(isFresh()).toBe(false);
    compileAgain(folder);
    expect(isFresh()).toBe(true);
    mkdirSync(join(folder, "apis/more"));
    writeFileSync(join(folder, "apis/more/openapi.yaml"), text);
    expect(isFresh()).toBe(false);
    rmSync(join(folder, "apis/more"), { recursive: true });
    expect(isFresh()).toBe(true);
  });

  it("keeps an earlier state for an hour", () => {
    const folder = smallFolder("kept");
    const earlier = readCompiled(folder);
    const [first] = readdirSync(join(folder, "compiled")) as [string];
    const change = (): void => {
      writeFileSync(join(folder, "apis/notes/openapi.yaml"), "# changed\n", { flag: "a" });
      compileAgain(folder);
    };

    change();
    expect(earlier?.contracts()[0]?.operations).not.toEqual([]);
    utimesSync(join(folder, "compiled", first), new Date(0), new Date(0));
    change();
    expect(readdirSync(join(folder, "compiled"))).toHaveLength(2);
    expect(readdirSync(join(folder, "compiled"))).not.toContain(first);
  });

  it("leaves no files behind if writing fails", () => {
    const folder = smallFolder("refused");
    rmSync(join(folder, "compiled"), { recursive: true });
    rmSync(join(folder, "model"), { recursive: true });

    writeCompiled(folder, []);

    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).startsWith("compiled/"))).toEqual([]);
  });
});

/** Returns plain data that includes the line, which is found on first access. */
function withLine<T extends { readonly at: { readonly file: string; readonly line: number } }>(part: T): unknown {
  return JSON.parse(JSON.stringify({ ...part, at: { ...part.at, line: part.at.line } }));
}
