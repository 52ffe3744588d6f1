import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Contract } from "../model/contract.ts";
import { contractsFolder, listDocuments } from "./load.ts";
import { listTree } from "../sources/list-tree.ts";

/** Absolute paths of the sources of contracts. */
export interface Watched {
  /** Files whose change can change contracts, including missing files that a document refers to. */
  readonly files: readonly string[];
  /** Folders in which new documents can appear. */
  readonly folders: readonly string[];
}

/**
 * Returns what to watch for changes of contracts: the files that they were read from, and the documents that paths name
 * now. Without paths, it returns all sources of the platform.
 */
export function watchedBy(contracts: readonly Contract[], paths: readonly string[]): Watched {
  if (paths.length === 0) {
    const folderContents = ["apis", "shared"].map((name) => listTree(join(contractsFolder, name)));
    return {
      files: folderContents.flatMap(({ files }) => files),
      folders: folderContents.flatMap(({ folders }) => folders),
    };
  }
  const watchedPaths = paths.map((path) => watchedPath(resolve(path)));
  const sourceFiles = contracts.flatMap(({ origins }) => origins.files ?? [origins.file]);
  const files = [...watchedPaths.flatMap((each) => each.files), ...sourceFiles.map((file) => resolve(file))];
  return {
    files: [...new Set(files)].toSorted(),
    folders: [...new Set([...watchedPaths.flatMap((each) => each.folders), ...files.map(dirname)])],
  };
}

function watchedPath(path: string): Watched {
  if (!existsSync(path) || !statSync(path).isDirectory()) return { files: [path], folders: [path] };
  return { files: documentsOrNone(path), folders: listTree(path).folders };
}

/** Returns the documents of a folder, or none. Only loading reports a folder without documents. */
function documentsOrNone(folder: string): readonly string[] {
  try {
    return listDocuments(folder);
  } catch {
    return [];
  }
}
