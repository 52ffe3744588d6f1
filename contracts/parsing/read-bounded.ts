import { closeSync, openSync, readSync } from "node:fs";

const CHUNK = 1024 * 1024;

/**
 * Reads a file in chunks. Reading also works for pipes, whose size is unknown before the end.
 * @throws if the file cannot be read or is larger than MAX_BYTES. The message is the reason.
 */
export function readBounded(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSync(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks, size);
      size += length;
      if (size > MAX_BYTES) throw new Error(tooLargeMessage);
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

export const MAX_BYTES = 64 * 1024 * 1024;

/** Error message for a file larger than MAX_BYTES. */
export const tooLargeMessage = `it is larger than ${MAX_BYTES / 1024 / 1024} MiB`;
