import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ToolError } from "../../contracts/index.ts";

/**
 * Creates a folder and its parents. (The `recursive` option of Node never returns if a parent refuses children, as in /proc.)
 * @throws ToolError "unwritable-output".
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw folderError(folder, "it is a file");
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const path of missing) await mkdir(path);
  } catch (error) {
    throw folderError(folder, (error as Error).message, error);
  }
}

function folderError(folder: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unwritable-output", `Cannot create the folder "${folder}": ${reason}`, {
    at: { file: folder },
    cause,
  });
}
