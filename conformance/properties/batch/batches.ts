import type { WireRequest } from "../../model/wire-message.ts";
import fc from "fast-check";
import { type Json, type JsonObject, isJson } from "../../../contracts/index.ts";
import { Unsatisfiable, canonicalJson, createValues } from "../../../contracts/generate/index.ts";
import { requestMedia } from "../../requests/wire.ts";
import type { Scope } from "../../scope/scope.ts";
import { sentParts } from "./parts.ts";
import { contentTypeOf } from "../../model/media-of.ts";

const SAMPLES = 60;
const MAX_BATCHES = 3;

/** Batches of several distinct parts, those with a null first. */
export function batchesOf({ contract, operation, coverage }: Scope): readonly WireRequest[] {
  const schema = requestMedia(operation)?.schema;
  if (!schema || !coverage || !isJson(contentTypeOf(coverage.plain))) return [];
  try {
    const bodies = fc
      .sample(fc.noBias(createValues(contract, "request").valid(schema)), { seed: 1, numRuns: SAMPLES })
      .filter((body) => areDistinct(sentParts(body) ?? []));
    const nullsFirst = bodies.toSorted((one, other) => Number(hasNull(other)) - Number(hasNull(one)));
    return nullsFirst.slice(0, MAX_BATCHES).map((body) => ({ ...coverage.plain, body: JSON.stringify(body) }));
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** True for two or more parts without a common text, which could identify one as the other. */
function areDistinct(parts: readonly JsonObject[]): boolean {
  const texts = parts.flatMap((part) => Object.entries(part).filter(([, value]) => typeof value === "string"));
  return parts.length > 1 && new Set(texts.map((text) => canonicalJson(text as Json))).size === texts.length;
}

function hasNull(body: Json): boolean {
  return sentParts(body)?.some((part) => Object.values(part).includes(null)) ?? false;
}
