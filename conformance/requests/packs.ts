import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  validatorOf,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { type WireRequest, jsonIn } from "../model/exchange.ts";
import type { Coverage } from "./coverage.ts";
import type { Covering } from "./covering.ts";
import { requestMedia } from "./wire.ts";

/** Boundary values of several requests, each in another member of the body, that are valid together. */
export interface Pack {
  readonly parts: readonly PackedValue[];
  /** One request with the values of some parts. */
  requestOf(parts: readonly PackedValue[]): WireRequest;
}

/** Boundary value of a valid request that differs from the usual body in one member. */
interface PackedValue {
  readonly request: WireRequest;
  readonly name: string;
  readonly value: Json;
  readonly isDoubtful: boolean;
}

/**
 * Packs of the valid requests of a coverage. One accepted pack says of all its parts that they are accepted. Values
 * that a provider may refuse are packed apart, so that a refusal does not concern the others.
 */
export function createPacks(
  { valid }: Pick<Coverage, "valid">,
  { contract, operation }: { readonly contract: Contract; readonly operation: Operation },
): readonly Pack[] {
  const schema = requestMedia(operation)?.schema;
  const ofBody = valid.filter(({ place, request }) => place.startsWith("body") && isObject(jsonIn(request)));
  const [model] = ofBody;
  if (!schema || !model) return [];
  const base = commonMembers(ofBody.map(({ request }) => jsonIn(request) as JsonObject));
  const acceptsPackBody = (body: JsonObject): boolean =>
    validatorOf(contract, schema.pointer, "request")(body).length === 0;
  const values = ofBody.flatMap((covering) => extractPackedValue(covering, base) ?? []);
  return [true, false]
    .flatMap((isDoubtful) =>
      packed(
        values.filter((each) => each.isDoubtful === isDoubtful),
        base,
        acceptsPackBody,
      ),
    )
    .map((parts) => ({
      parts,
      requestOf: (some) => ({ ...model.request, body: JSON.stringify(addPackedValues(base, some)) }),
    }));
}

/** Members that most bodies have, each with its most frequent value. */
function commonMembers(bodies: readonly JsonObject[]): JsonObject {
  const members = bodies.flatMap((body) => Object.entries(body) as [string, Json][]);
  const byName = [...Map.groupBy(members, ([name]) => name)].filter(([, { length }]) => length * 2 > bodies.length);
  return Object.fromEntries(byName.map(([name, all]) => [name, mostFrequent(all.map(([, value]) => value))]));
}

function mostFrequent(values: readonly Json[]): Json {
  const groups = [...Map.groupBy(values, (value) => canonicalJson(value)).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0] as Json;
}

function extractPackedValue({ request, isDoubtful }: Covering, base: JsonObject): PackedValue | undefined {
  const body = jsonIn(request);
  if (!isObject(body) || Object.keys(base).some((name) => !Object.hasOwn(body, name))) return undefined;
  const changed = Object.entries(body).filter(
    ([name, value]) => !Object.hasOwn(base, name) || canonicalJson(value as Json) !== canonicalJson(base[name] as Json),
  );
  const [first] = changed;
  if (first && changed.length === 1)
    return { request, name: first[0], value: first[1] as Json, isDoubtful: isDoubtful === true };
  return undefined;
}

/** Groups of at least two values, each of another member, that are valid together. */
function packed(
  values: readonly PackedValue[],
  base: JsonObject,
  accepts: (body: JsonObject) => boolean,
): readonly (readonly PackedValue[])[] {
  const groups: PackedValue[][] = [];
  for (const value of values) {
    const group = groups.find(
      (each) => each.every(({ name }) => name !== value.name) && accepts(addPackedValues(base, [...each, value])),
    );
    if (group) group.push(value);
    else groups.push([value]);
  }
  return groups.filter(({ length }) => length > 1);
}

function addPackedValues(base: JsonObject, parts: readonly PackedValue[]): JsonObject {
  return { ...base, ...Object.fromEntries(parts.map(({ name, value }) => [name, value])) };
}
