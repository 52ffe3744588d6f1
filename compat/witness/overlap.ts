import type { Both } from "../model/pair.ts";
import { type Contract, type Json, type JsonSchema, acceptedByAll, isObject } from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import type { Finding } from "../rules/support/judge.ts";
import { convertOneOf } from "../schema/equality/convert-one-of.ts";
import { createNamingTest } from "../schema/bounds/naming.ts";
import { shapeSchema } from "../schema/equality/shape-schema.ts";
import { inlineReferences } from "../schema/equality/inline-references.ts";
import type { OverlapNode } from "../pairing/nodes/subjects.ts";
import { computeReadingCost, simplifyTexts } from "./simplify-texts.ts";
import type { Proven } from "./prove.ts";
import type { Effort } from "./search.ts";

/** Number of random values for the accepting side, and for each pair of shapes that the other side might refuse. */
const RANDOM = 10;

/** Maximum number of shapes of the accepting side that are searched for values in that shape only. */
const MAX_SHAPES = 10;

/** Budget of one union after the first value, in characters of JSON. */
const MAX_TEXT = 2_000;

/** Budget of all unions of a comparison, in characters of JSON. */
const MAX_TEXT_IN_ALL = 100_000;

export function fullOverlapEffort(): Effort {
  return { left: MAX_TEXT_IN_ALL };
}

interface Side {
  readonly contract: Contract;
  readonly node: OverlapNode;
}

/**
 * Keeps a finding about overlapping shapes only if a value proves it. One side accepts the value with its named members, and
 * the other refuses it only because several of its shapes match.
 */
export function withOverlap(finding: Finding, contracts: Both<Contract>, effort: Effort): Proven[] {
  const { rule, found, polarity, pair } = finding;
  if (rule.on !== "overlap") return [finding];
  const { base, revision } = pair as Both<OverlapNode>;
  const sides = {
    base: { contract: contracts.base, node: base },
    revision: { contract: contracts.revision, node: revision },
  };
  const [accepting, refusing] = found.effect === "shrank" ? [sides.base, sides.revision] : [sides.revision, sides.base];
  const value = findOverlap(accepting, refusing, polarity === "in" ? "request" : "response", effort);
  if (value === undefined) return [];
  return [{ ...finding, witness: { shows: polarity === "in" ? "refused" : "unexpected", value } }];
}

function findOverlap(
  accepting: Side,
  refusing: Side,
  direction: "request" | "response",
  effort: Effort,
): Json | undefined {
  const values = createValues(accepting.contract, direction);
  const others = createValues(refusing.contract, direction);
  const fitsSide = ({ contract }: Side, schemas: readonly JsonSchema[], value: Json): boolean | undefined =>
    acceptedByAll(contract, schemas, direction, value);
  const looseOf = { accepting: createLoosened(accepting), refusing: createLoosened(refusing) };
  const loosely = refusing.node.schemas.map(looseOf.refusing);
  const loose = accepting.node.shapes.map((shape) => ({ ...shape, schemas: shape.schemas.map(looseOf.accepting) }));
  const isNamed = createNamingTest(accepting.node.shapes);
  const isWitness = (value: Json): boolean =>
    fitsSide(refusing, refusing.node.schemas, value) === false &&
    fitsSide(accepting, accepting.node.schemas, value) === true &&
    fitsSide(refusing, loosely, value) === true &&
    isFaithful(value);
  const hasFewer = accepting.node.shapes.length < refusing.node.shapes.length;
  const seen = new Set<string>();
  let left = Math.min(MAX_TEXT, effort.left);
  let smallest: string | undefined;
  for (const value of generateOverlapValues()) {
    const text = JSON.stringify(value);
    if (left <= 0) break;
    if (seen.has(text) || (smallest !== undefined && computeReadingCost(text) >= computeReadingCost(smallest)))
      continue;
    seen.add(text);
    left -= text.length;
    effort.left -= text.length;
    if (isWitness(value)) smallest = text;
  }
  if (smallest === undefined) return undefined;
  return simplifyTexts(JSON.parse(smallest) as Json, isWitness);

  function* generateOverlapValues(): Generator<Json> {
    yield* values.valuesForAll(accepting.node.schemas, RANDOM);
    yield* accepting.node.shapes.flatMap((shape) => shape.values);
    const pairs = refusing.node.overlaps(accepting.node);
    for (const [one, other] of pairs) {
      yield* [one, other].flatMap((shape) => shape.values);
      const both = [...one.schemas, ...other.schemas].map(looseOf.refusing);
      for (const random of [0, RANDOM]) {
        if (smallest !== undefined) return;
        for (const value of others.valuesForAll(both, random)) yield withoutUnnamed(value);
      }
    }
    // If the shapes of the accepting side overlap too, it accepts only values of exactly one shape.
    for (const pair of accepting.node.isExclusive ? pairs : []) {
      const both = pair.flatMap(({ schemas }) => schemas.slice(refusing.node.schemas.length));
      const own = both.map((schema) => inlineReferences(refusing.contract, schema));
      for (const { schemas } of accepting.node.shapes.slice(0, MAX_SHAPES)) {
        if (smallest !== undefined) return;
        for (const value of values.valuesForAll([shapeSchema(schemas), ...own], RANDOM)) yield withoutUnnamed(value);
      }
    }
  }

  /**
   * Checks that a faithful consumer can be affected. It sends no member that the shape does not name, because another
   * shape can define it. In a response that lost a shape, only objects and lists that still match several shapes count.
   */
  function isFaithful(value: Json): boolean {
    // Cached, because hundreds of shapes can share a few schemas.
    const matchesSchema = cachedBySchema((schema: JsonSchema) => fitsSide(accepting, [schema], value) === true);
    const fitting = loose.filter(({ schemas }) => schemas.every(matchesSchema));
    const isContainer = typeof value === "object" && value !== null;
    if (direction === "response" && isContainer && fitting.length < 2 && hasFewer) return false;
    return !isObject(value) || Object.keys(value).every(createNamingTest(fitting));
  }

  function withoutUnnamed(value: Json): Json {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => isNamed(name)));
  }
}

function createLoosened({ contract }: Side): (schema: JsonSchema) => JsonSchema {
  return cachedBySchema((schema) => convertOneOf(contract, schema));
}

/** Caches the result of a function for each schema. */
function cachedBySchema<T>(compute: (schema: JsonSchema) => T): (schema: JsonSchema) => T {
  const known = new Map<JsonSchema, T>();
  return (schema) => {
    let found = known.get(schema);
    if (found === undefined) known.set(schema, (found = compute(schema)));
    return found;
  };
}
