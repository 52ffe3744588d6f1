import { oncePer } from "../model/once-per.ts";
import { toList } from "../model/json-parts.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Basis, Contract, Schema } from "../model/contract.ts";
import { assumedValuesMark } from "../model/enum.ts";
import { join, referenceTo, targetPointer } from "../model/pointer.ts";
import { keywords } from "./keywords/index.ts";
import { schemas, resolveTarget } from "./schema.ts";
import { define, isObject } from "../model/shapes.ts";
import { hasMarkers, readStanding } from "./standing.ts";
import { type Direction, type Validate, getAcceptor, validatorOf } from "./validator.ts";

/** Contract with relaxed copies of schemas, and the pointer of one of them. */
interface RelaxedSchema {
  readonly contract: Contract;
  readonly pointer: string;
}

/**
 * Validator that checks only the stated constraints of a schema and ignores the assumed ones. `basis` is inherited from
 * the surrounding parameter, header or media type. Without markers, everything is stated, so this is the ordinary
 * validator.
 */
export function createStatedValidator(
  contract: Contract,
  schema: Schema,
  basis: Basis,
  direction: Direction,
): Validate {
  const relaxSchema = getRelaxedSchema(contract, schema, basis);
  return validatorOf(relaxSchema.contract, relaxSchema.pointer, direction);
}

/** Like `statedValidatorOf`, but returns only a boolean. */
export function createStatedAcceptor(
  contract: Contract,
  schema: Schema,
  basis: Basis,
  direction: Direction,
): (value: Json) => boolean {
  const relaxed = getRelaxedSchema(contract, schema, basis);
  const accepts = getAcceptor(relaxed.contract, relaxed.pointer, direction);
  return (value) => accepts(value);
}

interface RelaxedView {
  readonly contract: Contract;
  /** Component names of the relaxed copies, one for each schema of a parameter or body. */
  readonly names: ReadonlySet<string>;
}

const viewOf = oncePer((contract: Contract): RelaxedView => relax(contract, listInheritingSchemas(contract)));

/** Relaxes a schema on first use. A contract whose clients send valid requests never needs it. */
function getRelaxedSchema(contract: Contract, schema: Schema, basis: Basis): RelaxedSchema {
  if (!hasMarkers(contract.document)) return { contract, pointer: schema.pointer };
  const view = viewOf(contract);
  const name = copyName(schema, basis);
  const holder = view.names.has(name) ? view : relax(contract, [{ schema, basis }]);
  return { contract: holder.contract, pointer: join("/components/schemas", name) };
}

/** Schema with its inherited basis. */
interface InheritingSchema {
  readonly schema: Schema;
  readonly basis: Basis;
}

function copyName({ pointer }: Schema, basis: Basis): string {
  return `${basis} ${pointer}`;
}

/** Schemas of the parameters and bodies of all operations. */
function listInheritingSchemas({ operations }: Contract): readonly InheritingSchema[] {
  return operations.flatMap(({ parameters, body, responses }) => [
    ...parameters.map(({ schema, basis }) => ({ schema, basis })),
    ...[...(body ? [body] : []), ...responses].flatMap(({ content }) =>
      content.flatMap(({ schema, basis }) => (schema ? [{ schema, basis }] : [])),
    ),
  ]);
}

