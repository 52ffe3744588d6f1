import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json, type JsonObject } from "../../contracts/index.ts";

/** Test runners that a written test can use. */
type TestRunner = "vitest" | "node";

/** Services whose workflows can be written. */
type CiService = "github" | "gitlab";

/** What a project already uses. */
export interface Project {
  readonly runner: TestRunner;
  /** Extension of an ES module in the project: "mts" and "mjs" where package.json does not say that files are modules. */
  readonly extension: "ts" | "mts" | "mjs";
  readonly ci: CiService;
  /** Folder of its tests. */
  readonly testFolder: string;
  /** True if its tests run in Jest, which cannot load ES modules without a flag. */
  readonly hasJest: boolean;
}

/** Reads the test runner, the language and the CI service of a project from its files. */
export function readProject(folder: string): Project {
  const hasFile = (path: string): boolean => existsSync(join(folder, path));
  const manifest = readManifest(folder);
  const packages = listPackages(manifest);
  const isTypeScript = hasFile("tsconfig.json") || packages.has("typescript");
  return {
    runner: packages.has("vitest") ? "vitest" : "node",
    extension: isTypeScript ? (manifest["type"] === "module" ? "ts" : "mts") : "mjs",
    ci: hasFile(".gitlab-ci.yml") ? "gitlab" : "github",
    testFolder: ["test", "tests", "__tests__"].find(hasFile) ?? "test",
    hasJest: packages.has("jest"),
  };
}

/** Content of package.json. Empty if there is none, or if it cannot be read. */
function readManifest(folder: string): JsonObject {
  try {
    const content = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Json;
    return isObject(content) ? content : {};
  } catch {
    return {};
  }
}

/** Names of all packages that package.json depends on. */
function listPackages({ dependencies, devDependencies }: JsonObject): ReadonlySet<string> {
  const members = [dependencies, devDependencies].filter((member) => isObject(member));
  return new Set(members.flatMap((member) => Object.keys(member)));
}
