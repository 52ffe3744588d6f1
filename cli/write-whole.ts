import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { ToolError } from "../contracts/index.ts";

/**
 * Writes a file that is either as it was or whole: it is written beside, and then takes the other's place.
 * @throws ToolError "unwritable-output".
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(draft, file);
    throw new ToolError("unwritable-output", `Cannot write "${file}": ${reason}`, { at: { file }, cause: error });
  }
}
