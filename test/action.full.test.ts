import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCompat } from "../compat/index.ts";
import { loadContracts } from "../contracts/index.ts";
import { actionIn, commandOf, installCheckout, jobIn, runAction, runShell } from "./support/ci/run-step.ts";

// Runs the files for CI as published, in a repository with an installed "concord-toolkit".

const root = join(import.meta.dirname, "..");
const action = actionIn("action.yml");
const gitlab = jobIn("ci/gitlab.yml");

const [base, revision] = ["base", "revision"].map((name) => join(root, "fixtures/changelog", `${name}.yaml`)) as [
  string,
  string,
];
const all = checkCompat(await loadContracts([base]), await loadContracts([revision])).changes.length;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "concord-action-"));
  installCheckout(home);
  for (const file of [base, revision]) cpSync(file, join(home, basename(file)));
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "base.yaml", "revision.yaml");
  commit("One");
  git("remote", "add", "origin", home);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function commit(message: string): void {
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--all", "--message", message);
}

describe("action.yml", () => {
  it("writes annotations, the job summary and SARIF, and fails for a blocking change", async () => {
    const { code, out } = await act({ base: "base.yaml", revision: "revision.yaml", markdown: "comment.md" });

    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=revision\.yaml,line=6,title=.*::GET \/v1\/orders/m);
    expect(read("summary.md")).toContain("## Compatibility: 5 changes block");
    expect(read("comment.md")).toBe(read("summary.md"));
    expect(JSON.parse(read("concord.sarif"))).toMatchObject({ version: "2.1.0", runs: [{ results: { length: all } }] });
  });

  it("passes without a blocking change, or if no change may fail the job", async () => {
    expect(await act({ base: "base.yaml", revision: "base.yaml" })).toMatchObject({ code: 0, out: "" });
    expect(read("summary.md")).toContain("no changes");
    const none = await act({ base: "base.yaml", revision: "revision.yaml", "fail-on": "none" });
    expect(none).toMatchObject({ code: 0, outputs: { "exit-code": "0", sarif: "concord.sarif" } });
  });

  it("reports that it could not run, and writes no summary of an earlier run", async () => {
    writeFileSync(join(home, "comment.md"), "another run");
    const { code, out, outputs } = await act({ base: "none.yaml", revision: "base.yaml", markdown: "comment.md" });

    expect([code, outputs["exit-code"]]).toEqual([2, "2"]);
    expect(out).toContain("unreadable-document");
    expect(out).toContain("::error title=Concord::concord compat could not run (exit code 2)");
    expect(existsSync(join(home, "summary.md"))).toBe(false);
  });

  it("executes no shell code in its inputs", async () => {
    const names = Object.keys(action.inputs);
    for (const evil of ["$(touch hit)", "`touch hit`", "; touch hit", "\"; touch hit; '", "--help"])
      await act(Object.fromEntries(names.map((name) => [name, evil])));

    expect(existsSync(join(home, "hit"))).toBe(false);
    expect(action.runs.steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  });

  function act(inputs: Readonly<Record<string, string>>) {
    return runAction(action, inputs, { home, place: "." });
  }
});

describe("ci/gitlab.yml", () => {
  it("writes its declared artifacts, and fails for a blocking change", async () => {
    const blocked = await merge({ CONCORD_FILE: "base.yaml" }, () => cpSync(revision, join(home, "base.yaml")));
    expect(blocked.code).toBe(1);
    for (const file of [...gitlab.artifacts.paths, ...Object.values(gitlab.artifacts.reports)])
      expect(read(file).length).toBeGreaterThan(100);
    expect(JSON.parse(read(gitlab.artifacts.reports["codequality"] as string))).toHaveLength(all);
    expect(read(gitlab.artifacts.reports["junit"] as string)).toContain(`tests="${all}" failures="5"`);
  });

  it("passes without a blocking change, regardless of later commits to the target branch", async () => {
    const { code, out } = await merge({ CONCORD_FILE: "base.yaml" }, () => {
      git("switch", "--quiet", "--create", "later");
      cpSync(revision, join(home, "base.yaml"));
      commit("Two");
      git("switch", "--quiet", "main");
    });

    expect([code, out]).toEqual([0, expect.stringMatching(/^Profile: default\nNo changes\n/) as string]);
  });

  function merge(variables: Readonly<Record<string, string>>, work: () => void) {
    const left = execFileSync("git", ["rev-parse", "HEAD"], { cwd: home, encoding: "utf8" }).trim();
    work();
    return runShell(commandOf(gitlab), home, {
      ...gitlab.variables,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: left,
      ...variables,
    });
  }
});