/** Relaxes schemas and everything they refer to. */
function relax(contract: Contract, roots: readonly InheritingSchema[]): RelaxedView {
  // A component without a marker inherits its basis from the `$ref`. It can need two copies: a stated and an assumed
  // one.
  const copies: Record<string, Json> = {};
  const pendingCopies: (() => void)[] = [];
  for (const { schema, basis } of roots) copyOnce(copyName(schema, basis), schema.value, basis);
  const names = new Set(Object.keys(copies));
  for (let next = pendingCopies.pop(); next; next = pendingCopies.pop()) next();
  const document = { components: { schemas: copies } };
  return { contract: Object.create(contract, { document: { value: document } }) as Contract, names };

  function copyOnce(name: string, schema: JsonSchema, basis: Basis): void {
    if (Object.hasOwn(copies, name)) return;
    copies[name] = true;
    pendingCopies.push(() => define(copies, name, relaxed(schema, basis)));
  }

  function relaxed(part: JsonSchema, inherited: Basis): JsonSchema {
    if (typeof part === "boolean") return part || inherited === "assumed";
    const { basis: ownBasis } = readStanding(part, { basis: inherited });
    const result: Record<string, Json> = {};
    for (const [keyword, value] of Object.entries(part)) {
      const relaxedValue = ownBasis === "stated" ? statedKeyword(part, keyword, value) : assumedKeyword(keyword, value);
      if (relaxedValue !== undefined) define(result, keyword, relaxedValue);
    }
    return withRelaxedUnions(part, ownBasis, result);
  }

  /** Stated keyword without assumed parts below it. Returns undefined if nothing is left. */
  function statedKeyword(part: JsonObject, keyword: string, value: Json): Json | undefined {
    switch (keyword) {
      case "required":
        return (value as readonly string[]).filter((name) => memberBasis(part, name, "stated") !== "assumed");
      case "enum":
        // An enum with assumed values may be incomplete.
        if (toList(part[assumedValuesMark]).length > 0) return undefined;
        return value;
      // A relaxed schema inside `not`, `if` or a similar keyword would reject more values, not fewer.
      case "not":
      case "contains":
        return isFullyStated(value) ? value : undefined;
      case "if":
      case "then":
      case "else":
        if (isFullyStated(part["if"])) return relaxedKeyword(keyword, value, "stated");
        return undefined;
      default:
        return relaxedKeyword(keyword, value, "stated") ?? value;
    }
  }

  /** Assumed keyword, reduced to the stated parts below it. */
  function assumedKeyword(keyword: string, value: Json): Json | undefined {
    const isConditional = keyword === "then" || keyword === "else" || keywords.get(keyword)?.subschemas?.isCondition;
    if (isConditional) return undefined;
    return relaxedKeyword(keyword, value, "assumed");
  }

  /** Keyword with its schemas relaxed. Returns undefined for a keyword without schemas, and for unions. */
  function relaxedKeyword(keyword: string, value: Json, inherited: Basis): Json | undefined {
    if (keyword === "$ref") return relaxedReference(String(value), inherited);
    const subschemas = keywords.get(keyword)?.subschemas;
    if (!subschemas || subschemas.of === "content" || keyword === "anyOf" || keyword === "oneOf") return undefined;
    if (subschemas.of === "none") return {};
    if (subschemas.form === "one") return relaxed(value as JsonSchema, inherited);
    if (subschemas.form === "list") return schemas(value).map((each) => relaxed(each, inherited));
    if (!isObject(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, relaxed(each as JsonSchema, inherited)]),
    );
  }

  /**
   * Adds the unions with relaxed branches. A `oneOf` becomes an `anyOf`, because a value can match several relaxed
   * branches. An assumed union accepts all other values, too.
   */
  function withRelaxedUnions(part: JsonObject, ownBasis: Basis, result: Record<string, Json>): JsonObject {
    delete result["oneOf"];
    delete result["anyOf"];
    const relaxedUnions: Json[] = [];
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const branches = schemas(part[keyword]);
      if (branches.length === 0) continue;
      const inner = branches.map((branch) => relaxed(branch, ownBasis));
      if (ownBasis === "stated" && branches.every((branch) => isFullyStated(branch))) result[keyword] = inner;
      else relaxedUnions.push({ anyOf: ownBasis === "assumed" ? [...inner, true] : inner });
    }
    if (relaxedUnions.length > 0) result["allOf"] = [...schemas(result["allOf"]), ...(relaxedUnions as JsonSchema[])];
    return result;
  }

  function relaxedReference(reference: string, inherited: Basis): string {
    const target = resolveTarget(contract, reference);
    const { basis: ownBasis } = isObject(target) ? readStanding(target, { basis: inherited }) : { basis: inherited };
    const name = `${ownBasis} ${targetPointer(reference)}`;
    copyOnce(name, target, ownBasis);
    return referenceTo(join("/components/schemas", name));
  }

  /** Basis of a member that a schema or its `allOf` describes. Returns undefined if none describes it. */
  function memberBasis(part: JsonSchema, name: string, inherited: Basis, depth = 0): Basis | undefined {
    if (!isObject(part) || depth > MAX_LEVELS) return undefined;
    const { basis: ownBasis } = readStanding(part, { basis: inherited });
    const { properties, $ref } = part;
    if (isObject(properties) && Object.hasOwn(properties, name))
      return followBasis(properties[name] as JsonSchema, ownBasis);
    const inner = schemas(part["allOf"]);
    if (typeof $ref === "string") inner.push(resolveTarget(contract, $ref));
    const bases = inner.flatMap((each) => memberBasis(each, name, ownBasis, depth + 1) ?? []);
    if (bases.includes("stated")) return "stated";
    return bases[0];
  }

  /** Basis of a schema, after following its references. */
  function followBasis(part: JsonSchema, inherited: Basis): Basis {
    let [current, basisNow] = [part, inherited];
    for (let hops = 0; hops < MAX_LEVELS && isObject(current); hops++) {
      basisNow = readStanding(current, { basis: basisNow }).basis;
      const { $ref } = current;
      if (typeof $ref !== "string") break;
      current = resolveTarget(contract, $ref);
    }
    return basisNow;
  }

  /** Checks that a stated schema has no assumed part. */
  function isFullyStated(part: Json | undefined, seen = new Set<Json>()): boolean {
    if (typeof part !== "object" || part === null || seen.has(part)) return true;
    seen.add(part);
    if (Array.isArray(part)) return part.every((each: Json) => isFullyStated(each, seen));
    const schema = part as JsonObject;
    if (schema[assumedValuesMark] !== undefined) return false;
    if (readStanding(schema, { basis: "stated" }).basis === "assumed") return false;
    const { $ref } = schema;
    if (typeof $ref === "string" && !isFullyStated(resolveTarget(contract, $ref), seen)) return false;
    return Object.entries(schema).every(([keyword, value]) => valueKeywords.has(keyword) || isFullyStated(value, seen));
  }
}

/** Maximum number of references and levels of `allOf` that are followed to find a member. */
const MAX_LEVELS = 50;

/** Keywords whose values are not schemas. */
const valueKeywords = new Set(["example", "examples", "default", "const", "enum"]);
