import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Graph,
  cyclesIn,
  graphOf,
  groupedGraph,
  importsOf,
  localImports,
  root,
  sourcesIn,
} from "./support/imports.ts";

/** Rooms that a room may import from. */
const layers: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  formats: ["contracts"],
  mock: ["contracts", "formats"],
  conformance: ["contracts", "formats"],
  compat: ["contracts", "formats"],
  profiles: ["contracts", "mock", "conformance", "compat"],
  api: ["contracts", "formats", "mock", "conformance", "compat", "profiles"],
  cli: ["contracts", "formats", "mock", "conformance", "compat", "profiles", "api"],
  bench: ["contracts", "mock", "conformance", "compat", "profiles", "api", "test"],
  fixtures: [],
};

/** Further doors of a room beside its index.ts, for parts that can be imported alone. */
const doors = new Set([
  "contracts/generate/index.ts",
  "contracts/signatures/index.ts",
  "contracts/secrets/index.ts",
  "mock/profile/index.ts",
  "mock/testing/vitest.ts",
  "mock/testing/playwright.ts",
  "mock/testing/msw.ts",
  "profiles/choose-profile.ts",
  "profiles/conformance-profile-for.ts",
  "profiles/compat-profiles.ts",
  "profiles/mock-profile-for.ts",
  "conformance/profile/index.ts",
  "profiles/platform/compat.ts",
  "profiles/platform/conformance.ts",
  "profiles/platform/periods.ts",
  "conformance/vitest.ts",
  "conformance/consumer/mistake-in-calls.ts",
  "profiles/platform/mock.ts",
  "api/mock.ts",
  "api/config/index.ts",
  // Benchmarks of the mock start the same PostgreSQL.
  "test/support/postgres/database.ts",
]);

const architecture = readFileSync(join(root, "docs/architecture.md"), "utf8");

/** Rooms whose folders are floors, each with its folders from top to bottom, as in docs/architecture.md. */
const floors: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  [...architecture.matchAll(/^\| `(\w+\/[\w-]+)\/` \|/gm)].map((match) => match[1] as string),
  (folder) => folder.split("/")[0] as string,
);

/** Maximum number of source files in a folder. */
const MAX_FILES = 25;

/** Catalogues: folders for any number of files of one kind. */
const catalogues = new Set([
  "contracts/schema/keywords",
  "compat/rules",
  "conformance/relations",
  "fixtures/receivers/wrong",
]);

/** Packages that only one part of the repository may import. */
const homes: Readonly<Record<string, readonly string[]>> = {
  yaml: ["contracts/parsing/", "fixtures/providers/"],
  "@apidevtools/swagger-parser": ["contracts/lint/"],
  "@eslint-community/regexpp": ["contracts/patterns/"],
  "@scalar/openapi-upgrader": ["contracts/openapi/upgrading/"],
  "js-yaml": ["contracts/parsing/"],
  graphql: [
    "contracts/parsing/",
    "contracts/graphql/",
    "compat/graphql/",
    "mock/graphql/",
    "conformance/promises/graphql/",
  ],
  "graphql-http": ["mock/graphql/"],
  "graphql-query-complexity": ["mock/graphql/"],
  "@faker-js/faker": ["contracts/generate/"],
  pino: ["cli/"],
  "prom-client": ["mock/metrics/"],
  selfsigned: ["cli/"],
  vitest: ["mock/testing/", "conformance/vitest.ts", "api/vitest.ts"],
  msw: ["mock/testing/", "api/msw.ts"],
  "@playwright/test": ["mock/testing/"],
  "json-p3": ["contracts/openapi/", "contracts/schema/", "mock/resources/"],
  "fast-check": ["contracts/generate/", "conformance/"],
  feed: ["compat/changelog/"],
};

const sources = sourcesIn(Object.keys(layers));

describe("rooms", () => {
  it("import only rooms below them", () => {
    expect([...sources].flatMap(([file, text]) => sidewaysImports(file, text))).toEqual([]);
  });

  it("are imported through their doors only", () => {
    expect([...sources].flatMap(([file, text]) => importsPastDoors(file, text))).toEqual([]);
  });

  it("import a library in one place only", () => {
    expect([...sources].flatMap(([file, text]) => misplacedLibraries(file, text))).toEqual([]);
  });

  it("have no import cycle, type-only imports included", () => {
    expect(cyclesIn(graphOf(sources))).toEqual([]);
  });

  it.each([...floors])("have floors: a folder of %s imports only from those below it", (room, folders) => {
    const graph = groupedGraph(
      graphOf(new Map([...sources].filter(([file]) => file.startsWith(`${room}/`)))),
      folderOf,
    );
    expect(folders.toSorted()).toEqual([...graph.keys()].filter((folder) => folder !== room).toSorted());
    expect(upwardImports(graph, folders)).toEqual([]);
  });

  it(`have at most ${MAX_FILES} files in a folder, catalogues aside`, () => {
    expect(crowdedFolders([...sources.keys()])).toEqual([]);
  });

  it("contain files under 350 lines", () => {
    expect([...sources].filter(([, text]) => text.split("\n").length > 350).map(([file]) => file)).toEqual([]);
  });
});

