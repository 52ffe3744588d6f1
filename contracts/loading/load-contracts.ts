import { omitUndefined } from "../model/omit-undefined.ts";
import type { Contract } from "../model/contract.ts";
import { isRemoteFile } from "../parsing/origins.ts";
import { createFileCache } from "../sources/file-cache.ts";
import { type InputOptions, openInputs } from "./inputs.ts";
import { type LoadOptions, compileDrafts, listDocuments, readDraft } from "./load.ts";

/** Options of `loadContracts()`. */
export interface LoadContractsOptions
  extends LoadOptions, Pick<InputOptions, "allowUrls" | "documentHeaders" | "signal"> {}

/**
 * Loads the documents of several paths. A file is one document. In a folder, each `openapi.yaml` (or .yml, .json) and
 * `schema.graphql` at any depth is a document. A folder without such files contributes the documents directly in it. A URL is fetched; its `$ref`s may
 * lead to its own host and to those of `allowUrls`. `git:REF:PATH` is a document of a commit.
 * @throws ToolError "no-contracts" if a folder contains none, "unreadable-document" if a document cannot be read.
 */
export async function loadContracts(paths: readonly string[], options: LoadContractsOptions = {}): Promise<Contract[]> {
  const { allowUrls = [], documentHeaders, signal, overlays = [] } = options;
  const files = paths.flatMap((path) => (isRemoteFile(path) ? [path] : listDocuments(path)));
  if (!files.some(isRemoteFile) && allowUrls.length === 0) {
    const fileCache = createFileCache();
    return compileDrafts(await Promise.all(files.map((file) => readDraft(file, { fileCache, ...options }))), options);
  }
  const inputs = openInputs(omitUndefined({ allowUrls, documentHeaders, signal }));
  try {
    return (await inputs.load(files, { overlays, acceptsLaterVersions: true })).contracts;
  } finally {
    inputs.close();
  }
}
