import type { Change } from "../../../compat/index.ts";
import type { Json, JsonObject, JsonSchema, Schema } from "../../../contracts/index.ts";
import { isObject, valueAt } from "../../../contracts/index.ts";
import { type Values, createValues, seededNumber } from "../../../contracts/generate/index.ts";
import { compiledContract } from "./documents.ts";
import { type SentPlace, withoutParameterNames, sentPlaces } from "./sent-places.ts";
import { nodesOfKind } from "./rewriting.ts";
import { reachableText, documentValidators } from "./document-validators.ts";

/** Changes that the policy calls non-breaking although values show the difference, with the direction of these values. */
export const nonBreakingByName: Readonly<Record<string, { readonly polarity: "in" | "out"; readonly why: string }>> = {
  "enum-value-added": { polarity: "out", why: "Consumers must be prepared for additional values (9.6)" },
  "discriminator-value-added": { polarity: "out", why: "A further value of an enum (9.6)" },
  "union-branch-added": { polarity: "out", why: "A further value of a discriminator tells it apart (9.6)" },
  "response-property-added": { polarity: "out", why: "Consumers ignore fields that they do not know (9.2)" },
  "additional-properties-opened": { polarity: "out", why: "Consumers ignore fields that they do not know (9.2)" },
  "pattern-property-added": { polarity: "out", why: "Consumers ignore fields that they do not know (9.2)" },
  "request-property-added": {
    polarity: "in",
    why: "What an open schema takes by any name is no parameter of it (9.2)",
  },
};

/** Result of a search for values that only one document accepts. */
export interface ValueSearch {
  /** One line for each position with a value that no change explains. */
  readonly unexplained: readonly string[];
  /** Number of searched positions, and of values tried there. */
  readonly places: number;
  readonly values: number;
}

/** Searches values that only one document accepts, at all positions without a change that explains them. */
export function searchUnexplainedValues(
  base: JsonObject,
  revision: JsonObject,
  { changes, count }: { readonly changes: readonly Change[]; readonly count: number },
): ValueSearch {
  if ([base, revision].some(dependsOnContains)) return { unexplained: [], places: 0, values: 0 };
  const others = new Map(sentPlaces(revision).map((place) => [placeKey(place), place]));
  const known = new Set<string>();
  const refuted: string[] = [];
  let places = 0;
  let values = 0;
  for (const place of sentPlaces(base)) {
    const other = others.get(placeKey(place));
    if (!other || changes.some((change) => explains(change, place))) continue;
    const [giver, taker] = place.polarity === "in" ? [place, other] : [other, place];
    if (!giver.required && taker.required) refuted.push(`${placeKey(place)}: it may be left out`);
    const texts = JSON.stringify([place.polarity, reachableText(base, place), reachableText(revision, other)]);
    if (place.pointer === undefined || other.pointer === undefined || known.has(texts)) continue;
    known.add(texts);
    if (reachableText(base, place) === reachableText(revision, other)) continue;
    const search = searchPlace({ base, revision }, place, { other: other.pointer, own: place.pointer, count });
    places += 1;
    values += search.tried;
    if (search.value !== undefined) refuted.push(`${placeKey(place)}: ${JSON.stringify(search.value)}`);
  }
  return { unexplained: refuted, places, values };
}

/** Checks for `contains` with unevaluated items: Ajv treats every item as evaluated, JSON Schema 2020-12 only matching ones. */
function dependsOnContains(document: JsonObject): boolean {
  return nodesOfKind(document, "schema").some(
    ({ node }) => node["contains"] !== undefined && node["unevaluatedItems"] !== undefined,
  );
}

function placeKey({ operation, part }: SentPlace): string {
  return `${operation} ${part}`;
}

/** Checks that a change explains different values at a position. */
function explains({ verdict, rule, direction, operations }: Change, { operation, polarity }: SentPlace): boolean {
  if (!operations.some((name) => withoutParameterNames(name) === operation)) return false;
  const isHere = direction === (polarity === "in" ? "request" : "response") || direction === "webhook";
  if (verdict !== "non-breaking") return isHere || direction === "operation";
  return isHere && nonBreakingByName[rule]?.polarity === polarity;
}