describe("output", () => {
  it("is written to the terminal by one file, through one function", () => {
    expect([...sources].flatMap(([file, text]) => strayOutput(file, text))).toEqual([]);
    const safe = [...sources].filter(([, text]) => text.includes("createSafeOutput(")).map(([file]) => file);
    expect(safe.toSorted()).toEqual(["cli/run.ts", "cli/safe-output.ts"]);
  });

  it.each([
    "process.stdout.write(text)",
    "const { stdout } = process;",
    "console.log(text)",
    "writeSync(1, text)",
    'const { stderr } = await import("node:process");',
  ])("is found elsewhere: %s", (planted) => {
    expect(strayOutput("cli/a.ts", planted)).toEqual([`cli/a.ts: ${planted}`]);
  });

  it("of examples in comments is no output", () => {
    expect(strayOutput("cli/a.ts", " * console.log(text);\n// process.stdout.write(text)")).toEqual([]);
  });
});

/** The process itself, its start on a version of Node that cannot load the other files, and warnings in a run of Vitest. */
const writers = ["cli/main.ts", "cli/concord.ts", "conformance/vitest.ts"];

/** Lines of a file that write to the terminal. */
function strayOutput(file: string, text: string): string[] {
  if (writers.includes(file) || file.endsWith(".test.ts") || !/^(?!bench|fixtures)/.test(file)) return [];
  return text
    .split("\n")
    .filter((line) => !/^\s*(?:\*|\/\/)/.test(line))
    .filter((line) =>
      /\bconsole\.\w+\(|\bprocess\.std(?:out|err)\.write|\bwriteSync\([12],|\{[^}]*\bstd(?:out|err)\b[^}]*\} = (?:process\b|await import\("node:process"\))/.test(
        line,
      ),
    )
    .map((line) => `${file}: ${line.trim()}`);
}

/** Rooms whose engine names no provider. Everything about one provider is in its profile. */
const engines = ["contracts", "compat", "conformance", "mock"];

describe.each(engines)("the engine of %s", (room) => {
  const engine = [...sources].filter(([file]) => file.startsWith(`${room}/`));

  it("names no clause of a specification", () => {
    expect(engine.length).toBeGreaterThan(100);
    expect(engine.filter(([, text]) => namesClause(text)).map(([file]) => file)).toEqual([]);
  });

  it("names no token of the bundled platform", () => {
    expect(engine.filter(([, text]) => namesToken(text)).map(([file]) => file)).toEqual([]);
  });
});

describe("namesToken()", () => {
  it("catches a planted token", () => {
    expect(namesToken('const headers = { authorization: "Bearer org_demo" };')).toBe(true);
    expect(namesToken("/** The form of tokens: org_<name>. */")).toBe(true);
    expect(namesToken('["organization", "orgId", "org_id"]')).toBe(false);
    expect(namesToken("const { organization } = world;")).toBe(false);
  });
});

describe("namesClause()", () => {
  it("catches a planted clause", () => {
    expect(namesClause('section: "9.5"')).toBe(true);
    expect(namesClause("/** Supported for two years (§9.3). */")).toBe(true);
    expect(namesClause("/** RFC 9110, 13 and 15.4.5. */")).toBe(false);
  });
});

describe("the mock", () => {
  it("reads time and environment of the machine in mock/start/ only, in mock/transports/ to close sockets, and in mock/postgres/ to time statements", () => {
    const readers = [...sources].filter(([file, text]) => file.startsWith("mock/") && readsMachine(text));
    expect(readers.map(([file]) => file)).toEqual([
      "mock/postgres/statistics.ts",
      "mock/start/start.ts",
      "mock/transports/drain.ts",
    ]);
  });

  it("caches by object in mock/model/cached-by.ts, in handlers, and for connections only", () => {
    const caches = [...sources].filter(([file, text]) => file.startsWith("mock/") && hasModuleCache(text));
    expect(caches.map(([file]) => file)).toEqual(["mock/transports/malformed.ts"]);
    expect(hasModuleCache("const known = new WeakMap<Contract, string>();")).toBe(true);
    expect(hasModuleCache("  const known = new WeakMap<Stored, string>();")).toBe(false);
  });

  it("catches a planted read of the clock", () => {
    expect(readsMachine("const now = Date.now();")).toBe(true);
    expect(readsMachine("const at = new Date();")).toBe(true);
    expect(readsMachine('const home = process.env["HOME"];')).toBe(true);
    expect(readsMachine("const at = new Date(clock.now());")).toBe(false);
  });
});

describe("the root", () => {
  it("contains rooms, named folders and configuration only", () => {
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
    const loose = tracked.split("\n").filter((file) => /^[^/]+\.ts$/.test(file));
    expect(loose).toEqual(["vitest.config.ts", "vitest.setup.ts"]);
  });
});

