import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Contract } from "../model/contract.ts";
import { contractsFolder, documentsOf } from "./load.ts";
import { walk } from "../sources/walk.ts";

/** What contracts come from, by absolute path. */
export interface Watched {
  /** Files whose change can change contracts, also those that are wanted and not there. */
  readonly files: readonly string[];
  /** Folders in which more of them can appear. */
  readonly folders: readonly string[];
}

/**
 * What to look at to see that contracts have changed: the files that they were read from, and the
 * documents that paths name now. Without paths, all that the platform's own are made of.
 */
export function watchedBy(contracts: readonly Contract[], paths: readonly string[]): Watched {
  if (paths.length === 0) {
    const parts = ["apis", "shared"].map((name) => walk(join(contractsFolder, name)));
    return { files: parts.flatMap(({ files }) => files), folders: parts.flatMap(({ folders }) => folders) };
  }
  const named = paths.map((path) => ofPath(resolve(path)));
  const read = contracts.flatMap(({ origins }) => origins.files ?? [origins.file]);
  const files = [...named.flatMap((each) => each.files), ...read.map((file) => resolve(file))];
  return {
    files: [...new Set(files)].toSorted(),
    folders: [...new Set([...named.flatMap((each) => each.folders), ...files.map(dirname)])],
  };
}

function ofPath(path: string): Watched {
  if (!existsSync(path) || !statSync(path).isDirectory()) return { files: [path], folders: [path] };
  return { files: documentsIn(path), folders: walk(path).folders };
}

/** None is a case like others here: it tells who loads. */
function documentsIn(folder: string): readonly string[] {
  try {
    return documentsOf(folder);
  } catch {
    return [];
  }
}
