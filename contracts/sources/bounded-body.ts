/**
 * Reads a response body, decompressed. Returns undefined if it has more than `maxBytes`.
 * @throws if the body ends too early.
 */
export async function boundedBody({ body }: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length;
    // Returning from the loop cancels the body.
    if (size > maxBytes) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
