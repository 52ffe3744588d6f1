import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = import.meta.dirname;
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const minutes = 60_000;

/** The lowest version that the package says it runs on, and the newest of each line that is supported. */
const runtimes = ["22.19.0", "24.21.0", "26.10.0"];

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "concord-package-"));
  await run(npm, ["pack", "--pack-destination", folder], { cwd: root });
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) as string);
}, 2 * minutes);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent.each(runtimes)("the packed package, installed into an empty folder on Node %s", (version) => {
  it(
    "runs npx concord mock, and startMock() from a module",
    async () => {
      const home = mkdtempSync(join(folder, "home-"));
      writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module", allowScripts: { node: true } }));
      writeFileSync(join(home, "use.js"), usage);
      await run(npm, ["install", "--no-audit", "--no-fund", `node@${version}`, tarball], { cwd: home });

      const used = await run("npx", ["node", "use.js"], { cwd: home });
      expect(JSON.parse(used.stdout)).toEqual({ node: version, status: 200, body: { results: [] } });

      const mock = spawn("npx", ["concord", "mock", "--port", "0"], { cwd: home, detached: true });
      try {
        const url = await printedUrl(mock);
        const answer = await fetch(`${url}/v1/entity/schemas`, { headers: { authorization: "Bearer org_demo" } });
        expect(answer.status).toBe(200);
      } finally {
        process.kill(-(mock.pid as number), "SIGTERM");
      }
    },
    4 * minutes,
  );
});

// Node 22 has no "await using" yet: there a mock is closed by hand.
const usage = `
import { startMock } from "concord-toolkit/mock";
const mock = await startMock();
const { token } = mock.org("acme");
const response = await fetch(mock.url + "/v1/entity/schemas", { headers: { authorization: "Bearer " + token } });
console.log(JSON.stringify({ node: process.versions.node, status: response.status, body: await response.json() }));
await mock.close();
`;

function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (url) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => reject(new Error(`concord mock ended: ${text}`)));
  });
}
