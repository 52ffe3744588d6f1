import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { documentOf, operationAnswering } from "../test/support/contracts/scratch.ts";

const concord = join(import.meta.dirname, "concord.ts");
const list = { get: operationAnswering({ type: "array", items: { type: "string" } }) };
const shop = JSON.stringify(documentOf({ info: { title: "Shop", version: "1" }, paths: { "/things": list } }));

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "concord-init-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Runs `concord init` in the folder. */
function init(...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [concord, "init", ...argv], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const read = (path: string): string => readFileSync(join(folder, path), "utf8");

describe("concord init", () => {
  it("writes a configuration, a test and a workflow, and says what it found and what comes next", () => {
    write({
      "openapi.json": shop,
      "package.json": '{"type":"module","devDependencies":{"vitest":"*","typescript":"*"}}',
    });
    const { status, stdout, stderr } = init();

    expect([status, stderr]).toEqual([0, "Found openapi.json: Shop, 1 operation\n"]);
    for (const path of ["concord.config.ts", "test/concord.test.ts", ".github/workflows/concord.yml"])
      expect(stdout).toContain(`Created ${path}\n`);
    expect(stdout).toMatch(
      /Next:\n {2}npm install .*\n {2}npx --no concord-toolkit mock\n {2}npx vitest run test\/concord/,
    );
    expect(read("test/concord.test.ts")).toContain('from "vitest"');
    expect(parse(read(".github/workflows/concord.yml"))).toMatchObject({ on: "pull_request" });
  });

  it("keeps every file that exists, a configuration of another extension included", () => {
    const kept = { "concord.config.json": "{}", "test/concord.test.mjs": "// mine", "openapi.json": shop };
    write(kept);
    const { status, stdout } = init();

    expect(status).toBe(0);
    for (const [path, text] of Object.entries(kept)) expect(read(path)).toBe(text);
    expect(stdout).toMatch(/Kept +concord\.config\.mjs\nKept +test\/concord\.test\.mjs\nCreated \.github/);
  });

  it("writes nothing with --dry-run", () => {
    write({ "openapi.json": shop });
    const { status, stdout } = init("--dry-run");

    expect(status).toBe(0);
    expect(stdout).toContain("--- concord.config.mjs\n");
    expect(existsSync(join(folder, "concord.config.mjs"))).toBe(false);
  });

  it("says how to name a document if there is none", () => {
    expect(init()).toMatchObject({ status: 2, stderr: expect.stringContaining("concord init path/to/openapi.yaml") });
  });

  it("writes a GitLab job for a project on GitLab", () => {
    write({ "openapi.json": shop, ".gitlab-ci.yml": "stages: [test]" });
    init();

    expect(parse(read("concord.gitlab-ci.yml"))).toHaveProperty("concord-compat.script");
    expect(read(".gitlab-ci.yml")).toBe("stages: [test]");
  });

  it("escapes what a document or the name of its file contains", () => {
    const path = '/a"+process.exit(7)+"`';
    write({ "a'$(touch hacked).json": JSON.stringify(documentOf({ paths: { [path]: list } })) });
    const { status } = init();
    const { jobs } = parse(read(".github/workflows/concord.yml"));
    const command = jobs.compat.steps.at(-1).run.replace(/^npx --no concord-toolkit/, "printf '<%s>'");

    expect(status).toBe(0);
    expect(
      execFileSync("sh", ["-c", command], { encoding: "utf8", cwd: folder, env: { GITHUB_BASE_REF: "main" } }),
    ).toBe("<compat><git:origin/main:a'$(touch hacked).json><a'$(touch hacked).json><--format><github>");
    expect(existsSync(join(folder, "hacked"))).toBe(false);
    expect(spawnSync(process.execPath, ["--check", join(folder, "test/concord.test.mjs")]).status).toBe(0);
    expect(read("test/concord.test.mjs")).toContain(JSON.stringify(path));
  });

  it("writes a workflow that passes on the pull request that adds the document, and compares the next one", () => {
    write({ "readme.txt": "before", ".gitignore": "node_modules" });
    installToolkit();
    git("init", "--quiet", "--initial-branch", "main");
    commit("before");
    write({ "openapi.json": shop });
    init();
    commit("adds the document");
    const { jobs } = parse(read(".github/workflows/concord.yml"));
    const command = jobs.compat.steps
      .at(-1)
      .run.replace(/^npx --no concord-toolkit/, `"${process.execPath}" "${concord}"`);
    const run = (base: string) => {
      git("update-ref", "refs/remotes/origin/main", base);
      const env = { ...process.env, GITHUB_BASE_REF: "main" };
      return spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", env });
    };

    expect(run("HEAD~1")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Operation "GET /things" was added'),
      stderr: expect.stringContaining("New, because BASE does not have it: git:origin/main:openapi.json"),
    });

    write({ "openapi.json": shop.replace('"/things"', '"/others"') });
    commit("breaks it");
    expect(run("HEAD~1")).toMatchObject({ status: 1, stdout: expect.stringContaining("GET /things") });
  });

  it.each([
    ["GitHub", ".github/workflows/concord.yml", "${{ github.event.pull_request.title }}.json", {}],
    ["GitLab", "concord.gitlab-ci.yml", "$[[ inputs.title ]].json", { ".gitlab-ci.yml": "" }],
  ])("writes no expression that %s evaluates", (_, workflow, name, files) => {
    write({ [name]: shop, ...files });
    expect(init().status).toBe(0);
    const text = read(workflow);

    expect(text).not.toMatch(/\$\{\{|\$\[\[/);
    const command = (/npx --no concord-toolkit (.*)/.exec(text)?.[1] ?? "").replace(/^/, "printf '<%s>' ");
    const env = { GITHUB_BASE_REF: "main", CI_MERGE_REQUEST_DIFF_BASE_SHA: "abc" };
    expect(execFileSync("sh", ["-c", command], { encoding: "utf8", env })).toContain(`<${name}>`);
  });

  it.each(["\u2028", "\n", "\u0085"])("refuses a name of a file that would end a line of the workflow: %j", (end) => {
    write({ [`a${end}b.json`]: shop });
    expect(init()).toMatchObject({ status: 2, stderr: expect.stringContaining("cannot be written to a workflow") });
  });

  it.each([".github", ".github/workflows", "test"])(
    "writes no file behind a link %s that leads out of the project",
    (link) => {
      const outside = mkdtempSync(join(tmpdir(), "concord-outside-"));
      write({ "openapi.json": shop });
      mkdirSync(dirname(join(folder, link)), { recursive: true });
      symlinkSync(outside, join(folder, link));
      const { status, stderr } = init();
      const written = readdirSync(outside, { recursive: true });
      rmSync(outside, { recursive: true });

      expect([status, stderr]).toEqual([2, expect.stringContaining("a link leads out of the project")]);
      expect(written).toEqual([]);
    },
  );

  it("writes behind a link that stays in the project", () => {
    write({ "openapi.json": shop, "config/github/x": "" });
    symlinkSync("config/github", join(folder, ".github"));

    expect(init().status).toBe(0);
    expect(existsSync(join(folder, "config/github/workflows/concord.yml"))).toBe(true);
  });

  it("writes a test that passes against the mock", () => {
    write({ "openapi.json": shop });
    init();
    installToolkit();

    const { status, stdout } = spawnSync(process.execPath, ["--test", "test/concord.test.mjs"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining("pass 1")]);
  });
});

function git(...argv: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...argv], { cwd: folder });
}

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

/** Puts the sources into node_modules as the package. */
function installToolkit(): void {
  const root = join(import.meta.dirname, "..");
  const own = join(folder, "node_modules/concord-toolkit");
  mkdirSync(own, { recursive: true });
  write({
    "node_modules/concord-toolkit/package.json": JSON.stringify({
      name: "concord-toolkit",
      type: "module",
      exports: { "./mock": "./mock.mjs" },
    }),
    "node_modules/concord-toolkit/mock.mjs": `export * from ${JSON.stringify(join(root, "api/mock.ts"))};\n`,
  });
}
