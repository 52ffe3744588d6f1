import type { Json } from "../../contracts/index.ts";
import { nestsDeeper } from "./nesting.ts";

/** Deeper than any body that a person or a generator sends. */
export const MAX_NESTING = 200;

/** What a text or some bytes of JSON say; nothing where they are none, or nest too deep to be gone through. */
export function parsed(body: string | Uint8Array): Json | undefined {
  const text = typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  if (nestsDeeper(text, MAX_NESTING)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
