import { MAX_BYTES, tooLargeMessage } from "../parsing/read-bounded.ts";
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { resolveFile } from "./reference.ts";

/** Source of files. Each file has one canonical name, which reports use, such as an absolute path. */
export interface Files {
  /** Returns the canonical name for a path from user input. */
  canonicalName(path: string): string;
  /** Returns the file that a `$ref` in the file `from` names before its "#". Returns undefined if it names no file. */
  resolveFile(reference: string, from: string): string | undefined;
  /** Returns the reason why `resolveFile()` finds no file, with a remedy. Absent if all files are local. */
  unresolvedReason?(reference: string): string | undefined;
  /** Returns the default root folder of a document. Its `$ref`s must not leave the root. */
  defaultRoot(file: string): string;
  /**
   * Reads a file.
   * @throws if it cannot be read or is outside the root. The message is the reason.
   */
  read(file: string, root: string): Promise<Uint8Array>;
  /** Returns the text of a file that has been read, for finding lines. Absent if files are read again instead. */
  textOf?(file: string): string | undefined;
}

/** Error message for pipes, which may never end, and devices. */
export const notRegularFile = "it is a pipe or a device, and no file";

/** Creates a source of local files for one load. Names are absolute paths. URLs are never fetched. */
export function createLocalFiles(): Files {
  const realFolders = new Map<string, string>();
  return { canonicalName: resolve, resolveFile, defaultRoot, read: readInsideRoot };

  /**
   * Reads a file inside the root, with symbolic links resolved. Reading is synchronous, because waiting for each of
   * thousands of small files takes longer than reading them.
   */
  async function readInsideRoot(file: string, root: string): Promise<Uint8Array> {
    const outsideRoot = `it lies outside of the folder "${root}"`;
    if (!isInsideFolder(root, file)) throw new Error(outsideRoot);
    const linkStats = lstatSync(file);
    const isLink = linkStats.isSymbolicLink();
    const stats = isLink ? statSync(file) : linkStats;
    if (!stats.isFile()) throw new Error(stats.isDirectory() ? "it is a folder" : notRegularFile);
    const real = isLink ? realpathSync.native(file) : join(getRealFolder(dirname(file)), basename(file));
    if (!isInsideFolder(getRealFolder(root), real)) throw new Error(outsideRoot);
    if (stats.size > MAX_BYTES) throw new Error(tooLargeMessage);
    return readFileSync(file);
  }

  /** Returns the real path of a folder. It is cached, because a folder can contain thousands of files. */
  function getRealFolder(folder: string): string {
    let real = realFolders.get(folder);
    if (real === undefined) realFolders.set(folder, (real = realpathSync.native(folder)));
    return real;
  }
}

/** Returns the git checkout that contains the file, otherwise the working directory or the file's own folder. */
function defaultRoot(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
  }
  const workingDirectory = process.cwd();
  if (isInsideFolder(workingDirectory, file) && dirname(workingDirectory) !== workingDirectory) return workingDirectory;
  return dirname(file);
}

function isInsideFolder(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
