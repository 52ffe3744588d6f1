import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import { define, isObject } from "../../model/shapes.ts";
import { type Case, withDependents } from "../case.ts";
import { generateDistinct } from "../distinct.ts";
import { type NestedValues, values } from "./type.ts";

/** Maximum number of additional members beyond the required number. */
const USUAL_EXTRAS = 2;

/** Maximum number of members. */
const MAX_MEMBERS = 200;

const text: JsonSchema = { type: "string", minLength: 1 };
const anyName: JsonSchema = { type: "string", pattern: "^[a-z][a-z0-9_]{0,7}$" };
const unexpected = "unexpected_member";

export const objectValues = values({
  type: "object",
  valid(targetCase, nested) {
    const { minProperties, maxProperties, members } = targetCase;
    const brokenMember =
      nested.brokenMember === undefined ? [] : withDependents([nested.brokenMember], targetCase.dependents);
    const requiredNames = new Set([...targetCase.required, ...brokenMember]);
    if (requiredNames.size > maxProperties || !hasObjects(targetCase)) return undefined;
    const arbitraries: Record<string, fc.Arbitrary<Json>> = {};
    for (const name of new Set([...requiredNames, ...fillingMembers(targetCase, nested.height)])) {
      const count = Object.keys(arbitraries).length;
      const isNeeded = requiredNames.has(name) || count < minProperties;
      if (!isNeeded && (!nested.optional || count >= maxProperties)) continue;
      const schemas = members.schemasAt(name) ?? (name === nested.brokenMember ? [] : undefined);
      const member = schemas && nested.arbitrary(schemas, name);
      if (member) define(arbitraries as Record<string, never>, name, member as never);
      else if (requiredNames.has(name)) return undefined;
      if (member && isNeeded) requiredNames.add(name);
    }
    const free = fc.record(arbitraries, {
      requiredKeys: [...requiredNames],
      noNullPrototype: true,
    }) as fc.Arbitrary<Json>;
    const documentedObjects =
      targetCase.dependents.size === 0
        ? free
        : free.map((value) => withoutUnmetDependents(value, targetCase.dependents, requiredNames));
    const missingCount = Math.max(0, minProperties - requiredNames.size);
    const maxExtras = Math.min(maxProperties - Object.keys(arbitraries).length, missingCount + USUAL_EXTRAS);
    const extras = generateExtras(
      targetCase,
      nested,
      missingCount,
      nested.optional ? Math.max(maxExtras, missingCount) : missingCount,
    );
    if (!extras) {
      if (missingCount > 0) return undefined;
      return documentedObjects;
    }
    return fc
      .tuple(extras, documentedObjects)
      .map(([extraMembers, own]) => mergeExtras(Object.fromEntries(extraMembers), own));
  },
  plain(targetCase, nested) {
    const { required, members, minProperties, maxProperties } = targetCase;
    if (!hasObjects(targetCase)) return undefined;
    const result: Record<string, Json> = {};
    let count = 0;
    const addMember = (name: string): boolean => {
      if (Object.hasOwn(result, name)) return true;
      const schemas = members.schemasAt(name);
      const member = schemas && nested.value(schemas, name, result);
      if (member === undefined) return false;
      define(result, name, member);
      count += 1;
      return true;
    };
    // In the order of a whole value, because members may depend on earlier ones.
    if (nested.missing) {
      for (const name of required) if (nested.missing.has(name) && !addMember(name)) return undefined;
      for (const name of nested.missing.keys()) if (!addMember(name)) return undefined;
      return result;
    }
    for (const name of required) if (!addMember(name)) return undefined;
    for (const name of nested.names) {
      const isSpokenOf = (members.schemasAt(name)?.length ?? 0) > 0;
      if (isSpokenOf && count < maxProperties) addMember(name);
    }
    const enough = nested.optional ? maxProperties : minProperties;
    for (const name of count < enough ? fillingMembers(targetCase, nested.height) : []) {
      if (count >= enough) break;
      addMember(name);
    }
    for (const name of Array.from({ length: minProperties }, (_, index) => `member${index + 1}`)) {
      if (count >= minProperties) break;
      if (!addMember(name)) return undefined;
    }
    const { dependents } = targetCase;
    if (dependents.size === 0) return result;
    return withoutUnmetDependents(result, dependents, new Set(required));
  },
  invalid: {
    required(targetCase, make) {
      const isAsked = (name: string): boolean =>
        targetCase.stated.some(({ required }) => Array.isArray(required) && required.includes(name));
      const names = targetCase.required.filter(isAsked);
      if (names.length === 0) return undefined;
      return applyIfPresent(make(targetCase), (whole) =>
        fc.tuple(whole, fc.constantFrom(...names)).map(([value, name]) => dropMember(value, name)),
      );
    },
    additionalProperties: (targetCase, make) => withUnexpected("additionalProperties", targetCase, make),
    unevaluatedProperties: (targetCase, make) => withUnexpected("unevaluatedProperties", targetCase, make),
    minProperties: (targetCase, make) => {
      if (targetCase.minProperties > targetCase.required.length)
        return make({ ...targetCase, minProperties: 0, maxProperties: targetCase.minProperties - 1 });
      return undefined;
    },
    maxProperties: (targetCase, make) => {
      if (targetCase.maxProperties < MAX_MEMBERS)
        return make({ ...targetCase, minProperties: targetCase.maxProperties + 1, maxProperties: Infinity });
      return undefined;
    },
    dependentRequired(targetCase, make) {
      const brokenObjects = [...targetCase.dependents].flatMap(([name, needed]) =>
        needed
          .filter((missing) => !targetCase.required.includes(missing) && missing !== name)
          .flatMap((missing) => make(withUnmetDependent(targetCase, name, missing)) ?? []),
      );
      if (brokenObjects.length === 0) return undefined;
      return fc.oneof({ withCrossShrink: true }, ...brokenObjects);
    },
    propertyNames: (targetCase, make) => {
      if (targetCase.propertyNames.length === 0) return undefined;
      return applyIfPresent(
        make({ ...targetCase, minProperties: Math.max(1, targetCase.minProperties) }) ??
          fc.constant({ [unexpected]: 1 }),
        (whole) =>
          fc
            .tuple(whole, fc.oneof(fc.string(), fc.constantFrom("", "A B", "a".repeat(300))))
            .map(([value, name]) => withFirstMemberRenamed(value, name)),
      );
    },
  },
});

