import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { request } from "undici";
import { afterAll, describe, expect, it } from "vitest";
import type { Io } from "./command.ts";
import { run } from "./run.ts";

const root = mkdtempSync(join(tmpdir(), "concord-config-"));
afterAll(() => rmSync(root, { recursive: true }));

const mock = pathToFileURL(join(import.meta.dirname, "..", "api", "mock.ts")).href;
const library = join(import.meta.dirname, "..", "fixtures", "mock", "library.yaml");

/** Writes a file below the temporary folder. */
function write(path: string, content: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

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
       contracts: [${JSON.stringify(library)}], port: 0, behaviours: [shout], faults: [{ id: "status", status: 503, operations: ["getSettings"] }],
       fixtures: [{ collections: { "/books": [{ id: "b1", value: { id: "b1", title: "Persuasion" } }] } }],
     } });`,
  );

  it("uses the settings of the file", async () => {
    const output = await serve(["--config", config], async (url) => [
      (await ask(url, "GET", "/books/b1")).value.title,
      (await ask(url, "POST", "/books", { title: "Emma" })).value.title,
      (await ask(url, "GET", "/settings")).status,
    ]);

    expect(output).toMatchObject({ code: 0, result: ["Persuasion", "EMMA", 503] });
    expect(output.err).toMatch(/^Using the settings of .*concord\.config\.ts\n$/);
  });

  it("serves the bundled contracts by the profile that --profile names", async () => {
    const none = write("none.json", "{}");
    const authorization = "Bearer anything";
    const statusOf = async (...argv: readonly string[]) => {
      const { result } = await serve(["--config", none, "--port", "0", ...argv], async (url) => {
        const response = await request(`${url}/v1/entity/schemas`, { headers: { authorization } });
        await response.body.dump();
        return response.statusCode;
      });
      return result;
    };

    expect(await statusOf("--profile", "default")).toBe(200);
    expect(await statusOf("--profile", "platform")).toBe(401);
    expect(await statusOf()).toBe(401);
  });

  it("is imported by Node itself, with its types removed", async () => {
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

  it("is overridden by options of the command line", async () => {
    const argv = ["--config", config, "--fault", "status=500@getSettings", "--fixtures", "empty"];
    const { result } = await serve(argv, async (url) => [
      (await ask(url, "GET", "/books/b1")).status,
      (await ask(url, "GET", "/settings")).status,
    ]);

    expect(result).toEqual([404, 500]);
  });

  it("rejects settings that do not match the served contracts", async () => {
    const odd = write(
      "odd/concord.config.json",
      JSON.stringify({
        mock: { contracts: [library], port: 0, faults: [{ id: "status", operations: ["none"], status: 500 }] },
      }),
    );
    const output = await serve(["--config", odd], async () => {});

    expect(output).toMatchObject({ code: 2 });
    expect(output.err).toContain('error usage: Cannot set the fault "status": no operation is called "none"');
  });
});

type Value = { readonly title: string };

/** Runs `concord mock` while a test sends requests to it. */
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
  const headers = { authorization: "Bearer mock-demo", "content-type": "application/json" };
  const response = await request(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.statusCode, value: (await response.body.json().catch(() => ({}))) as Value };
}

describe("concord contracts", () => {
  const other = join(import.meta.dirname, "..", "fixtures", "contracts", "clean.yaml");
  const settings = { mock: { contracts: [library] } };
  const using = (file: string): string => `Using the contracts of ${file}, because no PATH is given\n`;
  const bundled = expect.stringMatching(/^Using the \d+ bundled contracts, because --contracts is not given\n/);

  it.each<[string, object | undefined, readonly string[], string, unknown]>([
    ["those of the configuration", settings, [], "library", using("concord.config.json")],
    ["the document that is given", settings, [other], "clean", ""],
    ["the bundled ones without a configuration", undefined, [], "entity", bundled],
    ["the bundled ones if it names none", { mock: {} }, [], "entity", bundled],
  ])("reads %s, and says which", (name, config, paths, api, said) => {
    const file = write(`list ${name}/${config ? "concord.config.json" : "package.json"}`, JSON.stringify(config ?? {}));
    const options = { cwd: dirname(file), encoding: "utf8" } as const;
    const contracts = (...argv: readonly string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, "concord.ts"), "contracts", ...argv], options);
    const { stdout, stderr } = contracts("list", ...paths);

    expect(stdout).toMatch(new RegExp(`^${api} `, "m"));
    expect(stderr).toEqual(said);
    expect(contracts("lint", ...paths).stderr).toContain(stderr.split("\n")[0]);
  });
});
