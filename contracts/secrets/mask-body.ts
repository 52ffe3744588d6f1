import type { JsonSchema, Json } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { isJson } from "../model/success.ts";
import { maskText, maskValue } from "./mask.ts";

/** What is known of a body. */
interface Body {
  /** As Content-Type says; nothing where nothing does. */
  readonly type: string;
  readonly contract: Contract | undefined;
  readonly schema: JsonSchema | undefined;
}

/** A body without its secrets; as it was written, where there is none. */
export function maskBody(text: string, { type, contract, schema }: Body): string {
  const media = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const value = media === "" || isJson(media) ? parsed(text) : undefined;
  if (value === undefined) return maskText(text, contract);
  const shown = JSON.stringify(maskValue(value, contract, schema));
  return shown === JSON.stringify(value) ? text : shown;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
