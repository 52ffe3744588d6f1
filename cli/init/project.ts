import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json } from "../../contracts/index.ts";

/** Test runners that a written test can use. */
type TestRunner = "vitest" | "node";

/** Services whose workflows can be written. */
type CiService = "github" | "gitlab";

/** What a project already uses. */
export interface Project {
  readonly runner: TestRunner;
  /** True if its own code is TypeScript. */
  readonly isTypeScript: boolean;
  readonly ci: CiService;
  /** Folder of its tests. */
  readonly testFolder: string;
  /** True if its tests run in Jest, which cannot load ES modules without a flag. */
  readonly hasJest: boolean;
}

/** Reads the test runner, the language and the CI service of a project from its files. */
export function readProject(folder: string): Project {
  const has = (path: string): boolean => existsSync(join(folder, path));
  const packages = packagesOf(folder);
  return {
    runner: packages.has("vitest") ? "vitest" : "node",
    isTypeScript: has("tsconfig.json") || packages.has("typescript"),
    ci: has(".gitlab-ci.yml") ? "gitlab" : "github",
    testFolder: ["test", "tests", "__tests__"].find(has) ?? "test",
    hasJest: packages.has("jest"),
  };
}

/** Names of all packages that package.json depends on. Empty if there is none, or if it cannot be read. */
function packagesOf(folder: string): ReadonlySet<string> {
  try {
    const content = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Json;
    const members = isObject(content) ? [content["dependencies"], content["devDependencies"]] : [];
    return new Set(members.filter((member) => isObject(member)).flatMap((member) => Object.keys(member)));
  } catch {
    return new Set();
  }
}
