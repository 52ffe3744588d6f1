import type { Both } from "../model/pair.ts";
import { type Contract, type Json, type JsonSchema, acceptedByAll, isObject } from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import type { Finding } from "../rules/support/judge.ts";
import { loosened } from "../schema/equality/loosened.ts";
import { namingOf } from "../schema/bounds/naming.ts";
import { shapeSchema } from "../schema/equality/shape-schema.ts";
import { writtenOut } from "../schema/equality/written-out.ts";
import type { OverlapNode } from "../pairing/nodes/subjects.ts";
import { costOf, plainer } from "./plainer.ts";
import type { Proven } from "./prove.ts";
import type { Effort } from "./search.ts";

/** How many random values are tried of the one side, and of each pair of shapes that the other side might refuse. */
const EACH = 10;

/** In how many shapes of the one side values are looked for that have no other. */
const MOST_SHAPES = 10;

/** How much text of values is looked at for one union, beyond the first value: counted, never timed. */
const MOST_TEXT = 2_000;

/** The same for all unions of a comparison. */
const MOST_TEXT_IN_ALL = 100_000;

export function fullOverlapEffort(): Effort {
  return { left: MOST_TEXT_IN_ALL };
}

interface Side {
  readonly contract: Contract;
  readonly node: OverlapNode;
}

/**
 * Keeps what is said of overlapping shapes only where a value shows it: one that the one side takes, as what it names, and
 * that the other refuses for nothing but that several of its shapes fit.
 */
export function withOverlap(finding: Finding, contracts: Both<Contract>, effort: Effort): Proven[] {
  const { rule, found, polarity, pair } = finding;
  if (rule.on !== "overlap") return [finding];
  const { base, revision } = pair as Both<OverlapNode>;
  const sides = {
    base: { contract: contracts.base, node: base },
    revision: { contract: contracts.revision, node: revision },
  };
  const [taking, refusing] = found.effect === "shrank" ? [sides.base, sides.revision] : [sides.revision, sides.base];
  const value = findOverlap(taking, refusing, polarity === "in" ? "request" : "response", effort);
  if (value === undefined) return [];
  return [{ ...finding, witness: { shows: polarity === "in" ? "refused" : "unexpected", value } }];
}

function findOverlap(
  taking: Side,
  refusing: Side,
  direction: "request" | "response",
  effort: Effort,
): Json | undefined {
  const values = createValues(taking.contract, direction);
  const others = createValues(refusing.contract, direction);
  const fits = ({ contract }: Side, schemas: readonly JsonSchema[], value: Json): boolean | undefined =>
    acceptedByAll(contract, schemas, direction, value);
  const looseOf = { taking: createLoosened(taking), refusing: createLoosened(refusing) };
  const loosely = refusing.node.schemas.map(looseOf.refusing);
  const loose = taking.node.shapes.map((shape) => ({ ...shape, schemas: shape.schemas.map(looseOf.taking) }));
  const isNamed = namingOf(taking.node.shapes);
  const isWitness = (value: Json): boolean =>
    fits(refusing, refusing.node.schemas, value) === false &&
    fits(taking, taking.node.schemas, value) === true &&
    fits(refusing, loosely, value) === true &&
    isFaithful(value);
  const hasFewer = taking.node.shapes.length < refusing.node.shapes.length;
  const seen = new Set<string>();
  let left = Math.min(MOST_TEXT, effort.left);
  let smallest: string | undefined;
  for (const value of candidates()) {
    const text = JSON.stringify(value);
    if (left <= 0) break;
    if (seen.has(text) || (smallest !== undefined && costOf(text) >= costOf(smallest))) continue;
    seen.add(text);
    left -= text.length;
    effort.left -= text.length;
    if (isWitness(value)) smallest = text;
  }
  return smallest === undefined ? undefined : plainer(JSON.parse(smallest) as Json, isWitness);

  function* candidates(): Generator<Json> {
    yield* values.meeting(taking.node.schemas, EACH);
    yield* taking.node.shapes.flatMap((shape) => shape.values);
    const pairs = refusing.node.overlaps(taking.node);
    for (const [one, other] of pairs) {
      yield* [one, other].flatMap((shape) => shape.values);
      const both = [...one.schemas, ...other.schemas].map(looseOf.refusing);
      for (const random of [0, EACH]) {
        if (smallest !== undefined) return;
        for (const value of others.meeting(both, random)) yield withoutUnnamed(value);
      }
    }
    // Where shapes of the taking side overlap as well, it takes what has one of them and no other.
    for (const pair of taking.node.isExclusive ? pairs : []) {
      const both = pair.flatMap(({ schemas }) => schemas.slice(refusing.node.schemas.length));
      const own = both.map((schema) => writtenOut(refusing.contract, schema));
      for (const { schemas } of taking.node.shapes.slice(0, MOST_SHAPES)) {
        if (smallest !== undefined) return;
        for (const value of values.meeting([shapeSchema(schemas), ...own], EACH)) yield withoutUnnamed(value);
      }
    }
  }

  /**
   * What a shape does not name, a faithful consumer does not send: a further shape may give it a meaning. And of
   * objects and lists that are sent to one, where a shape went, only those that have several shapes still are news.
   */
  function isFaithful(value: Json): boolean {
    // Hundreds of shapes may be made of a few schemas.
    const fitsOne = remembered((schema: JsonSchema) => fits(taking, [schema], value) === true);
    const fitting = loose.filter(({ schemas }) => schemas.every(fitsOne));
    const holdsOthers = typeof value === "object" && value !== null;
    if (direction === "response" && holdsOthers && fitting.length < 2 && hasFewer) return false;
    return !isObject(value) || Object.keys(value).every(namingOf(fitting));
  }

  function withoutUnnamed(value: Json): Json {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => isNamed(name)));
  }
}

function createLoosened({ contract }: Side): (schema: JsonSchema) => JsonSchema {
  return remembered((schema) => loosened(contract, schema));
}

/** What comes of each schema, computed once. */
function remembered<T>(compute: (schema: JsonSchema) => T): (schema: JsonSchema) => T {
  const known = new Map<JsonSchema, T>();
  return (schema) => {
    let found = known.get(schema);
    if (found === undefined) known.set(schema, (found = compute(schema)));
    return found;
  };
}
