import { existsSync, statSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { apiNameOf } from "../sources/api-name.ts";
import { bundle } from "../openapi/bundling/bundle.ts";
import { compile } from "../openapi/compile.ts";
import { type Compiled, inMemory, readCompiled, writeCompiled } from "./compiled.ts";
import type { Contract, Location } from "../model/contract.ts";
import { toOneDialect } from "../openapi/upgrading/dialect.ts";
import { documentsAmong } from "../sources/documents.ts";
import type { Draft } from "../openapi/draft.ts";
import { ToolError } from "../model/error.ts";
import { readGraphql } from "../graphql/read-graphql.ts";
import { isGraphqlFile, locateIn } from "../parsing/origins.ts";
import { createLibrary } from "../sources/library.ts";
import { cacheRareNames } from "../model/rare-names.ts";
import { type ReadOptions, readSources } from "../openapi/bundling/read.ts";
import { walk } from "../sources/walk.ts";

/** The folder of this room, wherever the package is installed. */
export const contractsFolder = fileURLToPath(new URL("..", import.meta.url));

export interface LoadOptions extends ReadOptions {
  /** OpenAPI Overlays, applied in their order to the documents they are for. */
  readonly overlays?: readonly string[];
}

/**
 * Loads one OpenAPI document (3.0, 3.1, or 2.0, which is converted), YAML or JSON, with the files it refers to, or a
 * GraphQL schema.
 * What is wrong with it and can be passed over is in `problems`.
 * @throws ToolError "unreadable-document" or "not-openapi-3" where there is nothing to use.
 */
export async function loadContract(file: string, options: LoadOptions = {}): Promise<Contract> {
  const [contract] = await finish([await readDraft(file, options)], options);
  return contract as Contract;
}

/** Where the part of a contract at a pointer of `contract.document` was written. */
export function locate(contract: Contract, pointer: string): Location {
  return locateIn(contract.origins, pointer);
}

/**
 * Loads every document that the paths name: a file is one document; in a folder, each
 * `openapi.yaml` (or .yml, .json) and `schema.graphql` at any depth, or else each document right in it.
 * @throws ToolError "no-contracts" where there is none.
 */
export async function loadContracts(paths: readonly string[], options: LoadOptions = {}): Promise<Contract[]> {
  const library = createLibrary();
  const files = paths.flatMap(documentsOf);
  return finish(await Promise.all(files.map((file) => readDraft(file, { library, ...options }))), options);
}

/** Loads the platform's own contracts. */
export async function loadPlatform({ overlays = [] }: Pick<LoadOptions, "overlays"> = {}): Promise<Contract[]> {
  const compiled = await compiledPlatform();
  return overlays.length === 0 ? compiled.contracts() : finish(compiled.drafts(), { overlays });
}

/** Loads the contract of the mock's control API, which is ours and no part of the platform. */
export async function loadControl(): Promise<Contract> {
  return (await compiledPlatform()).control();
}

/** The documents as they were compiled before, or else from their sources; what comes of those is kept beside them. */
async function compiledPlatform(): Promise<Compiled> {
  const compiled = readCompiled(contractsFolder);
  if (compiled) return compiled;
  const files = ["apis", "control"].flatMap((part) => documentsOf(join(contractsFolder, part)));
  const library = createLibrary();
  const drafts = await Promise.all(files.map((file) => readDraft(file, { root: contractsFolder, library })));
  writeCompiled(contractsFolder, drafts);
  return readCompiled(contractsFolder) ?? inMemory(drafts);
}

async function readDraft(file: string, { root, library = createLibrary() }: ReadOptions): Promise<Draft> {
  if (isGraphqlFile(file)) return readGraphql(file, library);
  const sources = await readSources(file, { library, ...(root !== undefined && { root }) });
  return library.compute(() => {
    const bundled = bundle(sources);
    const { document, problems } = toOneDialect(bundled.document, bundled.origins);
    if (sources.rareNames) cacheRareNames(document, sources.rareNames);
    return {
      kind: "openapi",
      api: apiNameOf(file),
      file,
      document,
      problems: [...bundled.problems, ...problems],
      origins: bundled.origins,
    };
  });
}

async function finish(
  drafts: readonly Draft[],
  { overlays = [], library = createLibrary() }: LoadOptions,
): Promise<Contract[]> {
  if (overlays.length === 0) return library.compute(() => drafts.map(compile));
  const { applyOverlays, readOverlay } = await import("../openapi/overlay.ts");
  return applyOverlays(drafts, await Promise.all(overlays.map(readOverlay))).map((draft) =>
    compile(sameDialect(draft)),
  );
}

/** An overlay may bring parts that are written otherwise. */
function sameDialect(draft: Draft): Draft {
  if (draft.kind === "graphql") return draft;
  const { document, problems } = toOneDialect(draft.document, draft.origins);
  return { ...draft, document, problems: [...draft.problems, ...problems] };
}

/** The documents that a path names now. */
export function documentsOf(path: string): string[] {
  if (!existsSync(path)) {
    throw new ToolError("unreadable-document", `Cannot read "${path}": there is no such file or folder`, {
      at: { file: path },
      hint: "Paths are taken from the working directory",
    });
  }
  if (!statSync(path).isDirectory()) return [path];
  const all = walk(normalize(path)).files.toSorted();
  const { named, right } = documentsAmong(all.map((file) => relative(path, file)));
  const files = (named.length > 0 ? named : right).map((file) => join(path, file));
  if (files.length === 0) {
    throw new ToolError(
      "no-contracts",
      `Cannot find a contract in "${path}": it holds no openapi.yaml, openapi.json or schema.graphql`,
      { at: { file: path } },
    );
  }
  return files;
}
