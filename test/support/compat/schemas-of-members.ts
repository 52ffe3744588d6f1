import fc from "fast-check";
import { type Json, type JsonObject, acceptedByAll, isObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

const names = ["kind", "value"] as const;
const name = fc.constantFrom(...names);
const texts: readonly (Json | undefined)[] = [undefined, "a", "b", 1];

/** Objects with every combination of the members that the schemas name. */
const objects: readonly JsonObject[] = texts.flatMap((kind) =>
  texts.map((value): JsonObject => ({ ...(kind !== undefined && { kind }), ...(value !== undefined && { value }) })),
);

const memberSchema = fc.constantFrom<Json>(
  { type: "string" },
  { type: "integer" },
  { const: "a" },
  { const: "b" },
  {},
  false,
);
const properties = fc
  .uniqueArray(fc.tuple(name, memberSchema), { minLength: 1, maxLength: 2, selector: ([one]) => one })
  .map((members): JsonObject => ({ properties: Object.fromEntries(members) }));
const required = fc.subarray([...names], { minLength: 1 }).map((list): JsonObject => ({ required: list }));
const patterned = fc
  .tuple(fc.constantFrom("^v", "^k", "e$"), memberSchema)
  .map(([pattern, schema]): JsonObject => ({ patternProperties: { [pattern]: schema } }));
const remaining = fc
  .tuple(
    fc.constantFrom("additionalProperties", "unevaluatedProperties"),
    fc.constantFrom<Json>({ type: "string" }, { type: "integer" }, false),
  )
  .map(([keyword, schema]): JsonObject => ({ [keyword]: schema }));
const dependency = fc.constantFrom<JsonObject>(
  { dependentRequired: { value: ["kind"] } },
  { dependentRequired: { kind: ["value"] } },
);
const propertyNames = fc.constantFrom<JsonObject>(
  { propertyNames: { enum: ["kind"] } },
  { propertyNames: { pattern: "^k" } },
);

/** Schemas of members, without keywords that apply further schemas to the same object. */
const flat: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.option(properties, { nil: {}, freq: 4 }),
    fc.option(required, { nil: {}, freq: 1 }),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant<JsonObject>({}) },
      { weight: 1, arbitrary: patterned },
      { weight: 1, arbitrary: remaining },
      { weight: 1, arbitrary: dependency },
      { weight: 1, arbitrary: propertyNames },
    ),
  )
  .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject);

/** Keywords that apply further schemas to the same object. */
const { applied } = fc.letrec<{ readonly inner: JsonObject; readonly applied: JsonObject }>((tie) => ({
  inner: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: flat },
    { weight: 1, arbitrary: tie("applied") },
  ),
  applied: fc.oneof(
    { withCrossShrink: true },
    fc.record({ if: tie("inner"), then: tie("inner") }) as fc.Arbitrary<JsonObject>,
    fc.record({ if: tie("inner"), else: tie("inner") }) as fc.Arbitrary<JsonObject>,
    fc.record({ if: tie("inner"), then: tie("inner"), else: tie("inner") }) as fc.Arbitrary<JsonObject>,
    fc.tuple(name, tie("inner")).map(([member, schema]): JsonObject => ({ dependentSchemas: { [member]: schema } })),
    tie("inner").map((not): JsonObject => ({ not })),
    fc
      .tuple(fc.constantFrom("allOf", "anyOf", "oneOf"), fc.array(tie("inner"), { minLength: 1, maxLength: 3 }))
      .map(([keyword, all]): JsonObject => ({ [keyword]: all })),
  ),
}));

/** Keywords of an object schema that do not meet in one keyword: those of members, and those with further schemas. */
const keywordGroups = fc.tuple(
  fc.option(properties, { nil: {}, freq: 4 }),
  fc.option(required, { nil: {}, freq: 1 }),
  fc.option(applied, { nil: {}, freq: 4 }),
  fc.option(remaining, { nil: {}, freq: 1 }),
);

/**
 * Pairs of schemas of an object. Either some groups of keywords differ, or one schema has the keywords of an inner schema
 * of the other for every object.
 */
export const pairsOfMemberSchemas: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .record({
    groups: keywordGroups,
    others: keywordGroups,
    isOther: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    inner: fc.nat(3),
    isTurned: fc.boolean(),
  })
  .map(({ groups, others, isOther, inner, isTurned }) => {
    const mixed = groups.map((group, index) => (isOther[index] ? others[index] : group));
    const [listed, needs, conditions = {}, ...rest] = groups;
    const promoted = innerSchemas(conditions)[inner];
    const whole = objectWith(groups);
    const other = promoted
      ? objectWith([listed, needs, ...rest, promoted, isOther[0] ? conditions : {}])
      : objectWith(mixed);
    return isTurned ? [other, whole] : [whole, other];
  });

/** Schemas in the values of keywords that apply further schemas. */
function innerSchemas(conditions: JsonObject): readonly JsonObject[] {
  return Object.entries(conditions).flatMap(([keyword, value]) => {
    if (Array.isArray(value)) return value as JsonObject[];
    return (keyword === "dependentSchemas" ? Object.values(value as JsonObject) : [value]) as JsonObject[];
  });
}

function objectWith(groups: readonly (JsonObject | undefined)[]): JsonObject {
  return Object.assign({ type: "object" }, ...groups) as JsonObject;
}

const contract = compileInMemory({ openapi: "3.1.0", info: { title: "Members", version: "1" }, paths: {} });

/**
 * Objects that show that a revision harms a consumer: in a request those that only the base accepts, in a response those
 * that only the revision accepts. The base must describe each of their members.
 */
export function harmfulObjects(
  side: "request" | "response",
  before: JsonObject,
  after: JsonObject,
): readonly JsonObject[] {
  const accepts = (schema: JsonObject) => (object: JsonObject) =>
    acceptedByAll(contract, [schema], side, object) === true;
  const [giver, taker] = side === "request" ? [before, after] : [after, before];
  const refused = objects.filter(accepts(giver)).filter((object) => !accepts(taker)(object));
  return refused.filter((object) => shapesOf(before).some((shape) => describesAll(shape, object)));

  function describesAll(shape: JsonObject, object: JsonObject): boolean {
    const accepted = objects.filter(accepts(shape));
    if (side === "request" && !accepted.includes(object)) return false;
    return Object.keys(object).every((member) => {
      const isKnown = isListed(shape, member) || isConstrained(accepted, member);
      return isKnown && accepted.some((one) => member in one);
    });
  }
}

/** Schema with each branch of its union instead of the union. A consumer knows the members of one branch. */
function shapesOf(schema: JsonObject): readonly JsonObject[] {
  const { anyOf, oneOf, ...rest } = schema;
  const branches = (anyOf ?? oneOf) as readonly JsonObject[] | undefined;
  return branches?.map((branch) => ({ ...rest, allOf: [branch] })) ?? [schema];
}

function isListed({ properties: listed, allOf }: JsonObject, member: string): boolean {
  const inner = Array.isArray(allOf) ? (allOf as readonly JsonObject[]) : [];
  return (isObject(listed) && member in listed) || inner.some((one) => isListed(one, member));
}

/** Checks that the verdict on an object depends on a member. */
function isConstrained(accepted: readonly JsonObject[], member: string): boolean {
  const others = (object: JsonObject): string =>
    JSON.stringify(names.map((each) => (each === member ? null : object[each])));
  const groups = Map.groupBy(accepted, others).values();
  return groups.some((group) => group.length < texts.length);
}
