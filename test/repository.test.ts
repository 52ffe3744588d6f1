import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sourcesIn } from "./support/imports.ts";

const rooms = ["contracts", "mock", "conformance", "compat", "profiles", "formats", "api", "cli", "fixtures"];
const readme = readFileSync(join(root, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

describe("README", () => {
  it("has a line for each runtime dependency", () => {
    expect(Object.keys(manifest.dependencies).filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("lists each error code, and no other", () => {
    const used = new Set(
      [...sourcesIn([...rooms, "bench"]).values()].flatMap((text) =>
        [...text.matchAll(/new ToolError\(\s*"([a-z0-9-]+)"/g)].map((match) => match[1] as string),
      ),
    );
    const listed = new Set(
      [...section("Error codes").matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((match) => match[1] as string),
    );

    expect([...listed].toSorted()).toEqual([...used].toSorted());
  });

  it("says of each room what it may not do", () => {
    expect(rooms.filter((room) => !section("Architecture").includes(`| \`${room}/\` |`))).toEqual([]);
  });

  function section(title: string): string {
    return readme.split(/^## /m).find((part) => part.startsWith(title)) ?? "";
  }
});
