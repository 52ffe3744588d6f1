import { list } from "../model/json-parts.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Basis, Contract, Schema } from "../model/contract.ts";
import { assumedValuesMark } from "../model/enum.ts";
import { join, referenceTo, targetPointer } from "../model/pointer.ts";
import { schemas, targetOf } from "./schema.ts";
import { define, isObject } from "../model/shapes.ts";
import { hasMarkers, standingOf } from "../model/standing.ts";
import { type Direction, type Validate, acceptorOf, validatorOf } from "./validator.ts";

/** A contract that holds relaxed copies of schemas, and the pointer of one of them. */
interface RelaxedSchema {
  readonly contract: Contract;
  readonly pointer: string;
}

/**
 * The validator of what the specification states of a schema: a value that violates assumed constraints only has no
 * violations. `basis` is the standing that the schema inherits from the parameter, header or media type around it.
 * In a document without markers everything is stated, so this is the ordinary validator.
 */
export function statedValidatorOf(contract: Contract, schema: Schema, basis: Basis, direction: Direction): Validate {
  const relaxed = relaxedSchemaOf(contract, schema, basis);
  return validatorOf(relaxed.contract, relaxed.pointer, direction);
}

/** Like `statedValidatorOf`, but answers only yes or no. */
export function statedAcceptorOf(
  contract: Contract,
  schema: Schema,
  basis: Basis,
  direction: Direction,
): (value: Json) => boolean {
  const relaxed = relaxedSchemaOf(contract, schema, basis);
  const accepts = acceptorOf(relaxed.contract, relaxed.pointer, direction);
  return (value) => accepts(value);
}

interface View {
  readonly contract: Contract;
  /** Names of the relaxed schemas. */
  readonly names: ReadonlySet<string>;
}

const known = new WeakMap<Contract, View>();

/** Relaxed when it is first asked for: a contract whose clients keep to it never needs it. */
function relaxedSchemaOf(contract: Contract, schema: Schema, basis: Basis): RelaxedSchema {
  if (!hasMarkers(contract.document)) return { contract, pointer: schema.pointer };
  let view = known.get(contract);
  if (!view) known.set(contract, (view = relax(contract, schemasIn(contract))));
  const name = nameOf(schema, basis);
  const holder = view.names.has(name) ? view : relax(contract, [{ schema, basis }]);
  return { contract: holder.contract, pointer: join("/components/schemas", name) };
}

/** A schema, and the standing that it inherits. */
interface Root {
  readonly schema: Schema;
  readonly basis: Basis;
}

function nameOf({ pointer }: Schema, basis: Basis): string {
  return `${basis} ${pointer}`;
}

/** The schemas of the parameters and bodies of all operations. */
function schemasIn({ operations }: Contract): readonly Root[] {
  return operations.flatMap(({ parameters, body, responses }) => [
    ...parameters.map(({ schema, basis }) => ({ schema, basis })),
    ...[...(body ? [body] : []), ...responses].flatMap(({ content }) =>
      content.flatMap(({ schema, basis }) => (schema ? [{ schema, basis }] : [])),
    ),
  ]);
}