function searchPlace(
  { base, revision }: { readonly base: JsonObject; readonly revision: JsonObject },
  { polarity }: SentPlace,
  { own, other, count }: { readonly own: string; readonly other: string; readonly count: number },
): { readonly tried: number; readonly value?: Json } {
  const direction = polarity === "in" ? "request" : "response";
  const before = { document: base, pointer: own };
  const after = { document: revision, pointer: other };
  const [giver, taker] = polarity === "in" ? [before, after] : [after, before];
  const accepts = documentValidators(giver.document, { direction, sends: true })(giver.pointer);
  const refuses = documentValidators(taker.document, { direction, sends: false })(taker.pointer);
  const refusesAll = lazily(() =>
    documentValidators(taker.document, { direction, sends: false, acceptsOverlaps: true })(taker.pointer),
  );
  const names = lazily(() =>
    documentValidators(giver.document, { direction, sends: true, refusesUnnamed: true })(giver.pointer),
  );
  // A faithful consumer does not send members that its shape does not name.
  const isUnfaithful = (value: Json): boolean => refusesAll()(value) === true && names()(value) === false;
  const seen = new Set<string>();
  let tried = 0;
  for (const value of candidates(giver, taker, { direction, count })) {
    const text = JSON.stringify(value);
    if (seen.has(text)) continue;
    seen.add(text);
    if (accepts(value) !== true) continue;
    tried += 1;
    if (refuses(value) === false && !isUnfaithful(value)) return { tried, value };
    if (tried >= count) break;
  }
  return { tried };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Values for one schema, and values near the limits of the other, each with variations. */
function* candidates(
  giver: { readonly document: JsonObject; readonly pointer: string },
  taker: { readonly document: JsonObject; readonly pointer: string },
  { direction, count }: { readonly direction: "request" | "response"; readonly count: number },
): Generator<Json> {
  const made = createValues(compiledContract(giver.document), direction);
  const random = made.valuesForAll([schemaAt(giver).value], Math.ceil(count / 4));
  const edges = [taker, giver].map((side) =>
    edgeValues(createValues(compiledContract(side.document), direction), schemaAt(side)),
  );
  // Alternates between sources, so that a small count includes all of them.
  const sources = [random, ...edges];
  let drawn = 0;
  while (sources.length > 0) {
    const source = sources[drawn++ % sources.length] as Generator<Json>;
    const { value, done } = source.next() as IteratorResult<Json, undefined>;
    if (done || value === undefined) {
      sources.splice(sources.indexOf(source), 1);
      continue;
    }
    yield value;
    yield* neighbours(value, `${drawn}`);
  }
}

function schemaAt({ document, pointer }: { readonly document: JsonObject; readonly pointer: string }): Schema {
  return {
    pointer,
    value: valueAt(compiledContract(document).document, pointer) as JsonSchema,
    at: { file: "", line: 1, pointer },
    basis: "stated",
  };
}

/** Values at the limits of a schema, and right beyond them. */
function* edgeValues(values: Values, schema: Schema): Generator<Json> {
  for (const { value } of values.boundaries(schema).found.toReversed()) yield value;
}

/** Variations of a value with one change each, chosen by the seed. */
function neighbours(value: Json, seed: string): readonly Json[] {
  return [0, 1, 2].map((turn) => mutate(value, `${seed} ${turn}`));
}

const assortedValues: readonly Json[] = [
  null,
  true,
  "",
  "a",
  "zz",
  0,
  -1,
  2.5,
  1e6,
  [],
  {},
  ["x", "x"],
  { further: 1 },
];

function mutate(value: Json, seed: string): Json {
  const draw = (count: number): number => Math.abs(seededNumber(seed)) % count;
  const inside = seededNumber(`${seed} inside`) % 3 !== 0;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const at = items.length === 0 ? 0 : draw(items.length);
    if (inside && items.length > 0) return items.with(at, mutate(items[at] as Json, `${seed}i`));
    return items.length > 0 && draw(2) === 0 ? items.toSpliced(at, 1) : [...items, ...items.slice(0, 1)];
  }
  if (isObject(value)) {
    const keys = Object.keys(value);
    const key = keys[keys.length === 0 ? 0 : draw(keys.length)];
    if (key === undefined) return { further: assortedValues[draw(assortedValues.length)] as Json };
    if (inside) return { ...value, [key]: mutate(value[key] as Json, `${seed}o`) };
    return draw(3) === 0
      ? { ...value, further: assortedValues[draw(assortedValues.length)] as Json }
      : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  }
  if (typeof value === "number" && inside) return value + ([1, -1, 0.5, 1000] as const)[draw(4) as 0];
  if (typeof value === "string" && inside) return draw(2) === 0 ? `${value}a` : value.slice(1);
  return assortedValues[draw(assortedValues.length)] as Json;
}
