import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** All that is in a folder at any depth where documents are looked for: not in hidden folders, nor among packages. */
export function walk(folder: string): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  const folders: string[] = [];
  const files: string[] = [];
  // A link may lead back to where it lies.
  const seen = new Set<string>();
  visit(folder);
  return { folders, files };

  function visit(place: string): void {
    const real = realpathSync(place);
    if (seen.has(real)) return;
    seen.add(real);
    folders.push(place);
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
      const isFolder = entry.isSymbolicLink()
        ? statSync(path, { throwIfNoEntry: false })?.isDirectory()
        : entry.isDirectory();
      if (isFolder) visit(path);
      else files.push(path);
    }
  }
}