/** Relaxes schemas and all that they refer to. */
function relax(contract: Contract, roots: readonly Root[]): View {
  // A component without a marker rests on what refers to it, so there may be two copies of it.
  const copies: Record<string, Json> = {};
  const open: (() => void)[] = [];
  for (const { schema, basis } of roots) copyOnce(nameOf(schema, basis), schema.value, basis);
  const names = new Set(Object.keys(copies));
  for (let next = open.pop(); next; next = open.pop()) next();
  const document = { components: { schemas: copies } };
  return { contract: Object.create(contract, { document: { value: document } }) as Contract, names };

  function copyOnce(name: string, schema: JsonSchema, basis: Basis): void {
    if (Object.hasOwn(copies, name)) return;
    copies[name] = true;
    open.push(() => define(copies, name, relaxed(schema, basis)));
  }

  function relaxed(part: JsonSchema, inherited: Basis): JsonSchema {
    if (typeof part === "boolean") return part || inherited === "assumed";
    const { basis: own } = standingOf(part, { basis: inherited });
    const result: Record<string, Json> = {};
    for (const [keyword, value] of Object.entries(part)) {
      const kept = own === "stated" ? statedKeyword(part, keyword, value) : assumedKeyword(keyword, value);
      if (kept !== undefined) define(result, keyword, kept);
    }
    return unionsOf(part, own, result);
  }

  /** A keyword that the specification states, without what is assumed below it; undefined where nothing of it is left. */
  function statedKeyword(part: JsonObject, keyword: string, value: Json): Json | undefined {
    switch (keyword) {
      case "required":
        return (value as readonly string[]).filter((name) => memberBasis(part, name, "stated") !== "assumed");
      case "enum":
        // Where some of the values are assumed, it is assumed that there are no others.
        return list(part[assumedValuesMark]).length > 0 ? undefined : value;
      // To relax what is inside of these would refuse more.
      case "not":
      case "contains":
        return isUnchanged(value) ? value : undefined;
      case "if":
      case "then":
      case "else":
        return isUnchanged(part["if"]) ? structure(keyword, value, "stated") : undefined;
      default:
        return structure(keyword, value, "stated") ?? value;
    }
  }

  /** Of an assumed part only the way to what is stated below it is left. */
  function assumedKeyword(keyword: string, value: Json): Json | undefined {
    return ["not", "contains", "propertyNames", "if", "then", "else"].includes(keyword)
      ? undefined
      : structure(keyword, value, "assumed");
  }

  /** A keyword that holds schemas, with these relaxed; undefined for any other. */
  function structure(keyword: string, value: Json, inherited: Basis): Json | undefined {
    switch (keyword) {
      case "$ref":
        return referenceFrom(String(value), inherited);
      case "items":
      case "additionalProperties":
      case "unevaluatedProperties":
      case "unevaluatedItems":
      case "propertyNames":
      case "then":
      case "else":
      case "if":
        return relaxed(value as JsonSchema, inherited);
      case "prefixItems":
      case "allOf":
        return schemas(value).map((each) => relaxed(each, inherited));
      case "properties":
      case "patternProperties":
      case "dependentSchemas":
        return isObject(value)
          ? Object.fromEntries(
              Object.entries(value).map(([name, each]) => [name, relaxed(each as JsonSchema, inherited)]),
            )
          : undefined;
      case "$defs":
      case "definitions":
        return {};
      default:
        return undefined;
    }
  }

  /** With the unions of a part: a value may fit several relaxed branches, and no branch that is stated, of an assumed union. */
  function unionsOf(part: JsonObject, own: Basis, result: Record<string, Json>): JsonObject {
    delete result["oneOf"];
    delete result["anyOf"];
    const others: Json[] = [];
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const branches = schemas(part[keyword]);
      if (branches.length === 0) continue;
      const inner = branches.map((branch) => relaxed(branch, own));
      if (own === "stated" && branches.every((branch) => isUnchanged(branch))) result[keyword] = inner;
      else others.push({ anyOf: own === "assumed" ? [...inner, true] : inner });
    }
    if (others.length > 0) result["allOf"] = [...schemas(result["allOf"]), ...(others as JsonSchema[])];
    return result;
  }

  function referenceFrom(reference: string, inherited: Basis): string {
    const target = targetOf(contract, reference);
    const { basis: own } = isObject(target) ? standingOf(target, { basis: inherited }) : { basis: inherited };
    const name = `${own} ${targetPointer(reference)}`;
    copyOnce(name, target, own);
    return referenceTo(join("/components/schemas", name));
  }

  /** The standing of a member that a part or one of its `allOf` describes; undefined where none does. */
  function memberBasis(part: JsonSchema, name: string, inherited: Basis, depth = 0): Basis | undefined {
    if (!isObject(part) || depth > MOST_NESTED) return undefined;
    const { basis: own } = standingOf(part, { basis: inherited });
    const { properties, $ref } = part;
    if (isObject(properties) && Object.hasOwn(properties, name)) return basisOf(properties[name] as JsonSchema, own);
    const inner = schemas(part["allOf"]);
    if (typeof $ref === "string") inner.push(targetOf(contract, $ref));
    const bases = inner.flatMap((each) => memberBasis(each, name, own, depth + 1) ?? []);
    return bases.includes("stated") ? "stated" : bases[0];
  }

  /** The standing of a schema with its references followed. */
  function basisOf(part: JsonSchema, inherited: Basis): Basis {
    let [current, basisNow] = [part, inherited];
    for (let hops = 0; hops < MOST_NESTED && isObject(current); hops++) {
      basisNow = standingOf(current, { basis: basisNow }).basis;
      const { $ref } = current;
      if (typeof $ref !== "string") break;
      current = targetOf(contract, $ref);
    }
    return basisNow;
  }

  /** Whether nothing within a stated schema is assumed. */
  function isUnchanged(part: Json | undefined, seen = new Set<Json>()): boolean {
    if (typeof part !== "object" || part === null || seen.has(part)) return true;
    seen.add(part);
    if (Array.isArray(part)) return part.every((each: Json) => isUnchanged(each, seen));
    const schema = part as JsonObject;
    if (schema[assumedValuesMark] !== undefined) return false;
    if (standingOf(schema, { basis: "stated" }).basis === "assumed") return false;
    const { $ref } = schema;
    if (typeof $ref === "string" && !isUnchanged(targetOf(contract, $ref), seen)) return false;
    return Object.entries(schema).every(([keyword, value]) => annotations.has(keyword) || isUnchanged(value, seen));
  }
}

/** Hops of references and levels of `allOf` that are followed to find a member. */
const MOST_NESTED = 50;

/** Values in these are no schemas. */
const annotations = new Set(["example", "examples", "default", "const", "enum"]);
