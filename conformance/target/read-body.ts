import { type Dispatcher, errors } from "undici";
import { Endless } from "./unfinished.ts";

/** Limits of a response body. */
export const MAX_BODY = { ms: 30_000, bytes: 16 * 1024 * 1024 };
/** Limits for reading a stream of messages, which may be endless. Its content is not judged. */
const MAX_STREAM = { ms: 300, bytes: 64 * 1024 };

/** Bytes that a report shows of a body that did not end. */
const SHOWN_BYTES = 2000;

/** Beginning of a stream, within `MAX_STREAM`. */
export async function readStreamBeginning(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), MAX_STREAM.ms);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_STREAM.bytes) break;
    }
  } catch {
    // An aborted or broken stream yields the bytes received so far.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString();
}

/** Complete text of a body within the limits. */
export async function readBodyText(body: AsyncIterable<Uint8Array>): Promise<string> {
  return (await readBytes(body)).toString();
}

/** Complete body within the limits. Calls `onBroken` with the received part if the body is incomplete. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  maxMs = MAX_BODY.ms,
  onBroken?: (begun: string, error: unknown) => void,
): Promise<Buffer> {
  const started = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const elapsed = (): number => performance.now() - started;
  const endless = (): Endless => new Endless(`after ${(elapsed() / 1000).toFixed(1)} s and ${size} bytes`);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY.bytes || elapsed() > maxMs) throw endless();
    }
  } catch (caught) {
    const error = caught instanceof errors.BodyTimeoutError ? endless() : caught;
    // Only the beginning of an endless body is kept.
    const end = error instanceof Endless ? SHOWN_BYTES : size;
    onBroken?.(Buffer.concat(chunks).subarray(0, end).toString(), error);
    throw error;
  }
  return Buffer.concat(chunks);
}
