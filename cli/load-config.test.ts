import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { request } from "undici";
import { afterAll, describe, expect, it } from "vitest";
import type { Io } from "./command.ts";
import { loadConfig } from "./load-config.ts";
import { run } from "./run.ts";

const root = mkdtempSync(join(tmpdir(), "concord-config-"));
afterAll(() => rmSync(root, { recursive: true }));

const mock = pathToFileURL(join(import.meta.dirname, "..", "mock", "index.ts")).href;
const library = join(import.meta.dirname, "..", "fixtures", "mock", "library.yaml");

/** A file in a folder of its own. */
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

  it("looks above the folder, as far up as the checkout goes, and nowhere else where there is none", async () => {
    const content = '{ "mock": {} }';
    const outside = write("tree/concord.config.json", content);
    write("tree/checkout/.git/HEAD", "");
    const deep = dirname(write("tree/checkout/deep/er/file", ""));
    expect(await loadConfig(undefined, deep)).toEqual({});
    const inside = write("tree/checkout/concord.config.json", content);
    expect(await loadConfig(undefined, deep)).toMatchObject({ file: inside });
    const nearest = write("tree/checkout/deep/concord.config.json", content);
    expect(await loadConfig(undefined, deep)).toMatchObject({ file: nearest });

    // What is in no checkout is looked for as far up as its package goes.
    write("tree/package/package.json", "{}");
    const under = dirname(write("tree/package/src/deep/file", ""));
    expect(await loadConfig(undefined, under)).toEqual({});
    const own = write("tree/package/concord.config.json", content);
    expect(await loadConfig(undefined, under)).toMatchObject({ file: own });

    expect(await loadConfig(undefined, dirname(outside))).toMatchObject({ file: outside });
    expect(await loadConfig(undefined, dirname(write("tree/other/file", "")))).toEqual({});
  });

  it("takes paths from the folder of the file", async () => {
    const given = {
      contracts: ["a.yaml", "/b"],
      overlays: ["c.yaml"],
      state: "sqlite:d.db",
      fixtures: ["small", "e.json", { collections: {} }],
    };
    write("paths/concord.config.json", JSON.stringify({ mock: given }));
    const { mock: placed } = await loadConfig("paths/concord.config.json", root);
    const at = (name: string): string => join(root, "paths", name);

    expect(placed).toEqual({
      contracts: [at("a.yaml"), "/b"],
      overlays: [at("c.yaml")],
      state: `sqlite:${at("d.db")}`,
      fixtures: ["small", at("e.json"), { collections: {} }],
    });
    const plain = write("plain/concord.config.json", '{ "mock": { "state": "memory", "fixtures": "small" } }');
    expect((await loadConfig(plain, root)).mock).toEqual({ state: "memory", fixtures: ["small"] });
  });

  it.each<[string, string, string]>([
    ["none.json", "", "there is no such file"],
    ["broken.json", "{", "Expected property name"],
    ["broken.mjs", "export default {", ""],
    ["throws.mjs", 'throw new Error("boom");', "boom"],
    ["named.mjs", "export const mock = {};", "it has no default export"],
    ["odd.json", '{ "mock": { "prot": 1 } }', 'mock has no place for "prot"; the nearest is "port"'],
  ])("refuses %s", async (name, content, reason) => {
    if (content !== "") write(`wrong/${name}`, content);

    await expect(loadConfig(`wrong/${name}`, root)).rejects.toMatchObject({
      code: "invalid-config",
      message: expect.stringContaining(`Cannot use the configuration "wrong/${name}": ${reason}`),
    });
  });
});