describe("docs/architecture.md", () => {
  it("names files and folders that exist", () => {
    const named = [...architecture.matchAll(/`([\w-]+\/[\w./-]*)`/g)].map((match) => match[1] as string);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
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

  it("catch a planted import of a profile by a room", () => {
    expect(sidewaysImports("compat/a.ts", 'import { platformCompat } from "../profiles/platform/compat.ts";')).toEqual([
      "compat/a.ts imports profiles",
    ]);
    expect(sidewaysImports("cli/a.ts", 'import { platformCompat } from "../profiles/platform/compat.ts";')).toEqual([]);
  });

  it("catch a planted import past a door", () => {
    expect(importsPastDoors("mock/a.ts", 'import { b } from "../contracts/model/b.ts";')).toEqual([
      "mock/a.ts enters contracts by contracts/model/b.ts",
    ]);
    expect(importsPastDoors("mock/a.ts", 'import { b } from "../contracts/generate/index.ts";')).toEqual([]);
  });

  it("catch a planted import of a library in a wrong place", () => {
    expect(misplacedLibraries("cli/a.ts", 'import { parse } from "yaml";')).toEqual(["cli/a.ts imports yaml"]);
    expect(misplacedLibraries("contracts/parsing/a.ts", 'import { parse } from "yaml";')).toEqual([]);
  });

  it("catch a planted cycle of types", () => {
    const planted = new Map([
      ["mock/a.ts", 'import type { B } from "./b.ts";'],
      ["mock/b.ts", 'import { c } from "./c.ts";'],
      ["mock/c.ts", 'import type { A } from "./a.ts";'],
      ["mock/d.ts", 'import { a } from "./a.ts";'],
    ]);
    expect(cyclesIn(graphOf(planted))).toEqual([["mock/a.ts", "mock/b.ts", "mock/c.ts"]]);
  });

  it("catch an upward import, and two floors that import each other though no two files do", () => {
    const planted = new Map([
      ["compat/one/a.ts", 'import { b } from "../two/b.ts";'],
      ["compat/two/b.ts", ""],
      ["compat/two/c.ts", 'import { d } from "../one/d.ts";'],
      ["compat/one/d.ts", ""],
    ]);
    expect(cyclesIn(graphOf(planted))).toEqual([]);
    const graph = groupedGraph(graphOf(planted), folderOf);
    expect(cyclesIn(graph)).toEqual([["compat/one", "compat/two"]]);
    expect(upwardImports(graph, ["compat/one", "compat/two"])).toEqual(["compat/two imports compat/one"]);
  });

  it("catch a crowded folder", () => {
    const files = Array.from({ length: MAX_FILES + 1 }, (_, number) => `mock/engine/f${number}.ts`);
    expect(crowdedFolders(files)).toEqual([`mock/engine has ${MAX_FILES + 1} files`]);
    expect(crowdedFolders(files.slice(1))).toEqual([]);
  });
});

function hasModuleCache(text: string): boolean {
  return /^(?:export )?(?:const|let) .*new Weak(?:Map|Set)\b/m.test(text);
}

function readsMachine(text: string): boolean {
  return /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bprocess\.env\b|\bMath\.random\b/.test(text);
}

/** Checks that code or a comment names a clause: "§9.5", or the member that cites one. */
function namesClause(text: string): boolean {
  return /§|\bsection: "\d/.test(text);
}

/** Checks that code or a comment names a token of the bundled platform: "org_acme", "org_<name>". */
function namesToken(text: string): boolean {
  return /\borg_(?!id\b)/.test(text);
}

/** Folder of a room that contains a file, at any depth: "compat/schema" for "compat/schema/bounds/limits.ts". */
function folderOf(file: string): string {
  return file.split("/").slice(0, -1).slice(0, 2).join("/");
}

/** Imports of a folder from a folder above it in the list. */
function upwardImports(graph: Graph, folders: readonly string[]): string[] {
  return folders.flatMap((folder, floor) =>
    folders
      .slice(0, floor)
      .filter((above) => graph.get(folder)?.has(above))
      .map((above) => `${folder} imports ${above}`),
  );
}

function crowdedFolders(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf("/")));
  return [...folders]
    .filter(([folder, { length }]) => length > MAX_FILES && !catalogues.has(folder))
    .map(([folder, { length }]) => `${folder} has ${length} files`);
}

function sidewaysImports(file: string, text: string): string[] {
  const room = file.split("/")[0] as string;
  const others = localImports(file, text).map((target) => target.split("/")[0] as string);
  return others
    .filter((other) => other !== room && !layers[room]?.includes(other))
    .map((other) => `${file} imports ${other}`);
}

function importsPastDoors(file: string, text: string): string[] {
  const room = file.split("/")[0] as string;
  return localImports(file, text)
    .filter((target) => target.split("/")[0] !== room && !/^[a-z]+\/index\.ts$/.test(target) && !doors.has(target))
    .map((target) => `${file} enters ${target.split("/")[0]} by ${target}`);
}

function misplacedLibraries(file: string, text: string): string[] {
  return importsOf(text)
    .filter((name) => homes[name] && !homes[name].some((home) => file.startsWith(home)))
    .map((name) => `${file} imports ${name}`);
}
