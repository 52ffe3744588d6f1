import type { Json, Location } from "../contracts/index.ts";
import {
  MASK,
  maskForms,
  maskHeaders,
  maskMarked,
  maskPlaced,
  maskUrl,
  maskValue,
} from "../contracts/secrets/index.ts";
import type { Change, Played, Witness, WitnessRequest } from "./change.ts";
import { quoted } from "./wording.ts";

/** Rules that tell of values which stand in a document, and not of what is said about values. */
const ofValues = /(^|-)default-changed$|^enum-value-|^values-(un)?listed$/;

/** A change without secrets: documents show them in what they list, and a witness is made of their examples. */
export function maskedChange(change: Change): Change {
  const { rule, path, message, before, after, note, witness } = change;
  const isOfValues = ofValues.test(rule);
  const shown = (value: Json): Json => (isOfValues ? maskPlaced(value, path) : maskValue(value, undefined));
  const values = [before, after].filter((value) => value !== undefined);
  return {
    ...change,
    operation: maskMarked(change.operation),
    operations: change.operations.map(maskMarked),
    path: maskMarked(path),
    base: maskedLocation(change.base),
    revision: maskedLocation(change.revision),
    message: maskForms(isOfValues ? withoutValues(message, values, path) : message),
    ...(note !== undefined && { note: maskForms(note) }),
    ...(before !== undefined && { before: shown(before) }),
    ...(after !== undefined && { after: shown(after) }),
    ...(witness && { witness: maskedWitness(witness, path) }),
  };
}

/** The pointer has the names of paths and properties in it. */
function maskedLocation(at: Location | null): Location | null {
  return at && { ...at, pointer: maskMarked(at.pointer) };
}

/** A message quotes what was there and is: each value, or those of a list. */
function withoutValues(message: string, values: readonly Json[], path: string): string {
  if (!isSecret(path)) return message;
  return values
    .flatMap((value) => [value, ...(Array.isArray(value) ? (value as Json[]) : [])])
    .flatMap(spellingsOf)
    .reduce((text, said) => text.replaceAll(said, hidden), message);
}

/** A value as messages have it; in GraphQL as the schema writes it. */
function spellingsOf(value: Json): readonly string[] {
  if (value === null || typeof value === "boolean") return [];
  return typeof value === "string" && /^["[{]/.test(value) ? [quoted(value), value] : [quoted(value)];
}

const hidden = JSON.stringify(MASK);

function isSecret(path: string): boolean {
  return maskPlaced("", path) === MASK;
}

function maskedWitness({ value, request, played, ...witness }: Witness, path: string): Witness {
  return {
    ...witness,
    ...(witness.at !== undefined && { at: maskMarked(witness.at) }),
    ...(played && { played: maskedPlay(played, path) }),
    ...(value !== undefined && { value: maskPlaced(value, witness.at ?? path) }),
    ...(request && { request: maskedRequest(request) }),
  };
}

function maskedRequest({ method, path, headers, body }: WitnessRequest): WitnessRequest {
  return {
    method,
    path: maskUrl(path, undefined),
    headers: maskHeaders(headers, undefined),
    ...(body !== undefined && { body: maskValue(body, undefined) }),
  };
}

/** What is quoted, with the word before it that says of what it is the name. */
const quotes = /(\b(?:format|header|parameter|property) )?"(?:[^"\\]|\\.)*"/g;

/** An answer tells what it expected in quotes: values, and what the document calls something. */
function maskedPlay(played: Played, path: string): Played {
  const lineOf = (text: string): string =>
    maskForms(isSecret(path) ? text.replaceAll(quotes, (whole, word?: string) => (word ? whole : hidden)) : text);
  return "unplayed" in played
    ? { unplayed: lineOf(played.unplayed) }
    : {
        ...played,
        base: lineOf(played.base),
        revision: lineOf(played.revision),
        ...(played.request && { request: maskedRequest(played.request) }),
      };
}
