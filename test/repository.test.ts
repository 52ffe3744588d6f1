import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sourcesIn } from "./support/imports.ts";

const rooms = ["contracts", "mock", "conformance", "compat", "profiles", "formats", "api", "cli", "fixtures"];
const manifest = JSON.parse(textOf("package.json")) as {
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

/** Maximum number of words in README.md. */
const MAX_WORDS = 400;

describe("README", () => {
  it(`has at most ${MAX_WORDS} words`, () => {
    expect(textOf("README.md").split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
  });

  it("names the Node version of the package", () => {
    expect(textOf("README.md")).toContain(`needs Node ${manifest.engines.node.replace(">=", "")} or later`);
  });

  it("contains the commands that set a clone up", () => {
    expect(textOf("README.md")).toContain("npm ci && npm test\nnpm ci && npm start\n");
  });
});

describe("the documentation", () => {
  it("has a line for each package that users install", () => {
    expect(rowsOf("Runtime dependencies")).toEqual(Object.keys(manifest.dependencies));
    expect(rowsOf("Optional packages")).toEqual(Object.keys(manifest.peerDependencies));
  });

  it("has a line for each package that is bundled", () => {
    const sources = sourcesIn(rooms.filter((room) => room !== "fixtures"));
    const imported = new Set([...sources.values()].flatMap(packagesOf));
    const bundled = Object.keys(manifest.devDependencies).filter(
      (name) => imported.has(name) && !Object.hasOwn(manifest.peerDependencies, name),
    );
    expect(rowsOf("Bundled packages").toSorted()).toEqual(bundled.toSorted());
  });

  it("finds the packages of an import, a require and a dynamic import", () => {
    const text = 'import a from "ajv/dist/2020.js"; const b = require("@scope/b"); await import("c"); from "node:fs"';
    expect(packagesOf(text)).toEqual(["ajv", "@scope/b", "c", "node:fs"]);
  });

  it("states for each room what it may not do", () => {
    const section =
      textOf("docs/architecture.md")
        .split(/^## /m)
        .find((part) => part.startsWith("Rooms")) ?? "";
    expect(rooms.filter((room) => !section.includes(`| \`${room}/\` |`))).toEqual([]);
  });
});

describe("the image", () => {
  it("installs the dependencies and the packages for PostgreSQL in the versions of this repository", () => {
    const { dependencies } = JSON.parse(textOf("deploy/image/package.json")) as typeof manifest;
    const all: Readonly<Record<string, string>> = { ...manifest.devDependencies, ...manifest.dependencies };
    const names = [...Object.keys(manifest.dependencies), "graphile-worker", "pg"];

    expect(dependencies).toEqual(Object.fromEntries(names.map((name) => [name, all[name]])));
    const locked = lockedIn("package-lock.json");
    expect([...lockedIn("deploy/image/package-lock.json")].filter(([path, each]) => locked.get(path) !== each)).toEqual(
      [],
    );
    expect(locked.size).toBeGreaterThan(100);
  });

  /** Version and hash of each package of a lock file, by its path. */
  function lockedIn(file: string): ReadonlyMap<string, string> {
    const { packages } = JSON.parse(textOf(file)) as {
      packages: Record<string, { version: string; integrity?: string }>;
    };
    const installed = Object.entries(packages).filter(([path]) => path !== "");
    return new Map(installed.map(([path, { version, integrity }]) => [path, `${version} ${integrity}`]));
  }
});

describe("actions of GitHub", () => {
  const places = ["*.md", "*.yml", "*.yaml", "cli/init/*.ts"];
  const files = execFileSync("git", ["ls-files", ...places], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");

  it("are named by commit, with the version beside it", () => {
    expect(files).toContain("docs/guides/conformance.md");
    expect(files.flatMap((file) => movingActions(textOf(file)).map((action) => `${file}: ${action}`))).toEqual([]);
  });

  it("are found by tag and by branch", () => {
    const planted = "- uses: actions/checkout@v5\n- uses: a/b@main\n- uses: a/b/c@0123abc # v1";
    expect(movingActions(planted)).toEqual(["actions/checkout@v5", "a/b@main", "a/b/c@0123abc"]);
    const commit = "a".repeat(40);
    expect(movingActions(`- uses: a/b@${commit}`)).toEqual([`a/b@${commit}`]);
    expect(movingActions(`- uses: a/b@${commit} # v1.2.3\n- uses: ./local\n- uses: OWNER/concord@COMMIT`)).toEqual([]);
  });

  /** Actions of a text that are not named by commit, or without the version that the commit has. */
  function movingActions(text: string): string[] {
    const used = [...text.matchAll(/\buses: (?<action>[^\s.][^\s@]*@(?<ref>\S+))(?<rest>.*)/g)];
    return used
      .filter(({ groups }) => groups?.["ref"] !== "COMMIT")
      .filter(({ groups }) => !/^[0-9a-f]{40}$/.test(groups?.["ref"] ?? "") || !/^ # v\d/.test(groups?.["rest"] ?? ""))
      .map(({ groups }) => groups?.["action"] ?? "");
  }
});

/** Names in the first column of a table of the decisions. */
function rowsOf(heading: string): string[] {
  const section = textOf("docs/explanation/decisions.md")
    .split(/^## /m)
    .find((part) => part.startsWith(heading));
  return [...(section ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name as string);
}

/** Names of the packages and modules of Node that a source file loads. */
function packagesOf(text: string): string[] {
  return [...text.matchAll(/(?:from |import\(|require\()"([^."][^"]*)"/g)].map(([, name = ""]) =>
    name.split("/", name.startsWith("@") ? 2 : 1).join("/"),
  );
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
