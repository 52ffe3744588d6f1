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
const MOST_WORDS = 400;

describe("README", () => {
  it(`has at most ${MOST_WORDS} words`, () => {
    expect(textOf("README.md").split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
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
