import { omitUndefined } from "../model/omit-undefined.ts";
import { existsSync, statSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { nameApi } from "../sources/api-name.ts";
import { bundle } from "../openapi/bundling/bundle.ts";
import { compileContract } from "../openapi/compile.ts";
import { type CompiledContracts, compiledInMemory, readCompiled, writeCompiled } from "./compiled.ts";
import type { Contract, Location } from "../model/contract.ts";
import { toOneDialect } from "../openapi/upgrading/dialect.ts";
import { documentsAmong } from "../sources/document-detection.ts";
import type { Draft } from "../openapi/draft.ts";
import { createDebug } from "../text/debug.ts";
import { ToolError } from "../model/error.ts";
import type { JsonObject } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import { readGraphql } from "../graphql/read-graphql.ts";
import { isGraphqlFile, locateSource } from "../parsing/origins.ts";
import { createFileCache } from "../sources/file-cache.ts";
import { cacheRareNames } from "../model/rare-names.ts";
import { type ReadOptions, readSources } from "../openapi/bundling/read.ts";
import { listTree } from "../sources/list-tree.ts";

const debug = createDebug("contracts");

/** Absolute path of the folder contracts/ of this package. */
export const contractsFolder = fileURLToPath(new URL("..", import.meta.url));

export interface LoadOptions extends ReadOptions {
  /** Files of OpenAPI Overlays, applied in order to the documents that they extend. */
  readonly overlays?: readonly string[];
}

/**
 * Loads an OpenAPI document (3.1, 3.0, or 2.0, which is converted) in YAML or JSON with all files that it refers to, or a
 * GraphQL schema. Faults that do not prevent its use are in `problems`.
 * @throws ToolError "unreadable-document" or "not-openapi-3" if the document cannot be used.
 */
export async function loadContract(file: string, options: LoadOptions = {}): Promise<Contract> {
  const [contract] = await compileDrafts([await readDraft(file, options)], options);
  return contract as Contract;
}

/** Returns the source location for a pointer into `contract.document`. */
export function locate(contract: Contract, pointer: string): Location {
  return locateSource(contract.origins, pointer);
}

/** Loads the contracts of the platform. */
export async function loadPlatform({ overlays = [] }: Pick<LoadOptions, "overlays"> = {}): Promise<Contract[]> {
  const compiled = await compiledPlatform();
  if (overlays.length === 0) return compiled.contracts();
  return compileDrafts(compiled.drafts(), { overlays });
}

/** Loads the contract of the mock's control API, which does not belong to the platform. */
export async function loadControl(): Promise<Contract> {
  return (await compiledPlatform()).control();
}

/** Returns the compiled contracts. Compiles and stores them first if they are missing or outdated. */
async function compiledPlatform(): Promise<CompiledContracts> {
  const compiled = readCompiled(contractsFolder);
  if (compiled) return compiled;
  const files = ["apis", "control"].flatMap((part) => listDocuments(join(contractsFolder, part)));
  const fileCache = createFileCache();
  const drafts = await Promise.all(files.map((file) => readDraft(file, { root: contractsFolder, fileCache })));
  writeCompiled(contractsFolder, drafts);
  return readCompiled(contractsFolder) ?? compiledInMemory(drafts);
}

/** Reads a document and all files that it refers to, without compiling it. */
export async function readDraft(file: string, { root, fileCache = createFileCache() }: ReadOptions): Promise<Draft> {
  if (isGraphqlFile(file)) return readGraphql(file, fileCache);
  const sources = await readSources(file, omitUndefined({ fileCache, root }));
  return fileCache.compute(() => {
    const bundled = bundle(sources);
    const { document, problems } = toOneDialect(bundled.document, bundled.origins);
    if (sources.rareNames) cacheRareNames(document, sources.rareNames);
    const api = nameApi(file, readTitle(document));
    debug(() => `${file}: API ${api}, ${bundled.problems.length + problems.length} problems`);
    return {
      kind: "openapi",
      api,
      file,
      document,
      problems: [...bundled.problems, ...problems],
      origins: bundled.origins,
    };
  });
}

function readTitle({ info }: JsonObject): string | undefined {
  if (isObject(info) && typeof info["title"] === "string") return info["title"];
  return undefined;
}

/** Applies overlays to documents, and compiles them. */
export async function compileDrafts(
  drafts: readonly Draft[],
  { overlays = [], fileCache = createFileCache() }: LoadOptions,
): Promise<Contract[]> {
  if (overlays.length === 0) return fileCache.compute(() => drafts.map(compileContract));
  const { applyOverlays, readOverlay } = await import("../openapi/overlay.ts");
  return applyOverlays(drafts, await Promise.all(overlays.map(readOverlay))).map((draft) =>
    compileContract(withOneDialect(draft)),
  );
}

/** Converts a draft again after overlays, which may add parts in another dialect. */
function withOneDialect(draft: Draft): Draft {
  if (draft.kind === "graphql") return draft;
  const { document, problems } = toOneDialect(draft.document, draft.origins);
  return { ...draft, document, problems: [...draft.problems, ...problems] };
}

/** Returns the files of the documents that a path names. */
export function listDocuments(path: string): string[] {
  if (!existsSync(path)) {
    throw new ToolError("unreadable-document", `Cannot read "${path}": there is no such file or folder`, {
      at: { file: path },
      hint: "Paths are relative to the working directory",
    });
  }
  if (!statSync(path).isDirectory()) return [path];
  const allFiles = listTree(normalize(path)).files.toSorted();
  const { named, topLevel } = documentsAmong(allFiles.map((file) => relative(path, file)));
  const files = (named.length > 0 ? named : topLevel).map((file) => join(path, file));
  if (files.length === 0) {
    throw new ToolError(
      "no-contracts",
      `Cannot find a contract in "${path}": it contains no openapi.yaml, openapi.json or schema.graphql`,
      { at: { file: path }, hint: "Name a document with another name itself, such as folder/api.yaml" },
    );
  }
  return files;
}
