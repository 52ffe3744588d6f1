import { type SpawnSyncReturns, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { checkCompat } from "../compat/index.ts";
import { loadContracts } from "../contracts/index.ts";

// Runs the files for CI as published, in a repository with an installed "concord-toolkit".

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

interface Pipeline {
  readonly "concord-compat": {
    readonly variables: Readonly<Record<string, string>>;
    readonly script: readonly string[];
    readonly artifacts: { readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>> };
  };
}

const root = join(import.meta.dirname, "..");
const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
const gitlab = (parse(readFileSync(join(root, "ci/gitlab.yml"), "utf8")) as Pipeline)["concord-compat"];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

const [base, revision] = ["base", "revision"].map((name) => join(root, "fixtures/changelog", `${name}.yaml`)) as [
  string,
  string,
];
const all = checkCompat(await loadContracts([base]), await loadContracts([revision])).changes.length;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "concord-action-"));
  install(join(home, "node_modules"));
  writeFileSync(join(home, "package.json"), "{}");
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
  it("writes annotations, the job summary and SARIF, and fails for a blocking change", () => {
    const { status, stdout } = act({ base: "base.yaml", revision: "revision.yaml", markdown: "comment.md" });

    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=revision\.yaml,line=6,title=.*::GET \/v1\/orders/m);
    expect(read("summary.md")).toContain("## Compatibility: 5 changes block");
    expect(read("comment.md")).toBe(read("summary.md"));
    expect(JSON.parse(read("concord.sarif"))).toMatchObject({ version: "2.1.0", runs: [{ results: { length: all } }] });
  });

  it("passes without a blocking change, or if no change may fail the job", () => {
    expect(act({ base: "base.yaml", revision: "base.yaml" })).toMatchObject({ status: 0, stdout: "" });
    expect(read("summary.md")).toContain("no changes");
    expect(act({ base: "base.yaml", revision: "revision.yaml", "fail-on": "none" }).status).toBe(0);
  });

  it("reports that it could not run, and writes no summary of an earlier run", () => {
    writeFileSync(join(home, "comment.md"), "another run");
    const { status, stdout, stderr } = act({ base: "none.yaml", revision: "base.yaml", markdown: "comment.md" });

    expect(status).toBe(2);
    expect(stderr).toContain("unreadable-document");
    expect(stdout).toContain("::error title=Concord::concord compat could not run (exit code 2)");
    expect(existsSync(join(home, "summary.md"))).toBe(false);
  });

  it("executes no shell code in its inputs", () => {
    const names = Object.keys(action.inputs);
    for (const evil of ["$(touch hit)", "`touch hit`", "; touch hit", "\"; touch hit; '", "--help"]) {
      act(Object.fromEntries(names.filter((name) => name !== "version").map((name) => [name, evil])));
      act({ base: "base.yaml", revision: "base.yaml", version: evil });
    }

    expect(existsSync(join(home, "hit"))).toBe(false);
    expect(action.runs.steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  });

  function act(inputs: Readonly<Record<string, string>>): SpawnSyncReturns<string> {
    const [step, ...others] = action.runs.steps;
    if (!step || others.length > 0) throw new Error("there is another step to run");
    const values = Object.entries(step.env).map(([name, text]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1] as string;
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ""];
    });
    return bash(step.run, {
      ...Object.fromEntries(values),
      RUNNER_TEMP: home,
      GITHUB_STEP_SUMMARY: join(home, "summary.md"),
    });
  }
});

describe("ci/gitlab.yml", () => {
  it("writes its declared artifacts, and fails for a blocking change", () => {
    expect(merge({ CONCORD_FILE: "base.yaml" }, () => cpSync(revision, join(home, "base.yaml"))).status).toBe(1);
    for (const file of [...gitlab.artifacts.paths, ...Object.values(gitlab.artifacts.reports)])
      expect(read(file).length).toBeGreaterThan(100);
    expect(JSON.parse(read(gitlab.artifacts.reports["codequality"] as string))).toHaveLength(all);
    expect(read(gitlab.artifacts.reports["junit"] as string)).toContain(`tests="${all}" failures="5"`);
  });

  it("passes without a blocking change, regardless of later commits to the target branch", () => {
    const { status, stdout } = merge({ CONCORD_FILE: "base.yaml" }, () => {
      git("switch", "--quiet", "--create", "later");
      cpSync(revision, join(home, "base.yaml"));
      commit("Two");
      git("switch", "--quiet", "main");
    });

    expect([status, stdout]).toEqual([0, "Profile: default\nNo changes\n"]);
  });

  function merge(variables: Readonly<Record<string, string>>, work: () => void): SpawnSyncReturns<string> {
    const left = spawnSync("git", ["rev-parse", "HEAD"], { cwd: home, encoding: "utf8" }).stdout.trim();
    work();
    return bash(gitlab.script.join("\n"), {
      ...gitlab.variables,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: left,
      ...variables,
    });
  }
});

describe("action.yml and ci/gitlab.yml", () => {
  it("install the version of the package that contains them", () => {
    expect([action.inputs["version"]?.default, gitlab.variables["CONCORD_PACKAGE"]]).toEqual([
      version,
      `concord-toolkit@${version}`,
    ]);
  });
});

/** Runs a step as GitHub's runner does. */
function bash(script: string, env: Readonly<Record<string, string>>): SpawnSyncReturns<string> {
  const argv = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  // Prevents downloads: all needed packages are installed.
  return spawnSync("bash", argv, {
    cwd: home,
    encoding: "utf8",
    env: { ...process.env, npm_config_offline: "true", ...env },
  });
}

/** Installs this checkout as npm would install the package. */
function install(modules: string): void {
  const own = join(modules, "concord-toolkit");
  mkdirSync(own, { recursive: true });
  mkdirSync(join(modules, ".bin"));
  const bin = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "cli/concord.ts")}" "$@"\n`;
  writeFileSync(
    join(own, "package.json"),
    JSON.stringify({ name: "concord-toolkit", version, bin: { "concord-toolkit": "bin" } }),
  );
  for (const file of [join(own, "bin"), join(modules, ".bin/concord-toolkit")]) {
    writeFileSync(file, bin);
    chmodSync(file, 0o755);
  }
}

function git(...argv: readonly string[]): void {
  execFileSync("git", argv, { cwd: home });
}

function read(name: string): string {
  return readFileSync(join(home, name), "utf8");
}