/** Checks that the bounds of a case allow an object. */
export function hasObjects({ required, minProperties, maxProperties }: Case): boolean {
  return Math.max(minProperties, required.length) <= maxProperties && minProperties <= MAX_MEMBERS;
}

/**
 * Optional members that can raise an object to its minimum number of members. If the object must be flat, members that
 * nest deeper than an additional member are excluded.
 */
function fillingMembers(
  { members, required, minProperties }: Case,
  height: NestedValues["height"] | undefined,
): readonly string[] {
  if (!height || required.length >= minProperties) return members.names;
  const measureHeight = (name: string): number => height(members.schemasAt(name));
  const additionalHeight = measureHeight(unexpected);
  const heights = new Map(members.names.map((name) => [name, measureHeight(name)]));
  const flat = [...heights].filter(([, own]) => own <= additionalHeight);
  return flat.toSorted(([, one], [, other]) => one - other).map(([name]) => name);
}

/**
 * Schemas of the names of undocumented members: those that patterns describe, and all others for a map or with
 * `propertyNames`.
 */
export function freeNames({ members, propertyNames }: Case): JsonSchema[][] {
  const documentedKinds = members.namesByPattern.map((kind) => [kind, ...propertyNames]);
  if (members.isMap || propertyNames.length > 0) return [...documentedKinds, otherNames({ propertyNames })];
  return documentedKinds;
}

/** Schemas of the names of members that no keyword describes. */
export function otherNames({ propertyNames }: Pick<Case, "propertyNames">): JsonSchema[] {
  return [propertyNames.length > 0 ? text : anyName, ...propertyNames];
}

function generateExtras(
  targetCase: Case,
  nested: NestedValues,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<[string, Json][]> | undefined {
  if (maxLength === 0) return undefined;
  const generateEntries = (kinds: readonly JsonSchema[][]): fc.Arbitrary<[string, Json]>[] =>
    kinds.flatMap((kind) => {
      const name = nested.arbitrary(kind, "name") as fc.Arbitrary<string> | undefined;
      const schemas = name && targetCase.members.schemasAt(fc.sample(name, { seed: 1, numRuns: 1 })[0] as string);
      const member = schemas && nested.arbitrary(schemas, "additional");
      if (name && member) return [fc.tuple(name, member)];
      return [];
    });
  const entries = generateEntries(freeNames(targetCase));
  if (minLength > 0 && entries.length === 0) entries.push(...generateEntries([otherNames(targetCase)]));
  if (entries.length === 0) return undefined;
  return generateDistinct(fc.oneof({ withCrossShrink: true }, ...entries), { minLength, maxLength }, ([name]) => name);
}

function withUnexpected(
  keyword: string,
  targetCase: Case,
  make: (targetCase: Case) => fc.Arbitrary<Json> | undefined,
): fc.Arbitrary<Json> | undefined {
  if (!targetCase.members.closedBy.includes(keyword) || targetCase.members.schemasAt(unexpected)) return undefined;
  return make(targetCase)?.map((value) => mergeExtras(value, { [unexpected]: 1 }));
}

/** Removes members whose dependent members are missing. */
function withoutUnmetDependents(value: Json, dependents: Case["dependents"], requiredNames: ReadonlySet<string>): Json {
  if (!isObject(value)) return value;
  for (const [name, needed] of dependents)
    if (!requiredNames.has(name) && Object.hasOwn(value, name) && !needed.every((other) => Object.hasOwn(value, other)))
      return withoutUnmetDependents(dropMember(value, name), dependents, requiredNames);
  return value;
}

/** Case of objects that have one member, but not another one that it requires. */
function withUnmetDependent(targetCase: Case, name: string, missing: string): Case {
  const { members } = targetCase;
  return {
    ...targetCase,
    required: [...new Set([...targetCase.required, name])],
    dependents: new Map(),
    members: {
      ...members,
      names: members.names.filter((other) => other !== missing),
      schemasAt: (other) => (other === missing ? undefined : members.schemasAt(other)),
    },
  };
}

function applyIfPresent<T, R>(value: T | undefined, use: (value: T) => R): R | undefined {
  if (value === undefined) return undefined;
  return use(value);
}

function mergeExtras(value: Json, extraMembers: Json): Json {
  if (isObject(value) && isObject(extraMembers)) return { ...value, ...extraMembers };
  return value;
}

function dropMember(value: Json, name: string): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return value;
}

/** Renames the first member. */
function withFirstMemberRenamed(value: Json, name: string): Json {
  const [first, ...others] = isObject(value) ? Object.entries(value) : [];
  if (first) return Object.fromEntries([...others, [name, first[1]]]);
  return value;
}
