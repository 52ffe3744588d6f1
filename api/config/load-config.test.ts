import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "./index.ts";
import { startMock } from "../mock.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "concord-config-")));
afterAll(() => rmSync(root, { recursive: true }));

const mock = pathToFileURL(join(import.meta.dirname, "..", "mock.ts")).href;

/** Writes a file of the test folder, and returns its absolute path. */
function write(path: string, content: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

describe("loadConfig()", () => {
  it.each<[string, string]>([
    [
      "ts",
      `import { type Config, defineConfig } from "${mock}";\nconst port: number = 1;\nexport default defineConfig({ mock: { port } }) satisfies Config;`,
    ],
    ["mts", "const port: number = 1;\nexport default { mock: { port } };"],
    ["js", "export default { mock: { port: 1 } };"],
    ["mjs", "export default { mock: { port: 1 } };"],
    ["json", '{ "mock": { "port": 1 } }'],
  ])("reads concord.config.%s", async (ending, content) => {
    if (ending === "js") write("js/package.json", '{ "type": "module" }');
    const file = write(`${ending}/concord.config.${ending}`, content);
    const loaded = { file, mock: { port: 1 } };

    expect(await loadConfig(undefined, dirname(file))).toEqual(loaded);
    expect(await loadConfig(`${ending}/concord.config.${ending}`, root)).toEqual(loaded);
  });

  it("searches the parent folders up to the checkout or package, and otherwise only the folder itself", async () => {
    const content = '{ "mock": {} }';
    const outside = write("tree/concord.config.json", content);
    write("tree/checkout/.git/HEAD", "");
    const nestedFolder = dirname(write("tree/checkout/deep/er/file", ""));
    expect(await loadConfig(undefined, nestedFolder)).toEqual({});
    const inside = write("tree/checkout/concord.config.json", content);
    expect(await loadConfig(undefined, nestedFolder)).toMatchObject({ file: inside });
    const nearest = write("tree/checkout/deep/concord.config.json", content);
    expect(await loadConfig(undefined, nestedFolder)).toMatchObject({ file: nearest });

    // Outside of a checkout, the search ends at the package.
    write("tree/package/package.json", "{}");
    const packageFolder = dirname(write("tree/package/src/deep/file", ""));
    expect(await loadConfig(undefined, packageFolder)).toEqual({});
    const packageConfig = write("tree/package/concord.config.json", content);
    expect(await loadConfig(undefined, packageFolder)).toMatchObject({ file: packageConfig });

    expect(await loadConfig(undefined, dirname(outside))).toMatchObject({ file: outside });
    expect(await loadConfig(undefined, dirname(write("tree/other/file", "")))).toEqual({});
  });

  it("resolves paths from the folder of the file", async () => {
    const mockOptions = {
      contracts: ["a.yaml", "/b"],
      overlays: ["c.yaml"],
      state: "sqlite:d.db",
      fixtures: ["small", "e.json", { collections: {} }],
    };
    write("paths/concord.config.json", JSON.stringify({ mock: mockOptions }));
    const { mock: resolved } = await loadConfig("paths/concord.config.json", root);
    const at = (name: string): string => join(root, "paths", name);

    expect(resolved).toEqual({
      contracts: [at("a.yaml"), "/b"],
      overlays: [at("c.yaml")],
      state: `sqlite:${at("d.db")}`,
      fixtures: ["small", at("e.json"), { collections: {} }],
    });
    const plain = write("plain/concord.config.json", '{ "mock": { "state": "memory", "fixtures": "small" } }');
    expect((await loadConfig(plain, root)).mock).toEqual({ state: "memory", fixtures: ["small"] });
  });

  it.each([
    ["a name", '"default"'],
    ["a profile for each tool", '{ "mock": { "name": "own" }, "compat": { "name": "shop" } }'],
  ])("adds the profile to the options of the mock: %s", async (_, text) => {
    const profile: unknown = JSON.parse(text);
    const mockProfile = typeof profile === "object" ? { name: "own" } : profile;
    const configWithProfile = write("alone/concord.config.json", `{ "profile": ${text} }`);
    const configWithTwoProfiles = write(
      "both/concord.config.json",
      `{ "profile": ${text}, "mock": { "profile": "platform" } }`,
    );

    expect(await loadConfig(configWithProfile, root)).toMatchObject({ profile, mock: { profile: mockProfile } });
    expect(await loadConfig(configWithTwoProfiles, root)).toMatchObject({ profile, mock: { profile: "platform" } });
  });

  it("returns options that startMock accepts, in any working directory", async () => {
    const config = write("project/concord.config.json", '{ "mock": { "contracts": ["library.yaml"] } }');
    const library = join(import.meta.dirname, "..", "..", "fixtures", "mock", "library.yaml");
    copyFileSync(library, join(dirname(config), "library.yaml"));
    const { mock: options } = await loadConfig(config);
    await using started = await startMock(options);

    expect(started.platform.routes.map(({ name }) => name)).toContain("GET /books");
  });

  it.each<[string, string, string]>([
    ["none.json", "", "there is no such file"],
    ["broken.json", "{", "Expected property name"],
    ["broken.mjs", "export default {", ""],
    ["throws.mjs", 'throw new Error("boom");', "boom"],
    ["named.mjs", "export const mock = {};", "it has no default export"],
    ["profile.json", '{ "profile": "shop" }', 'profile must be "default" or "platform", not "shop"'],
    ["tools.json", '{ "profile": { "mocks": {} } }', 'profile has no place for "mocks"; the nearest is "mock"'],
    ["odd.json", '{ "mock": { "prot": 1 } }', 'mock has no place for "prot"; the nearest is "port"'],
  ])("rejects %s", async (name, content, reason) => {
    if (content !== "") write(`wrong/${name}`, content);

    await expect(loadConfig(`wrong/${name}`, root)).rejects.toMatchObject({
      code: "invalid-config",
      message: expect.stringContaining(`Cannot use the configuration "wrong/${name}": ${reason}`),
    });
  });
});

describe("loadConfig() with a file that throws", () => {
  it("reports the line of the error", async () => {
    write("lines/throwing.mjs", '\nthrow new Error("boom");');

    await expect(loadConfig("lines/throwing.mjs", root)).rejects.toMatchObject({
      at: { file: "lines/throwing.mjs", line: 2 },
    });
  });

  it("reports the line of a syntax error in TypeScript", () => {
    const file = write("lines/typed.ts", "export default {\n  mock: {\n    port 4010,\n  },\n};");
    const argv = [join(import.meta.dirname, "../../cli/concord.ts"), "mock", "--config", file];

    expect(spawnSync(process.execPath, argv, { encoding: "utf8" }).stderr).toContain(`  at ${file}:3\n`);
  });
});
