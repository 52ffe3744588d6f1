import type { JsonSchema, Json } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { isJson } from "../model/success.ts";
import { maskText, maskValue } from "./mask.ts";

/** Description of a body. */
interface Body {
  /** Media type of the Content-Type header; empty if there is none. */
  readonly type: string;
  readonly contract: Contract | undefined;
  readonly schema: JsonSchema | undefined;
}

/** Body with its secrets masked. A body without secrets is returned byte by byte as it was. */
export function maskBody(text: string, { type, contract, schema }: Body): string {
  const media = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const value = media === "" || isJson(media) ? parseJsonOrUndefined(text) : undefined;
  if (value === undefined) return maskText(text, contract);
  const masked = JSON.stringify(maskValue(value, contract, schema));
  if (masked === JSON.stringify(value)) return text;
  return masked;
}

function parseJsonOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
