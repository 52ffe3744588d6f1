import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, matchesGlob, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, it } from "vitest";

// Tests may run without Docker, so they execute the steps of the Dockerfile in a scratch folder. Two steps are
// replaced: the first `npm ci` by the packages of this checkout, and the change of owner by nothing.

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "concord-docker-"));
const minutes = 60_000;

interface Instruction {
  readonly name: string;
  readonly text: string;
}

const instructions = readFileSync(join(root, "Dockerfile"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line): Instruction => ({ name: line.slice(0, line.indexOf(" ")), text: line.slice(line.indexOf(" ") + 1) }));
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the Dockerfile", () => {
  it("is based on official images with a tested version of Node, each named by its digest", () => {
    expect(textsOf("ARG").map((text) => text.replace(/[0-9a-f]{64}$/, "…"))).toEqual([
      "BUILD_IMAGE=node:24-slim@sha256:…",
      "RUN_IMAGE=node:24-alpine@sha256:…",
    ]);
    expect(textsOf("FROM")).toEqual(["${BUILD_IMAGE} AS build", "${RUN_IMAGE}"]);
  });

  it("installs from lock files only, and runs no script of a package", () => {
    const installs = textsOf("RUN").filter((text) => /\bnpm\b/.test(text));

    expect(installs.length).toBe(2);
    for (const text of installs) expect(text).toMatch(/^npm ci --ignore-scripts(?: --no-audit)?(?: --cache|$)/);
  });

  it("runs as an unprivileged user, and declares its port and volume", () => {
    expect(["USER", "EXPOSE", "VOLUME"].map((name) => textsOf(name, last))).toEqual([["node"], ["4010"], ["/state"]]);
    const after = last.slice(last.findIndex(({ name }) => name === "USER"));
    expect(after.filter(({ name }) => name === "RUN" || name === "COPY")).toEqual([]);
  });

  it(
    "builds an image of this checkout that starts, becomes ready, keeps its state, and stops on a signal",
    async () => {
      const [build, app, state] = ["build", "app", "state"].map((name) => join(scratch, name)) as [
        string,
        string,
        string,
      ];
      copyContext(build);
      symlinkSync(join(root, "node_modules"), join(build, "node_modules"));
      mkdirSync(app);
      for (const { name, text } of last.filter((each) => each.name === "COPY" || each.name === "RUN")) {
        if (name === "COPY" && text.startsWith("--from=build")) {
          if (!existsSync(join(build, "dist"))) await run("sh", ["-c", textsOf("RUN")[1] as string], { cwd: build });
          copy(text.replace("--from=build /build/", ""), build, app);
        } else if (name === "COPY") copy(text, build, app);
        else await run("sh", ["-c", inScratchFolder(text, state).replace(/ && chown .*/, "")], { cwd: app });
      }
      expect(existsSync(join(app, "node_modules", "vitest"))).toBe(false);
      for (const name of ["pg", "graphile-worker"])
        await run(process.execPath, ["-e", `import("${name}")`], { cwd: app });

      const url = await started(app, state);
      const headers = { authorization: "Bearer org_acme", "content-type": "application/json" };
      const made = await fetch(`${url}/v2/metering/meters`, {
        method: "POST",
        headers,
        body: '{"number":"1EMH0012345678"}',
      });
      expect(made.status).toBe(201);
      expect(await health(app, url)).toBe(0);
      for (const path of ["/_concord/metrics", "/_concord/reference/entity", "/_concord/reference/redoc.js"])
        expect([path, (await fetch(url + path, { headers: { authorization: "Bearer s3cret" } })).status]).toEqual([
          path,
          200,
        ]);
      const page = await fetch(`${url}/v2/portal/graphql`, { headers: { accept: "text/html" } });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("GraphiQL")]);
      expect(await ended()).toBe(0);
      expect(await health(app, url)).toBe(1);
      const again = await started(app, state);
      expect(await (await fetch(`${again}/v2/metering/meters`, { headers })).json()).toEqual([await made.json()]);
      expect(await ended()).toBe(0);
    },
    4 * minutes,
  );
});

function textsOf(instruction: string, all: readonly Instruction[] = instructions): string[] {
  return all.filter(({ name }) => name === instruction).map(({ text }) => text);
}

/** Files of the checkout that Docker copies. */
function copyContext(to: string): void {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
  cpSync(root, to, {
    recursive: true,
    filter: (source) => !ignored.some((pattern) => matchesGlob(relative(root, source), pattern)),
  });
}

function copy(text: string, from: string, to: string): void {
  const names = text.split(" ");
  const target = names.pop() as string;
  for (const name of names)
    cpSync(join(from, name), join(to, target === "./" ? basename(name) : target), { recursive: true });
}

/** A step with its paths moved to the scratch folder. */
function inScratchFolder(text: string, state: string): string {
  return text.replaceAll("/state", state);
}

function wordsOf(name: string, state = ""): string[] {
  const text = textsOf(name, last)[0] as string;
  return JSON.parse(inScratchFolder(text.slice(text.indexOf("[")), state)) as string[];
}

/** The container's command, on a free port. */
function started(app: string, state: string): Promise<string> {
  const [, ...argv] = [...wordsOf("ENTRYPOINT"), ...wordsOf("CMD", state), "--port", "0"];
  // The command must be found from any folder, because documents are mounted into the working folder.
  const placed = argv.map((word) => word.replace(/^\/app\//, `${app}/`));
  const made = (child = spawn(process.execPath, placed, {
    cwd: state,
    env: { ...process.env, CONCORD_CONTROL_TOKEN: "s3cret" },
  }));
  return new Promise((resolve, reject) => {
    let text = "";
    made.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    made.stdout.on("data", (chunk: Buffer) => {
      const port = /http:\/\/0\.0\.0\.0:(\d+)/.exec((text += chunk.toString()))?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    made.once("exit", () => reject(new Error(`The mock ended: ${text}`)));
  });
}

/** Stops the process as Docker does. Returns its exit code. */
function ended(): Promise<number | null> {
  const made = child as ChildProcess;
  return new Promise((resolve) => {
    made.once("exit", resolve);
    made.kill("SIGTERM");
  });
}

/** Exit code of the health check. */
async function health(app: string, url: string): Promise<number> {
  const [, ...argv] = wordsOf("HEALTHCHECK").map((word) => word.replace("http://127.0.0.1:4010", url));
  return run(process.execPath, argv, { cwd: app }).then(
    () => 0,
    (error: { readonly code: number }) => error.code,
  );
}
