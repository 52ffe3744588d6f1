import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actionIn, jobIn, runShell, runStep, startGithub } from "./support/ci/run-step.ts";
import { serve } from "./support/conformance/things.ts";
import { documentOf } from "./support/contracts/scratch.ts";

// Runs the steps of ci/conform/action.yml and ci/gitlab-conform.yml as a shell does, with a fake API of GitHub.

const root = join(import.meta.dirname, "..");
const action = actionIn("ci/conform/action.yml");
const gitlab = jobIn("ci/gitlab-conform.yml");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "concord-conform-action-"));
  const own = join(home, "node_modules/concord-toolkit");
  mkdirSync(own, { recursive: true });
  mkdirSync(join(home, "node_modules/.bin"));
  const manifest = { name: "concord-toolkit", version, bin: { "concord-toolkit": "bin" } };
  writeFileSync(join(own, "package.json"), JSON.stringify(manifest));
  for (const file of [join(own, "bin"), join(home, "node_modules/.bin/concord-toolkit")]) {
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "cli/concord.ts")}" "$@"\n`);
    chmodSync(file, 0o755);
  }
  writeFileSync(join(home, "package.json"), "{}");
  const content = { "application/json": { schema: { type: "string" } } };
  const get = { responses: { 200: { description: "It.", content } } };
  writeFileSync(join(home, "openapi.json"), JSON.stringify(documentOf({ paths: { "/a": { get } } }), null, 2));
  writeFileSync(join(home, "event.json"), JSON.stringify({ pull_request: { number: 7 } }));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("ci/conform/action.yml", () => {
  it("writes annotations and reports, one comment that it updates, and accepts a baseline", async () => {
    await using api = await startApi("1");
    await using github = await startGithub();
    const inputs = { target: api.url, contracts: "openapi.json\n", "github-token": "gh-secret", html: "page.html" };
    const found = await act(inputs, github.url);

    expect(found.code).toBe(1);
    expect(found.out).toMatch(/^::error file=openapi\.json,line=\d+,title=\S+ body-conforms::/m);
    expect(read("summary.md")).toContain("## Conformance: 1 failure");
    expect(JSON.parse(read("concord-conform.sarif"))).toMatchObject({ runs: [{ results: { length: 1 } }] });
    expect(existsSync(join(home, "page.html"))).toBe(true);
    const [, id] = /#([0-9a-f]{12})/.exec(found.out) ?? [];
    writeFileSync(join(home, "known.yaml"), `- {finding: "${id}", reason: Ticket 7, expires: 2999-01-01}\n`);
    const known = await act({ ...inputs, baseline: "known.yaml" }, github.url);

    expect(known.code).toBe(0);
    expect(github.requests).toEqual([
      "GET /repos/own/shop/issues/7/comments?per_page=100&page=1",
      "POST /repos/own/shop/issues/7/comments",
      "GET /repos/own/shop/issues/7/comments?per_page=100&page=1",
      "PATCH /repos/own/shop/issues/comments/42",
    ]);
    expect(github.comments()).toHaveLength(1);
    expect(github.comments()[0]).toContain("no failures, 1 warning");
    expect(found.out + known.out).not.toContain("gh-secret");
  });

  it("reports with an error that nothing could be judged, and that a comment could not be written", async () => {
    await using github = await startGithub(403);
    const unread = await act({ target: "http://127.0.0.1:1", contracts: "none.json" }, github.url);
    expect(unread.code).toBe(2);
    expect(unread.out).toContain("::error title=Concord::");
    expect(github.requests).toEqual([]);

    await using api = await startApi('"x"');
    const inputs = { target: api.url, contracts: "openapi.json", "github-token": "gh-secret" };
    const forbidden = await act(inputs, github.url);
    expect(forbidden.code).toBe(0);
    expect(forbidden.out).toContain("::warning title=Concord::The comment could not be written: GET");
  });

  it("executes no shell code in its inputs", async () => {
    const names = Object.keys(action.inputs).filter((name) => !["version", "package", "github-token"].includes(name));
    for (const evil of ["$(touch hit)", "`touch hit`", "; touch hit"])
      await act(Object.fromEntries(names.map((name) => [name, evil])), "http://127.0.0.1:1");

    expect(existsSync(join(home, "hit"))).toBe(false);
    expect(action.runs.steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  });

  it("installs the version of the package that contains it", () => {
    expect(action.inputs["version"]?.default).toBe(version);
    expect(gitlab.variables["CONCORD_PACKAGE"]).toBe(`concord-toolkit@${version}`);
  });
});

describe("ci/gitlab-conform.yml", () => {
  it("writes its declared artifacts, and fails for a finding", async () => {
    await using api = await startApi("1");
    const variables = {
      ...gitlab.variables,
      CONCORD_TARGET: api.url,
      CONCORD_CONTRACTS: "openapi.json",
      npm_config_offline: "true",
    };

    expect((await runShell(gitlab.script.join("\n"), home, variables)).code).toBe(1);
    for (const file of [...gitlab.artifacts.paths, ...Object.values(gitlab.artifacts.reports)])
      expect(read(file).length).toBeGreaterThan(100);
  });
});

function act(inputs: Readonly<Record<string, string>>, github: string) {
  // Prevents downloads: all needed packages are installed.
  return runStep(action, inputs, { home, place: "ci/conform", github, env: { npm_config_offline: "true" } });
}

function startApi(body: string) {
  return serve(
    createServer((_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(body)),
  );
}

function read(name: string): string {
  return readFileSync(join(home, name), "utf8");
}
