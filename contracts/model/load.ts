import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { compile } from "./compile.ts";
import type { Contract, Location } from "./contract.ts";
import { toOneDialect } from "./dialect.ts";
import { ToolError } from "./error.ts";
import { locateIn } from "./origins.ts";
import { type ReadOptions, readSources } from "./read.ts";

const documentNames = /^openapi\.(ya?ml|json)$/;
const documentEndings = /\.(ya?ml|json)$/;

/** The folder of the platform's own contracts, wherever the package is installed. */
const platformFolder = fileURLToPath(new URL("../apis", import.meta.url));

/**
 * Loads one OpenAPI 3.0 or 3.1 document, YAML or JSON, with the files it refers to.
 * What is wrong with it and can be passed over is in `problems`.
 * @throws ToolError "unreadable-document" or "not-openapi-3" where there is nothing to use.
 */
export async function loadContract(file: string, options: ReadOptions = {}): Promise<Contract> {
  const sources = await readSources(file, options);
  const bundled = bundle(sources);
  const { document, problems } = toOneDialect(bundled.document, bundled.origins);
  return compile({
    api: apiName(file),
    file,
    document,
    problems: [...bundled.problems, ...problems],
    origins: bundled.origins,
  });
}

/** Where the part of a contract at a pointer of `contract.document` was written. */
export function locate(contract: Contract, pointer: string): Location {
  return locateIn(contract.origins, pointer);
}

/**
 * Loads every document that the paths name: a file is one document; in a folder, each
 * `openapi.yaml` (or .yml, .json) at any depth, or else each document right in it.
 * @throws ToolError "no-contracts" where there is none.
 */
export async function loadContracts(paths: readonly string[], options: ReadOptions = {}): Promise<Contract[]> {
  const files = paths.flatMap(documentsOf);
  return Promise.all(files.map((file) => loadContract(file, options)));
}

/** Loads the platform's own contracts. */
export async function loadPlatform(): Promise<Contract[]> {
  return loadContracts([platformFolder], { root: dirname(platformFolder) });
}

function documentsOf(path: string): string[] {
  if (!existsSync(path)) {
    throw new ToolError("unreadable-document", `Cannot read "${path}": there is no such file or folder`, {
      at: { file: path },
    });
  }
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.split(sep).some((part) => part === "node_modules" || part.startsWith(".")))
    .toSorted();
  const named = names.filter((name) => documentNames.test(basename(name)));
  const files = named.length > 0 ? named : names.filter((name) => documentEndings.test(name) && dirname(name) === ".");
  if (files.length === 0) {
    throw new ToolError(
      "no-contracts",
      `Cannot find a contract in "${path}": it holds no openapi.yaml or openapi.json`,
      { at: { file: path } },
    );
  }
  return files.map((name) => join(path, name));
}

/** "entity" for apis/entity/openapi.yaml, "petstore" for petstore.json. */
function apiName(file: string): string {
  const name = basename(file, extname(file));
  const folder = basename(dirname(file));
  return name === "openapi" && /\w/.test(folder) ? folder : name;
}