describe("ci/concord.mjs", () => {
  /** A checkout whose lock file names one package, which has a script. */
  function makeCheckout(): string {
    const checkout = join(home, "checkout");
    for (const folder of ["ci", "cli", "yaml"]) mkdirSync(join(checkout, folder), { recursive: true });
    cpSync(join(root, "ci/concord.mjs"), join(checkout, "ci/concord.mjs"));
    const scripts = { preinstall: "touch ../hit", install: "touch ../hit", postinstall: "touch ../hit" };
    const files = {
      "package.json": { name: "checkout", version: "1.0.0", dependencies: { yaml: "file:./yaml" }, scripts },
      "yaml/package.json": { name: "yaml", version: "1.0.0", main: "index.js", scripts },
    };
    for (const [file, content] of Object.entries(files)) writeFileSync(join(checkout, file), JSON.stringify(content));
    writeFileSync(join(checkout, "yaml/index.js"), 'module.exports = "installed";');
    writeFileSync(
      join(checkout, "cli/concord.ts"),
      'import yaml from "yaml"; console.log(yaml, ...process.argv.slice(2)); process.exitCode = 1;',
    );
    execFileSync("npm", ["install", "--package-lock-only", "--offline", "--ignore-scripts"], { cwd: checkout });
    return checkout;
  }

  it("installs what the lock file of its checkout names, runs no script of a package, and passes the exit code on", () => {
    const checkout = makeCheckout();
    const run = () =>
      spawnSync(process.execPath, ["checkout/ci/concord.mjs", "compat", "a b"], { cwd: home, encoding: "utf8" });

    expect(run()).toMatchObject({ status: 1, stdout: "installed compat a b\n" });
    expect(existsSync(join(checkout, "hit")) || existsSync(join(home, "hit"))).toBe(false);
    rmSync(join(checkout, "package-lock.json"));
    expect(run()).toMatchObject({ status: 1, stdout: "installed compat a b\n" });
  });

  it("reports that the lock file is missing or does not fit, and runs nothing", () => {
    const checkout = makeCheckout();
    rmSync(join(checkout, "package-lock.json"));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(checkout, "ci/concord.mjs")], {
      encoding: "utf8",
    });

    expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining("npm ci failed") as string]);
  });
});

describe("the files for CI", () => {
  it("name no package of a registry", () => {
    const files = ["action.yml", "ci/conform/action.yml", "ci/gitlab.yml", "ci/gitlab-conform.yml"];
    const named = files.filter((file) => namesPackage(readFileSync(join(root, file), "utf8")));

    expect(named).toEqual([]);
    for (const planted of ["concord-toolkit@1", "npx concord-toolkit", "npx --yes x", "npm install concord-toolkit"])
      expect([planted, namesPackage(planted)]).toEqual([planted, true]);
  });

  /** True if a text installs by a name, or runs what npx may install. */
  function namesPackage(text: string): boolean {
    return /concord-toolkit@|npx (?!--no )|npm (?:install|i|add)\b[^\n]* concord-toolkit/.test(text);
  }
});

function git(...argv: readonly string[]): void {
  execFileSync("git", argv, { cwd: home });
}

function read(name: string): string {
  return readFileSync(join(home, name), "utf8");
}
