import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./support/imports.ts";

// The example of the guide, without a container: the command of the Dockerfile runs with the arguments of the example.

const guide = readFileSync(join(root, "docs/guides/testcontainers.md"), "utf8");
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

/** First group of a pattern that the text has to match. */
function groupIn(text: string, pattern: RegExp): string {
  const group = pattern.exec(text)?.[1];
  if (group === undefined) throw new Error(`Nothing matches ${pattern}`);
  return group;
}

let child: ChildProcess;
let url: string;
beforeAll(async () => {
  const entryPoint = JSON.parse(groupIn(dockerfile, /^ENTRYPOINT (.+)$/m)) as string[];
  const [, ...fixed] = entryPoint.map((word) => word.replace("/app/dist/cli/concord.js", join(root, "cli/concord.ts")));
  const given = (JSON.parse(groupIn(guide, /\.withCommand\((\[.*\])\)/)) as string[]).map((word) =>
    word.replace("/here/", join(root, "test/support/docs/files/")),
  );
  const [, name = "", value = ""] = /\.withEnvironment\(\{ (\w+): "(\w+)" \}\)/.exec(guide) ?? [];
  child = spawn(process.execPath, [...fixed, ...given, "--port", "0"], { env: { ...process.env, [name]: value } });
  url = await new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      const port = /listens on http:\/\/0\.0\.0\.0:(\d+)/.exec((output += chunk.toString()))?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`The mock ended: ${output}`)));
  });
});
afterAll(() => void child.kill("SIGKILL"));

describe("the example for Testcontainers", () => {
  it("exposes and awaits the port of the image, which is the default of the command", () => {
    const port = groupIn(dockerfile, /^EXPOSE (\d+)$/m);
    const [, ofWait] = /Wait\.forHttp\("[^"]+", (\d+)\)/.exec(guide) ?? [];
    expect([groupIn(guide, /\.withExposedPorts\((\d+)\)/), ofWait, groupIn(guide, /getMappedPort\((\d+)\)/)]).toEqual([
      port,
      port,
      port,
    ]);
    expect(readFileSync(join(root, "cli/mock/options.ts"), "utf8")).toContain(`default: "${port}"`);
  });

  it("awaits a route that is 200 without a token, unlike others below /_concord", async () => {
    const route = groupIn(guide, /Wait\.forHttp\("([^"]+)"/);
    expect((await fetch(url + route)).status).toBe(200);
    expect((await fetch(`${url}/_concord/organizations`)).status).toBe(403);
    expect((await fetch(`${url}/_concord/redy`)).status).not.toBe(200);
  });

  it("serves the reader's document, and worlds by the control token", async () => {
    expect((await fetch(`${url}/books`)).status).toBe(200);
    const headers = { authorization: "Bearer test" };
    const made = await fetch(`${url}/_concord/worlds`, { method: "POST", headers });
    expect(made.status).toBe(201);
    const { baggage } = (await made.json()) as { readonly baggage: string };
    const body = JSON.stringify({ title: "Dune", isbn: "9780441172719", price: 9.99 });
    await fetch(`${url}/books`, { method: "POST", headers: { baggage, "content-type": "application/json" }, body });

    expect(await (await fetch(`${url}/books`, { headers: { baggage } })).json()).toMatchObject({ total: 1 });
    expect(await (await fetch(`${url}/books`)).json()).toMatchObject({ total: 0 });
  });
});
