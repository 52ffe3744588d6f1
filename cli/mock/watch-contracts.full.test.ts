import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { documentOf } from "../../test/support/cli/collections.ts";
import { startMockCommand } from "../../test/support/cli/running.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-watch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("concord mock --watch", () => {
  it("serves the changed document with the existing state", async () => {
    const home = join(folder, "watched");
    mkdirSync(join(home, "parts"), { recursive: true });
    const [main, part] = [join(home, "openapi.json"), join(home, "parts", "part.json")];
    writeFileSync(main, documentOf("/pets", "/people"));
    await using mock = await startMockCommand("--contracts", home, "--watch", "--fault", "latency=0@getPeople");
    const made = await fetch(`${mock.url}/pets`, { method: "POST", body: "{}", headers: json });
    expect(made.status).toBe(201);
    expect(await statuses(mock.url, "/pets", "/more")).toEqual([200, 404]);

    // Some editors replace the file when they save.
    writeFileSync(`${main}.new`, documentOf("/pets", "/people", "/more"));
    renameSync(`${main}.new`, main);
    await mock.says(/Reloaded: 6 operations/);
    expect(await statuses(mock.url, "/pets", "/more")).toEqual([200, 200]);
    expect(await (await fetch(`${mock.url}/pets`)).json()).toEqual([await made.json()]);

    writeFileSync(main, '{ "openapi": "3.1.0",\n  "paths": [');
    await mock.says(
      /error unreadable-document: Cannot read .*\n {2}at .*openapi\.json:2\n.*\nThe mock keeps its previous contracts/,
    );
    expect(await statuses(mock.url, "/pets", "/more")).toEqual([200, 200]);

    writeFileSync(main, documentOf("/pets"));
    await mock.says(/no operation is called "getPeople".*\nThe mock keeps its previous contracts/);

    // Referenced files and new files in the folder are watched, too.
    writeFileSync(part, '{ "get": { "responses": { "200": { "description": "Fine." } } } }');
    writeFileSync(
      main,
      documentOf("/pets", "/people").replace('"paths":{', '"paths":{"/part":{"$ref":"parts/part.json"},'),
    );
    await mock.says(/Reloaded: 5 operations/);
    writeFileSync(part, '{ "get": { "responses": { "200": { "$ref": "nowhere.json" } } } }');
    await mock.says(/part\.json:1 {2}unresolved-ref .*\nThe mock keeps the previous version of .*openapi\.json\n/);
    expect(await statuses(mock.url, "/part")).toEqual([200]);
    mkdirSync(join(home, "inner"));
    writeFileSync(join(home, "inner", "openapi.json"), documentOf("/inner"));
    await mock.says(/Reloaded: 7 operations/);
    expect(await statuses(mock.url, "/inner", "/part")).toEqual([200, 200]);
  });

  it("ignores other files in the folder, such as a log", async () => {
    const [home, main] = writeInFolder("beside", documentOf("/pets"));
    await using mock = await startMockCommand("--contracts", home, "--watch");
    for (const more of ["/dogs", "/cats", "/fish"]) {
      // Each of these events would start another comparison before the document settles.
      for (const name of ["log", "log.json", "log.yaml"]) writeFileSync(join(home, name), more);
      writeFileSync(main, documentOf("/pets", more));
      await mock.says(/Reloaded: 4 operations/);
    }

    expect(mock.err()).toBe("Reloaded: 4 operations\n".repeat(3));
  });

  it("ignores a rewritten document with the same content", async () => {
    const [home, main] = writeInFolder("same", documentOf("/pets"));
    await using mock = await startMockCommand("--contracts", main, "--watch");
    writeFileSync(main, documentOf("/pets"));
    renameSync(main, join(home, "away.json"));
    renameSync(join(home, "away.json"), main);
    writeFileSync(main, documentOf("/pets", "/more"));
    await mock.says(/Reloaded: 4 operations/);

    expect(mock.err()).toBe("Reloaded: 4 operations\n");
  });

  it.each(["folder", "file"])("notices that its %s was deleted and created again", async (kind) => {
    const [home, main] = writeInFolder(`gone/${kind}/deep`, documentOf("/pets"));
    await using mock = await startMockCommand("--contracts", kind === "file" ? main : home, "--watch");
    for (const round of ["/one", "/two"]) {
      rmSync(join(folder, "gone", kind), { recursive: true });
      await mock.says(/unreadable-document.*\n(.*\n)*The mock keeps its previous contracts/);
      writeInFolder(`gone/${kind}/deep`, documentOf("/pets", round));
      await mock.says(/Reloaded: 4 operations/);
      expect(await statuses(mock.url, "/pets", round)).toEqual([200, 200]);
      // A folder that is created again is watched like the first one.
      writeFileSync(main, documentOf("/pets"));
      await mock.says(/Reloaded: 2 operations/);
    }
  });

  it("notices a change of the target of a symbolic link, and of the link", async () => {
    const [, target] = writeInFolder("targets/one", documentOf("/pets"));
    const [, other] = writeInFolder("targets/two", documentOf("/pets", "/two", "/three"));
    const link = join(folder, "link.json");
    symlinkSync(target, link);
    await using mock = await startMockCommand("--contracts", link, "--watch");
    writeFileSync(target, documentOf("/pets", "/one"));
    await mock.says(/Reloaded: 4 operations/);
    symlinkSync(other, `${link}.new`);
    renameSync(`${link}.new`, link);
    await mock.says(/Reloaded: 6 operations/);
    writeFileSync(other, documentOf("/pets"));
    await mock.says(/Reloaded: 2 operations/);

    expect(await statuses(mock.url, "/pets", "/two")).toEqual([200, 404]);
  });

  it("keeps serving the previous version of an invalid document, and reports it, until the document is fixed", async () => {
    const [home, main] = writeInFolder("worse", documentOf("/pets"));
    mkdirSync(join(home, "other"));
    const other = join(home, "other", "openapi.json");
    writeFileSync(other, documentOf("/others"));
    await using mock = await startMockCommand("--contracts", home, "--watch");
    const worse = documentOf("/pets", "/more").replace('"type":"object"', '"type":"objekt"');
    writeFileSync(main, worse);
    await mock.says(
      /Reloaded: 4 operations\n.*worse\/openapi\.json:1 {2}\S+ .*\nThe mock keeps the previous version of .*worse\/openapi\.json\n/,
    );
    const post = { method: "POST", body: "[]", headers: { "content-type": "application/json", authorization } };
    expect((await fetch(`${mock.url}/pets`, post)).status).toBe(400);
    writeFileSync(other, documentOf("/others", "/another"));
    await mock.says(/Reloaded: 6 operations\n.*:1 {2}\S+ .*\nThe mock keeps the previous version of/);
    expect(await statuses(mock.url, "/another", "/more")).toEqual([200, 404]);
    writeFileSync(main, documentOf("/pets", "/more"));
    await mock.says(/Reloaded: 8 operations\n/);
    expect(mock.err().endsWith("Reloaded: 8 operations\n")).toBe(true);
  });
});

describe("concord mock --watch --log", () => {
  it("writes its messages as lines of JSON", async () => {
    const [, main] = writeInFolder("logged", documentOf("/pets"));
    await using mock = await startMockCommand("--contracts", main, "--watch", "--log", "error");
    writeFileSync(main, documentOf("/pets", "/more"));
    await mock.says(/Reloaded: 4 operations/);
    writeFileSync(main, "{");
    await mock.says(/unreadable-document/);
    const lines = mock.err().trim().split("\n");

    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: "info", msg: "Reloaded: 4 operations" },
      {
        level: "info",
        msg: expect.stringMatching(/unreadable-document.*\nThe mock keeps its previous contracts/s) as string,
      },
    ]);
  });
});

const authorization = "Bearer mock-acme";
const json = { "content-type": "application/json" };

function statuses(url: string, ...paths: readonly string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
}

/** Writes a document into a new folder, and returns both paths. */
function writeInFolder(name: string, text: string): [home: string, main: string] {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const main = join(home, "openapi.json");
  writeFileSync(main, text);
  return [home, main];
}
