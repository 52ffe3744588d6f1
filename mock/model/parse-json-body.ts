import type { Json } from "../../contracts/index.ts";
import { toBuffer } from "./exchange.ts";
import { nestsDeeper } from "./nesting.ts";

/** Deepest nesting of a JSON body that is parsed. */
export const MAX_NESTING = 200;

/** Parses JSON text or bytes. Undefined if they are not JSON or nest too deep. */
export function parseJsonBody(body: string | Uint8Array): Json | undefined {
  const text = typeof body === "string" ? body : toBuffer(body).toString();
  if (nestsDeeper(text, MAX_NESTING)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