describe("a configuration that fails", () => {
  it("is told with its line", async () => {
    write("lines/throwing.mjs", '\nthrow new Error("boom");');

    await expect(loadConfig("lines/throwing.mjs", root)).rejects.toMatchObject({
      at: { file: "lines/throwing.mjs", line: 2 },
    });
  });

  it("is told with its line where Node itself cannot read its types", () => {
    const file = write("lines/typed.ts", "export default {\n  mock: {\n    port 4010,\n  },\n};");
    const argv = [join(import.meta.dirname, "concord.ts"), "mock", "--config", file];

    expect(spawnSync(process.execPath, argv, { encoding: "utf8" }).stderr).toContain(`  at ${file}:3\n`);
  });
});

describe("concord mock --config", () => {
  const config = write(
    "run/concord.config.ts",
    `import { behaviour, defineConfig } from "${mock}";
     const shout = behaviour({
       id: "shout",
       operations: ["createBook"],
       handle: ({ input }, next) => next({ ...input, body: { title: String((input.body as { title: string }).title).toUpperCase() } }),
     });
     export default defineConfig({ mock: {
       contracts: [${JSON.stringify(library)}], port: 0, behaviours: [shout], weather: [{ id: "status", status: 503, operations: ["getSettings"] }],
       fixtures: [{ collections: { "/books": [{ id: "b1", value: { id: "b1", title: "Persuasion" } }] } }],
     } });`,
  );

  it("does what the file says", async () => {
    const told = await serve(["--config", config], async (url) => [
      (await ask(url, "GET", "/books/b1")).value.title,
      (await ask(url, "POST", "/books", { title: "Emma" })).value.title,
      (await ask(url, "GET", "/settings")).status,
    ]);

    expect(told).toMatchObject({ code: 0, result: ["Persuasion", "EMMA", 503] });
    expect(told.err).toMatch(/^Settings are those of .*concord\.config\.ts\n$/);
  });

  it("is read by Node itself, types and all", async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "concord.ts"), "mock", "--config", config]);
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let text = "";
        child.stdout.on("data", (chunk: Buffer) => {
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec((text += chunk.toString()));
          if (found) resolve(found[0]);
        });
        child.on("exit", () => reject(new Error(`concord mock ended: ${text}`)));
      });
      expect((await ask(url, "POST", "/books", { title: "Emma" })).value.title).toBe("EMMA");
    } finally {
      child.kill();
    }
  });

  it("does what the command line says where both say something", async () => {
    const argv = ["--config", config, "--weather", "status=500@getSettings", "--fixtures", "empty"];
    const { result } = await serve(argv, async (url) => [
      (await ask(url, "GET", "/books/b1")).status,
      (await ask(url, "GET", "/settings")).status,
    ]);

    expect(result).toEqual([404, 500]);
  });

  it("refuses what does not fit the contracts that are served", async () => {
    const odd = write(
      "odd/concord.config.json",
      JSON.stringify({
        mock: { contracts: [library], port: 0, weather: [{ id: "status", operations: ["none"], status: 500 }] },
      }),
    );
    const told = await serve(["--config", odd], async () => {});

    expect(told).toMatchObject({ code: 2 });
    expect(told.err).toContain('error usage: Cannot set the weather "status": no operation is called "none"');
  });
});

type Value = { readonly title: string };

/** Runs a mock while something is asked of it. */
async function serve<T>(argv: readonly string[], use: (url: string) => Promise<T>) {
  const ended = new AbortController();
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  let err = "";
  const io: Io = {
    out: (text) => resolve(/http:\/\/\S+/.exec(text)?.[0] ?? ""),
    err: (text) => (err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: ended.signal,
  };
  const running = run(["mock", ...argv], io, "0.0.0");
  const url = await Promise.race([listening, running.then(() => undefined)]);
  const result = url === undefined ? undefined : await use(url).finally(() => ended.abort());
  return { code: await running, err, result };
}

async function ask(
  url: string,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<{ status: number; value: Value }> {
  const headers = { authorization: "Bearer org_demo", "content-type": "application/json" };
  const response = await request(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.statusCode, value: (await response.body.json().catch(() => ({}))) as Value };
}
