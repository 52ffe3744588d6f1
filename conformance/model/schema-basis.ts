import {
  type Basis,
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Schema,
  isObject,
  joinPointer,
  listMemberSchemas,
  readStanding,
  createStatedValidator,
  resolveTarget,
  splitPointer,
} from "../../contracts/index.ts";
import { weakestBasis } from "./weakest-basis.ts";

/** Schema with the basis that applies to it. */
interface SchemaWithBasis {
  readonly schema: JsonSchema;
  readonly basis: Basis;
}

/**
 * Basis of the constraints on one location in a value. The nearest marker at or above the location decides. If several
 * subschemas describe the location, the weakest basis applies.
 */
export function findSchemaBasis(contract: Contract, schema: Schema, pointer: string): Basis {
  return weakestBasis(...resolveBasisParts(contract, schema, pointer).map(({ basis }) => basis));
}

/** Basis on which a property is required: the strongest basis of the subschemas that require it. */
export function basisOfRequired(contract: Contract, schema: Schema, pointer: string, member: string): Basis {
  const requiring = resolveBasisParts(contract, schema, pointer).filter(
    ({ schema: part }) => isObject(part) && Array.isArray(part["required"]) && part["required"].includes(member),
  );
  if (requiring.length === 0) return findSchemaBasis(contract, schema, joinPointer(pointer, member));
  if (requiring.some(({ basis }) => basis === "stated")) return "stated";
  return "assumed";
}

/**
 * Basis on which a value is invalid: "stated" if it violates a stated constraint, else "assumed". `inherited` is the
 * basis of the parameter or media type that contains the schema.
 */
export function basisOfFault(contract: Contract, schema: Schema, inherited: Basis, value: Json): Basis {
  if (createStatedValidator(contract, schema, inherited, "request")(value).length > 0) return "stated";
  return "assumed";
}

function resolveBasisParts(contract: Contract, schema: Schema, pointer: string): readonly SchemaWithBasis[] {
  let parts = partsWithin(contract, { schema: schema.value, basis: schema.basis });
  for (const name of splitPointer(pointer)) {
    const inner = parts.flatMap(({ schema: part, basis }) =>
      membersNamed(contract, part, name).map((member) => ({ schema: member, basis })),
    );
    // A location that no subschema describes has the basis of its parent.
    if (inner.length === 0) return [{ schema: true, basis: weakestBasis(...parts.map(({ basis }) => basis)) }];
    parts = inner.flatMap((member) => partsWithin(contract, member));
  }
  return parts;
}

/** Subschemas of a schema (`$ref`, `allOf`, `anyOf`, `oneOf`). Each has the basis of its own marker or of its parent. */
function partsWithin(contract: Contract, whole: SchemaWithBasis): readonly SchemaWithBasis[] {
  const parts = new Map<JsonObject, SchemaWithBasis>();
  collectBasisParts(whole);
  return [...parts.values()];

  function collectBasisParts({ schema, basis: inherited }: SchemaWithBasis): void {
    if (!isObject(schema) || parts.has(schema)) return;
    const { basis } = readStanding(schema, { basis: inherited });
    parts.set(schema, { schema, basis });
    const { $ref, allOf, anyOf, oneOf } = schema;
    if (typeof $ref === "string") collectBasisParts({ schema: resolveTarget(contract, $ref), basis });
    for (const inner of [allOf, anyOf, oneOf])
      if (Array.isArray(inner))
        for (const part of inner as readonly JsonSchema[]) collectBasisParts({ schema: part, basis });
  }
}

/** Schemas for a member in the subschema itself. Nested subschemas are excluded because `partsWithin` lists them, too. */
function membersNamed(contract: Contract, part: JsonSchema, name: string): readonly JsonSchema[] {
  if (!isObject(part)) return [];
  const { allOf: _, anyOf: __, oneOf: ___, $ref: ____, ...own } = part;
  const named = listMemberSchemas(contract, own, name);
  if (named.length === 0 && /^\d+$/.test(name)) return listMemberSchemas(contract, own, "items");
  return named;
}
