import { MAX_BYTES, tooLargeMessage } from "../parsing/read-bounded.ts";
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { fileOf } from "./reference.ts";

/** Where files come from. Each goes by one name, which is what reports call it by: an absolute path, say. */
export interface Files {
  /** The name of the file that a person calls by a path. */
  nameOf(path: string): string;
  /** The file that the part of a `$ref` before "#" leads to, from the file in which it stands; undefined where that is none. */
  fileOf(reference: string, from: string): string | undefined;
  /** Why a reference leads to no file, and what to do; absent where all are local. */
  refusalOf?(reference: string): string | undefined;
  /** The folder that no `$ref` of a document may leave where no other is given. */
  rootOf(file: string): string;
  /**
   * What is in a file.
   * @throws where it cannot be read, or lies outside of the root; the message is the reason.
   */
  read(file: string, root: string): Promise<Uint8Array>;
  /** What is in a file that was read, for those who ask for a line in it; absent where it is read again for that. */
  textOf?(file: string): string | undefined;
}

/** Said of what is there and no file: a pipe may never end, and a device is nothing that a document stands in. */
export const noFile = "it is a pipe or a device, and no file";

/** The files of this machine as they are for the time of one load, by absolute path. URLs are never fetched. */
export function createLocalFiles(): Files {
  const realFolders = new Map<string, string>();
  return { nameOf: resolve, fileOf, rootOf, read };

  /**
   * Nothing outside of the root is touched, wherever symbolic links lead. Read at once: a document may be of thousands of
   * small files, and to wait for each costs more than to read it.
   */
  async function read(file: string, root: string): Promise<Uint8Array> {
    const outside = `it lies outside of the folder "${root}"`;
    if (!isInside(root, file)) throw new Error(outside);
    const itself = lstatSync(file);
    const isLink = itself.isSymbolicLink();
    const found = isLink ? statSync(file) : itself;
    if (!found.isFile()) throw new Error(found.isDirectory() ? "it is a folder" : noFile);
    const real = isLink ? realpathSync.native(file) : join(realFolderOf(dirname(file)), basename(file));
    if (!isInside(realFolderOf(root), real)) throw new Error(outside);
    if (found.size > MAX_BYTES) throw new Error(tooLargeMessage);
    return readFileSync(file);
  }

  /** Where a folder really is: asked for with each of the thousands of files in it. */
  function realFolderOf(folder: string): string {
    let real = realFolders.get(folder);
    if (real === undefined) realFolders.set(folder, (real = realpathSync.native(folder)));
    return real;
  }
}

/** The checkout that holds the file; without one the working directory, or the file's own folder outside of it. */
function rootOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
  }
  const here = process.cwd();
  return isInside(here, file) && dirname(here) !== here ? here : dirname(file);
}

function isInside(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
