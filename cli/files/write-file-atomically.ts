import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "../../contracts/index.ts";

/**
 * Writes a file atomically: writes a temporary file, then renames it. A device such as /dev/stdout is written directly.
 * @throws ToolError "unwritable-output".
 */
export async function writeFileAtomically(file: string, text: string): Promise<void> {
  if (isDevice(file)) return writeFile(file, text);
  // Keeps a symbolic link and replaces its target.
  const target = existsSync(file) ? realpathSync(file) : file;
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw writeError(file, (error instanceof Error ? error.message : String(error)).replaceAll(draft, file), error);
  }
}

/**
 * Checks before a long run that a file can be written.
 * @throws ToolError "unwritable-output".
 */
export function checkWritable(file: string): void {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw writeError(file, `there is no folder "${folder}"`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw writeError(file, "it is a folder");
  if (isDevice(file)) return;
  try {
    // The file is replaced, so the folder must be writable.
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw writeError(file, `the folder "${folder}" is not writable`, error);
  }
}

/**
 * Refuses to overwrite an input.
 * @throws ToolError "unwritable-output".
 */
export function refuseInput(file: string, inputs: readonly string[]): void {
  if (!existsSync(file)) return;
  const same = inputs.find((input) => existsSync(input) && realpathSync(input) === realpathSync(file));
  if (same !== undefined) throw writeError(file, "it is an input and would be overwritten");
}

/** True for an existing path that is neither a file nor a folder. */
function isDevice(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function writeError(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unwritable-output", `Cannot write "${file}": ${reason}`, { at: { file }, cause });
}
