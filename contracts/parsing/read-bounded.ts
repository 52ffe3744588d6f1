import { closeSync, openSync, readSync } from "node:fs";

const CHUNK = 1024 * 1024;

/**
 * The content of a file that a person names. Pipes are read as well: the size of a file is known at its end only.
 * @throws where it cannot be read, or is larger than MAX_BYTES; the message is the reason.
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
      if (size > MAX_BYTES) throw new Error(tooLarge);
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

export const MAX_BYTES = 64 * 1024 * 1024;

/** Said of a file that holds more than MAX_BYTES. */
export const tooLarge = `it is larger than ${MAX_BYTES / 1024 / 1024} MiB`;
