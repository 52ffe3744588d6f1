import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ToolError, readBounded } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder, not a file",
};

/**
 * Bytes of a file, or of standard input for "-".
 * @throws ToolError "unreadable-delivery".
 */
export async function readInput(file: string, { signal }: Pick<Io, "signal">): Promise<Uint8Array> {
  try {
    if (file === "-") return await buffer(addAbortSignal(signal, process.stdin));
    return readBounded(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = signal.aborted ? "it was interrupted" : (reasons[code ?? ""] ?? message);
    const hint = "Give a saved delivery, or - for standard input. Paths are relative to the working directory";
    throw new ToolError("unreadable-delivery", `Cannot read "${file}": ${reason}`, { cause: error, hint });
  }
}
