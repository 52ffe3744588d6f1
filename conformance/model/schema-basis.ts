import {
  type Basis,
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Schema,
  isObject,
  joinPointer,
  membersOf,
  standingOf,
  statedValidatorOf,
  targetOf,
  tokensOf,
} from "../../contracts/index.ts";
import { weakest } from "./weakest.ts";

/** A schema, and what it rests on. */
interface Resting {
  readonly schema: JsonSchema;
  readonly basis: Basis;
}

/**
 * What a schema says of a place in a value rests on: the nearest marker at or above it, of those parts of the schema
 * that speak of the place; where several do, the weakest of them.
 */
export function basisAt(contract: Contract, schema: Schema, pointer: string): Basis {
  return weakest(...partsAt(contract, schema, pointer).map(({ basis }) => basis));
}

/** What it rests on that an object has a member: the strongest of those parts that ask for it. */
export function basisOfRequired(contract: Contract, schema: Schema, pointer: string, member: string): Basis {
  const asking = partsAt(contract, schema, pointer).filter(
    ({ schema: part }) => isObject(part) && Array.isArray(part["required"]) && part["required"].includes(member),
  );
  if (asking.length === 0) return basisAt(contract, schema, joinPointer(pointer, member));
  return asking.some(({ basis }) => basis === "stated") ? "stated" : "assumed";
}

/**
 * The basis on which a value is refused: "stated" if it violates stated constraints, "assumed" if only others. `inherited` is
 * that of the parameter or media type around the schema.
 */
export function basisOfFault(contract: Contract, schema: Schema, inherited: Basis, value: Json): Basis {
  return statedValidatorOf(contract, schema, inherited, "request")(value).length > 0 ? "stated" : "assumed";
}

function partsAt(contract: Contract, schema: Schema, pointer: string): readonly Resting[] {
  let parts = partsWithin(contract, { schema: schema.value, basis: schema.basis });
  for (const name of tokensOf(pointer)) {
    const inner = parts.flatMap(({ schema: part, basis }) =>
      membersNamed(contract, part, name).map((member) => ({ schema: member, basis })),
    );
    // Of what no part speaks, there is nothing to rest on but what is around it.
    if (inner.length === 0) return [{ schema: true, basis: weakest(...parts.map(({ basis }) => basis)) }];
    parts = inner.flatMap((member) => partsWithin(contract, member));
  }
  return parts;
}

/** The parts of a schema, each with its own marker, or that of the part around it. */
function partsWithin(contract: Contract, whole: Resting): readonly Resting[] {
  const parts = new Map<JsonObject, Resting>();
  collect(whole);
  return [...parts.values()];

  function collect({ schema, basis: inherited }: Resting): void {
    if (!isObject(schema) || parts.has(schema)) return;
    const { basis } = standingOf(schema, { basis: inherited });
    parts.set(schema, { schema, basis });
    const { $ref, allOf, anyOf, oneOf } = schema;
    if (typeof $ref === "string") collect({ schema: targetOf(contract, $ref), basis });
    for (const inner of [allOf, anyOf, oneOf])
      if (Array.isArray(inner)) for (const part of inner as readonly JsonSchema[]) collect({ schema: part, basis });
  }
}

/** The schemas that a part itself has for a member: those of its own parts are asked by themselves. */
function membersNamed(contract: Contract, part: JsonSchema, name: string): readonly JsonSchema[] {
  if (!isObject(part)) return [];
  const { allOf: _, anyOf: __, oneOf: ___, $ref: ____, ...own } = part;
  const named = membersOf(contract, own, name);
  return named.length === 0 && /^\d+$/.test(name) ? membersOf(contract, own, "items") : named;
}
