import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Lists the folders and files below a folder, without hidden folders and node_modules. */
export function listTree(folder: string): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  const folders: string[] = [];
  const files: string[] = [];
  // Symbolic links can form cycles.
  const visitedFolders = new Set<string>();
  visitFolder(folder);
  return { folders, files };

  function visitFolder(currentFolder: string): void {
    const real = realpathSync(currentFolder);
    if (visitedFolders.has(real)) return;
    visitedFolders.add(real);
    folders.push(currentFolder);
    for (const entry of readdirSync(currentFolder, { withFileTypes: true })) {
      const path = join(currentFolder, entry.name);
      if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
      const isFolder = entry.isSymbolicLink()
        ? statSync(path, { throwIfNoEntry: false })?.isDirectory()
        : entry.isDirectory();
      if (isFolder) visitFolder(path);
      else files.push(path);
    }
  }
}
