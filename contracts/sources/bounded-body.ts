/**
 * The bytes of a response's body, decompressed; undefined if there are more than `most`.
 * @throws where the body ends too early.
 */
export async function boundedBody({ body }: Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length;
    // Leaving the loop cancels the body.
    if (size > most) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
