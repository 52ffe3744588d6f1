import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./support/imports.ts";

const rooms = ["contracts", "mock", "conformance", "compat", "profiles", "formats", "api", "cli", "fixtures"];
const manifest = JSON.parse(textOf("package.json")) as { dependencies: Record<string, string> };

/** Maximum number of words in README.md. */
const MOST_WORDS = 400;

describe("README", () => {
  it(`has at most ${MOST_WORDS} words`, () => {
    expect(textOf("README.md").split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  });

  it("contains the commands that set a clone up", () => {
    expect(textOf("README.md")).toContain("npm ci && npm test\nnpm ci && npm start\n");
  });
});

describe("the documentation", () => {
  it("has a line for each runtime dependency", () => {
    const decisions = textOf("docs/explanation/decisions.md");
    expect(Object.keys(manifest.dependencies).filter((name) => !decisions.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("states for each room what it may not do", () => {
    const section =
      textOf("docs/architecture.md")
        .split(/^## /m)
        .find((part) => part.startsWith("Rooms")) ?? "";
    expect(rooms.filter((room) => !section.includes(`| \`${room}/\` |`))).toEqual([]);
  });
});

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
