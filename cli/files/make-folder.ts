import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ToolError } from "../../contracts/index.ts";

/**
 * Makes a folder and those that it is in. (Node's own `recursive` never ends where a parent refuses children, as in /proc.)
 * @throws ToolError "unwritable-output".
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw unmade(folder, "it is a file");
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const path of missing) await mkdir(path);
  } catch (error) {
    throw unmade(folder, (error as Error).message, error);
  }
}

function unmade(folder: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unwritable-output", `Cannot make the folder "${folder}": ${reason}`, {
    at: { file: folder },
    cause,
  });
}
