import { type Json, type Location, splitPointer } from "../../contracts/index.ts";
import {
  MASK,
  isSecretName,
  maskCookies,
  maskForms,
  maskHeadersByContract,
  maskMarked,
  maskPlaced,
  maskUrl,
  maskValue,
} from "../../contracts/secrets/index.ts";
import type { Change, Fault, Note, Witness, WitnessRequest } from "../model/change.ts";
import { quote } from "../model/wording.ts";
import { findRuleTraits } from "./rule-traits.ts";

/** A change without secrets: documents may list them, and proofs contain examples of documents. */
export function maskedChange(change: Change): Change {
  const { path, message, before, after, note, witness } = change;
  const isOfValues = findRuleTraits(change).quotesValues === true;
  const place = valuePath(change);
  const maskedValueOf = (value: Json): Json => (isOfValues ? maskPlaced(value, place) : maskValue(value, undefined));
  const values = [before, after].filter((value) => value !== undefined);
  return {
    ...change,
    operation: maskMarked(change.operation),
    operations: change.operations.map(maskMarked),
    path: maskMarked(path),
    base: maskedLocation(change.base),
    revision: maskedLocation(change.revision),
    message: maskForms(
      isOfValues && isSecretPath(place) ? maskMessageValues(message, values, isGraphql(change)) : message,
    ),
    ...(note !== undefined && { note: maskForms(note) }),
    ...(before !== undefined && { before: maskedValueOf(before) }),
    ...(after !== undefined && { after: maskedValueOf(after) }),
    ...(witness && { witness: maskedWitness(witness, change) }),
  };
}

/** A fault or note without secret values in its message. */
export function maskedPart<Part extends Fault | Note>(part: Part): Part {
  const names = splitPointer(part.at?.pointer ?? "");
  const maskedValueOf = names.some(isSecretName) ? part.message.replace(keywordValues, hidden) : part.message;
  return { ...part, at: maskedLocation(part.at), message: maskForms(maskedValueOf.replace(defaultValues, hidden)) };
}

/** Invalid value of a keyword, in a message. */
const keywordValues = /(?<=^Cannot use ".*": ).*(?= is not a value it can have)/s;
/** Invalid default in a message of graphql-js. */
const defaultValues = /(?<=\b(?:found|value): )(?:"(?:[^"\\]|\\.)*"|\S+)$/;

/** Masks the pointer, which contains names of paths and properties. */
function maskedLocation(location: Location | null): Location | null {
  return location && { ...location, pointer: maskMarked(location.pointer) };
}

/** Path of the changed value. For a GraphQL field, the field name, because such changes have no path. */
function valuePath({ rule, operation, path }: Change): string {
  if (isGraphql({ rule }) && path === "") return operation.split(".").at(-1) ?? "";
  return path;
}

function isGraphql({ rule }: Pick<Change, "rule">): boolean {
  return rule.startsWith("graphql-");
}

/** Masks the values in a message: single values and those of lists; for GraphQL as the schema writes them. */
function maskMessageValues(message: string, values: readonly Json[], isGraphqlText: boolean): string {
  const all = values.flatMap((value) => [value, ...(Array.isArray(value) ? (value as Json[]) : [])]);
  if (isGraphqlText) {
    // Long values first, because one value can be part of another.
    const longest = all.map(String).toSorted((one, other) => other.length - one.length);
    return longest.reduce(maskGraphqlValue, message);
  }
  return all
    .filter((value) => value !== null && typeof value !== "boolean")
    .reduce<string>((text, value) => text.replaceAll(quote(value), hidden), message);
}

/** Masks a value between spaces, or before a colon or the end. */
function maskGraphqlValue(message: string, written: string): string {
  return [" ", ":"]
    .reduce((text, end) => text.replaceAll(` ${written}${end}`, () => ` ${hidden}${end}`), `${message} `)
    .trimEnd();
}

const hidden = JSON.stringify(MASK);

function isSecretPath(path: string): boolean {
  return maskPlaced("", path) === MASK;
}

function maskedWitness({ value, request, ...witness }: Witness, change: Change): Witness {
  const { path } = change;
  return {
    ...witness,
    ...(witness.at !== undefined && { at: maskMarked(witness.at) }),
    ...(value !== undefined && { value: maskPlaced(value, witness.at ?? path) }),
    ...(request && { request: maskedRequest(request) }),
  };
}

function maskedRequest({ method, path, headers, body, ...written }: WitnessRequest): WitnessRequest {
  const masked = body === undefined ? undefined : maskValue(body, undefined);
  // Proofs have no credentials, but a session cookie may be a documented parameter.
  const { cookie } = headers;
  return {
    method,
    path: maskUrl(path, undefined),
    headers: {
      ...maskHeadersByContract(headers, undefined),
      ...(cookie !== undefined && { cookie: maskCookies(cookie) }),
    },
    ...(masked !== undefined && { body: masked }),
    // The text may contain a secret in any style.
    ...(JSON.stringify(masked) === JSON.stringify(body) && written),
  };
}
