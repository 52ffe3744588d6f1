import type { Change } from "../../../compat/index.ts";
import type { Json, JsonObject, JsonSchema, Schema } from "../../../contracts/index.ts";
import { isObject, valueAt } from "../../../contracts/index.ts";
import { type Values, createValues, seededNumber } from "../../../contracts/generate/index.ts";
import { compiled } from "./documents.ts";
import { type SentPlace, anonymous, placesOf } from "./places.ts";
import { spotsOf } from "./rewriting.ts";
import { reachedText, wholeValidators } from "./whole-validators.ts";

/**
 * What the policy calls non-breaking by its name although values show the difference, and of whose values: those that
 * the provider takes, or sends. Nothing else may have such a value.
 */
export const byName: Readonly<Record<string, { readonly polarity: "in" | "out"; readonly why: string }>> = {
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

/** What came of searching a pair of documents. */
export interface Survival {
  /** A line for each place where a value shows what nothing tells of. */
  readonly refuted: readonly string[];
  /** In how many places values were looked for, and how many were tried there that the one side accepts. */
  readonly places: number;
  readonly values: number;
}

/** Looks for values that the changes between two documents do not tell of, in every place without a worse change. */
export function survival(
  base: JsonObject,
  revision: JsonObject,
  { changes, count }: { readonly changes: readonly Change[]; readonly count: number },
): Survival {
  if ([base, revision].some(isBeyondAjv)) return { refuted: [], places: 0, values: 0 };
  const others = new Map(placesOf(revision).map((place) => [keyOf(place), place]));
  const known = new Set<string>();
  const refuted: string[] = [];
  let places = 0;
  let values = 0;
  for (const place of placesOf(base)) {
    const other = others.get(keyOf(place));
    if (!other || changes.some((change) => explains(change, place))) continue;
    const [giver, taker] = place.polarity === "in" ? [place, other] : [other, place];
    if (!giver.required && taker.required) refuted.push(`${keyOf(place)}: it may be left out`);
    const texts = JSON.stringify([place.polarity, reachedText(base, place), reachedText(revision, other)]);
    if (place.pointer === undefined || other.pointer === undefined || known.has(texts)) continue;
    known.add(texts);
    if (reachedText(base, place) === reachedText(revision, other)) continue;
    const search = searched({ base, revision }, place, { other: other.pointer, own: place.pointer, count });
    places += 1;
    values += search.tried;
    if (search.value !== undefined) refuted.push(`${keyOf(place)}: ${JSON.stringify(search.value)}`);
  }
  return { refuted, places, values };
}

/** To Ajv every item is evaluated where there is `contains`; to JSON Schema 2020-12 only those that fit it are. */
function isBeyondAjv(document: JsonObject): boolean {
  return spotsOf(document, "schema").some(
    ({ node }) => node["contains"] !== undefined && node["unevaluatedItems"] !== undefined,
  );
}

function keyOf({ operation, part }: SentPlace): string {
  return `${operation} ${part}`;
}

/** Whether a change says that a place is not what it was, or that its values may show a difference. */
function explains({ verdict, rule, direction, operations }: Change, { operation, polarity }: SentPlace): boolean {
  if (!operations.some((name) => anonymous(name) === operation)) return false;
  const isHere = direction === (polarity === "in" ? "request" : "response") || direction === "webhook";
  if (verdict !== "non-breaking") return isHere || direction === "operation";
  return isHere && byName[rule]?.polarity === polarity;
}

function searched(
  { base, revision }: { readonly base: JsonObject; readonly revision: JsonObject },
  { polarity }: SentPlace,
  { own, other, count }: { readonly own: string; readonly other: string; readonly count: number },
): { readonly tried: number; readonly value?: Json } {
  const direction = polarity === "in" ? "request" : "response";
  const before = { document: base, pointer: own };
  const after = { document: revision, pointer: other };
  const [giver, taker] = polarity === "in" ? [before, after] : [after, before];
  const accepts = wholeValidators(giver.document, { direction, sends: true })(giver.pointer);
  const refuses = wholeValidators(taker.document, { direction, sends: false })(taker.pointer);
  const isFalseSchema = once(() =>
    wholeValidators(taker.document, { direction, sends: false, isLoose: true })(taker.pointer),
  );
  const names = once(() =>
    wholeValidators(giver.document, { direction, sends: true, isFaithful: true })(giver.pointer),
  );
  // Of a shape that has a name of its own, a faithful consumer did not send that.
  const isUnfaithful = (value: Json): boolean => isFalseSchema()(value) === true && names()(value) === false;
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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Values that should fit the one schema, and some that are near the edges of the other, each with others around it. */
function* candidates(
  giver: { readonly document: JsonObject; readonly pointer: string },
  taker: { readonly document: JsonObject; readonly pointer: string },
  { direction, count }: { readonly direction: "request" | "response"; readonly count: number },
): Generator<Json> {
  const made = createValues(compiled(giver.document), direction);
  const random = made.meeting([schemaAt(giver).value], Math.ceil(count / 4));
  const edges = [taker, giver].map((side) => edgesOf(createValues(compiled(side.document), direction), schemaAt(side)));
  // By turns, so that a small count sees some of all.
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
    yield* around(value, `${drawn}`);
  }
}

function schemaAt({ document, pointer }: { readonly document: JsonObject; readonly pointer: string }): Schema {
  return {
    pointer,
    value: valueAt(compiled(document).document, pointer) as JsonSchema,
    at: { file: "", line: 1, pointer },
    basis: "stated",
  };
}

/** Values at the edges of a schema, and right beyond them: what lies beyond, the other side may take. */
function* edgesOf(values: Values, schema: Schema): Generator<Json> {
  for (const { value } of values.boundaries(schema).found.toReversed()) yield value;
}

/** A value with one thing in it otherwise, each as the seed has it. */
function around(value: Json, seed: string): readonly Json[] {
  return [0, 1, 2].map((turn) => mutated(value, `${seed} ${turn}`));
}

const oddments: readonly Json[] = [null, true, "", "a", "zz", 0, -1, 2.5, 1e6, [], {}, ["x", "x"], { further: 1 }];

function mutated(value: Json, seed: string): Json {
  const draw = (count: number): number => Math.abs(seededNumber(seed)) % count;
  const inside = seededNumber(`${seed} inside`) % 3 !== 0;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const at = items.length === 0 ? 0 : draw(items.length);
    if (inside && items.length > 0) return items.with(at, mutated(items[at] as Json, `${seed}i`));
    return items.length > 0 && draw(2) === 0 ? items.toSpliced(at, 1) : [...items, ...items.slice(0, 1)];
  }
  if (isObject(value)) {
    const keys = Object.keys(value);
    const key = keys[keys.length === 0 ? 0 : draw(keys.length)];
    if (key === undefined) return { further: oddments[draw(oddments.length)] as Json };
    if (inside) return { ...value, [key]: mutated(value[key] as Json, `${seed}o`) };
    return draw(3) === 0
      ? { ...value, further: oddments[draw(oddments.length)] as Json }
      : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  }
  if (typeof value === "number" && inside) return value + ([1, -1, 0.5, 1000] as const)[draw(4) as 0];
  if (typeof value === "string" && inside) return draw(2) === 0 ? `${value}a` : value.slice(1);
  return oddments[draw(oddments.length)] as Json;
}
