import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = import.meta.dirname;
const readme = readFileSync(join(root, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

/** Which rooms a room may import from. */
const layers: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  mock: ["contracts"],
  conformance: ["contracts"],
  compat: ["contracts"],
  cli: ["contracts", "mock", "conformance", "compat"],
  bench: ["contracts", "mock", "conformance", "compat"],
  fixtures: [],
};

/** Doors that a room has beside its index.ts: parts that can be had without the rest of it. */
const doors = new Set(["contracts/values/index.ts", "contracts/signatures/index.ts", "contracts/secrets/index.ts"]);

/** Packages that only one part of the tree may import. */
const homes: Readonly<Record<string, readonly string[]>> = {
  yaml: ["contracts/model/", "fixtures/providers/"],
  "@apidevtools/swagger-parser": ["contracts/lint/"],
  "@eslint-community/regexpp": ["contracts/patterns/"],
  "@scalar/openapi-upgrader": ["contracts/model/"],
  "js-yaml": ["contracts/model/"],
  graphql: ["contracts/model/", "compat/graphql/", "mock/graphql/", "conformance/promises/graphql/"],
  "graphql-http": ["mock/graphql/"],
  "graphql-query-complexity": ["mock/graphql/"],
  "@faker-js/faker": ["contracts/values/"],
  pino: ["cli/"],
  "prom-client": ["mock/metrics/"],
  selfsigned: ["cli/"],
  vitest: ["mock/testing/", "conformance/vitest.ts"],
  "json-p3": ["contracts/model/", "mock/resources/"],
  "fast-check": ["contracts/values/", "conformance/"],
  feed: ["compat/changelog/"],
};

describe("rooms", () => {
  it("import only what lies below them", () => {
    expect(sources().flatMap(({ file, text }) => sidewaysImports(file, text))).toEqual([]);
  });

  it("are entered by their doors", () => {
    expect(sources().flatMap(({ file, text }) => backEntrances(file, text))).toEqual([]);
  });

  it("keep each library at home", () => {
    expect(sources().flatMap(({ file, text }) => strayLibraries(file, text))).toEqual([]);
  });

  it("hold files that fit a screen or two", () => {
    expect(
      sources()
        .filter(({ text }) => text.split("\n").length > 330)
        .map(({ file }) => file),
    ).toEqual([]);
  });
});

describe("the checks of the rooms", () => {
  it("catch a planted sideways import", () => {
    expect(sidewaysImports("mock/a.ts", 'import { b } from "../compat/b.ts";')).toEqual(["mock/a.ts imports compat"]);
    expect(sidewaysImports("mock/a.ts", 'import { b } from "../contracts/index.ts";')).toEqual([]);
    expect(sidewaysImports("contracts/model/a.ts", 'const b = await import("../../cli/b.ts");')).toEqual([
      "contracts/model/a.ts imports cli",
    ]);
    expect(sidewaysImports("fixtures/receivers/a.ts", 'import { b } from "../../contracts/index.ts";')).toEqual([
      "fixtures/receivers/a.ts imports contracts",
    ]);
  });

  it("catch a planted back entrance", () => {
    expect(backEntrances("mock/a.ts", 'import { b } from "../contracts/model/b.ts";')).toEqual([
      "mock/a.ts enters contracts by contracts/model/b.ts",
    ]);
    expect(backEntrances("mock/a.ts", 'import { b } from "../contracts/values/index.ts";')).toEqual([]);
  });

  it("catch a planted stray library", () => {
    expect(strayLibraries("cli/a.ts", 'import { parse } from "yaml";')).toEqual(["cli/a.ts imports yaml"]);
    expect(strayLibraries("contracts/model/a.ts", 'import { parse } from "yaml";')).toEqual([]);
  });
});

describe("README", () => {
  it("has a line for each runtime dependency", () => {
    expect(Object.keys(manifest.dependencies).filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("lists each error code, and no other", () => {
    const used = new Set(
      sources().flatMap(({ text }) =>
        [...text.matchAll(/new ToolError\(\s*"([a-z0-9-]+)"/g)].map((match) => match[1] as string),
      ),
    );
    const listed = new Set(
      [...section("Error codes").matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((match) => match[1] as string),
    );

    expect([...listed].toSorted()).toEqual([...used].toSorted());
  });

  it("says of each room what it may not do", () => {
    expect(
      Object.keys(layers).filter((room) => room !== "bench" && !section("Architecture").includes(`| \`${room}/\` |`)),
    ).toEqual([]);
  });

  function section(title: string): string {
    return readme.split(/^## /m).find((part) => part.startsWith(title)) ?? "";
  }
});

function sources(): { file: string; text: string }[] {
  return Object.keys(layers).flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("node_modules"))
      .map((name) => ({
        file: join(room, name).replaceAll("\\", "/"),
        text: readFileSync(join(root, room, name), "utf8"),
      })),
  );
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

/** The files of this repository that a file imports, as paths from its root. */
function localImports(file: string, text: string): string[] {
  return importsOf(text)
    .filter((name) => name.startsWith("."))
    .map((name) => relative(".", normalize(join(dirname(file), name))).replaceAll("\\", "/"));
}

function sidewaysImports(file: string, text: string): string[] {
  const room = file.split("/")[0] as string;
  const others = localImports(file, text).map((target) => target.split("/")[0] as string);
  return others
    .filter((other) => other !== room && !layers[room]?.includes(other))
    .map((other) => `${file} imports ${other}`);
}

function backEntrances(file: string, text: string): string[] {
  const room = file.split("/")[0] as string;
  return localImports(file, text)
    .filter((target) => target.split("/")[0] !== room && !/^[a-z]+\/index\.ts$/.test(target) && !doors.has(target))
    .map((target) => `${file} enters ${target.split("/")[0]} by ${target}`);
}

function strayLibraries(file: string, text: string): string[] {
  return importsOf(text)
    .filter((name) => homes[name] && !homes[name].some((home) => file.startsWith(home)))
    .map((name) => `${file} imports ${name}`);
}
