import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "../../contracts/index.ts";

/**
 * Writes a file that is either as it was or whole: it is written beside, and then takes the other's place. What is no
 * file, such as /dev/stdout, is written to.
 * @throws ToolError "unwritable-output".
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  if (isDevice(file)) return writeFile(file, text);
  // A link stays one.
  const target = existsSync(file) ? realpathSync(file) : file;
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw unwritable(file, (error instanceof Error ? error.message : String(error)).replaceAll(draft, file), error);
  }
}

/**
 * Finds out early what would keep a file from being written, as far as that can be known.
 * @throws ToolError "unwritable-output".
 */
export function checkWritable(file: string): void {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw unwritable(file, `there is no folder "${folder}"`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw unwritable(file, "it is a folder");
  if (isDevice(file)) return;
  try {
    // It takes the place of what is there: what has to be writable is the folder.
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw unwritable(file, `nothing can be written into "${folder}"`, error);
  }
}

/**
 * Keeps what is read from being written over.
 * @throws ToolError "unwritable-output".
 */
export function refuseInput(file: string, inputs: readonly string[]): void {
  if (!existsSync(file)) return;
  const same = inputs.find((input) => existsSync(input) && realpathSync(input) === realpathSync(file));
  if (same !== undefined) throw unwritable(file, "it is an input, and would be written over");
}

/** Whether there is something that is no file and no folder, and stays what it is. */
function isDevice(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function unwritable(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unwritable-output", `Cannot write "${file}": ${reason}`, { at: { file }, cause });
}
