import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import { define, isObject } from "../../model/shapes.ts";
import { type Case, withDependents } from "../case.ts";
import { distinct } from "../distinct.ts";
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
  valid(wanted, nested) {
    const { minProperties, maxProperties, members } = wanted;
    const forced = nested.forced === undefined ? [] : withDependents([nested.forced], wanted.dependents);
    const requiredNames = new Set([...wanted.required, ...forced]);
    if (requiredNames.size > maxProperties || !hasObjects(wanted)) return undefined;
    const arbitraries: Record<string, fc.Arbitrary<Json>> = {};
    for (const name of new Set([...requiredNames, ...fillingMembers(wanted, nested.height)])) {
      const count = Object.keys(arbitraries).length;
      const isNeeded = requiredNames.has(name) || count < minProperties;
      if (!isNeeded && (!nested.optional || count >= maxProperties)) continue;
      const schemas = members.schemasAt(name) ?? (name === nested.forced ? [] : undefined);
      const member = schemas && nested.arbitrary(schemas, name);
      if (member) define(arbitraries as Record<string, never>, name, member as never);
      else if (requiredNames.has(name)) return undefined;
      if (member && isNeeded) requiredNames.add(name);
    }
    const free = fc.record(arbitraries, {
      requiredKeys: [...requiredNames],
      noNullPrototype: true,
    }) as fc.Arbitrary<Json>;
    const named =
      wanted.dependents.size === 0
        ? free
        : free.map((value) => withoutUnmetDependents(value, wanted.dependents, requiredNames));
    const missingCount = Math.max(0, minProperties - requiredNames.size);
    const maxExtras = Math.min(maxProperties - Object.keys(arbitraries).length, missingCount + USUAL_EXTRAS);
    const extras = extrasOf(
      wanted,
      nested,
      missingCount,
      nested.optional ? Math.max(maxExtras, missingCount) : missingCount,
    );
    if (!extras) return missingCount > 0 ? undefined : named;
    return fc.tuple(extras, named).map(([more, own]) => withMembers(Object.fromEntries(more), own));
  },
  plain(wanted, nested) {
    const { required, members, minProperties, maxProperties } = wanted;
    if (!hasObjects(wanted)) return undefined;
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
    for (const name of required) if (!addMember(name)) return undefined;
    for (const name of nested.names) {
      const isSpokenOf = (members.schemasAt(name)?.length ?? 0) > 0;
      if (isSpokenOf && count < maxProperties) addMember(name);
    }
    const enough = nested.optional ? maxProperties : minProperties;
    for (const name of count < enough ? fillingMembers(wanted, nested.height) : []) {
      if (count >= enough) break;
      addMember(name);
    }
    for (const name of Array.from({ length: minProperties }, (_, index) => `member${index + 1}`)) {
      if (count >= minProperties) break;
      if (!addMember(name)) return undefined;
    }
    return withoutUnmetDependents(result, wanted.dependents, new Set(required));
  },
  invalid: {
    required(wanted, make) {
      const isAsked = (name: string): boolean =>
        wanted.stated.some(({ required }) => Array.isArray(required) && required.includes(name));
      const names = wanted.required.filter(isAsked);
      if (names.length === 0) return undefined;
      return applyIfPresent(make(wanted), (whole) =>
        fc.tuple(whole, fc.constantFrom(...names)).map(([value, name]) => withoutMember(value, name)),
      );
    },
    additionalProperties: (wanted, make) => withUnexpected("additionalProperties", wanted, make),
    unevaluatedProperties: (wanted, make) => withUnexpected("unevaluatedProperties", wanted, make),
    minProperties: (wanted, make) =>
      wanted.minProperties > wanted.required.length
        ? make({ ...wanted, minProperties: 0, maxProperties: wanted.minProperties - 1 })
        : undefined,
    maxProperties: (wanted, make) =>
      wanted.maxProperties < MAX_MEMBERS
        ? make({ ...wanted, minProperties: wanted.maxProperties + 1, maxProperties: Infinity })
        : undefined,
    dependentRequired(wanted, make) {
      const broken = [...wanted.dependents].flatMap(([name, needed]) =>
        needed
          .filter((missing) => !wanted.required.includes(missing) && missing !== name)
          .flatMap((missing) => make(withUnmetDependent(wanted, name, missing)) ?? []),
      );
      return broken.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...broken);
    },
    propertyNames: (wanted, make) =>
      wanted.propertyNames.length === 0
        ? undefined
        : applyIfPresent(
            make({ ...wanted, minProperties: Math.max(1, wanted.minProperties) }) ?? fc.constant({ [unexpected]: 1 }),
            (whole) =>
              fc
                .tuple(whole, fc.oneof(fc.string(), fc.constantFrom("", "A B", "a".repeat(300))))
                .map(([value, name]) => withFirstMemberRenamed(value, name)),
          ),
  },
});

/** Checks that the bounds of a case allow an object. */
export function hasObjects({ required, minProperties, maxProperties }: Case): boolean {
  return Math.max(minProperties, required.length) <= maxProperties && minProperties <= MAX_MEMBERS;
}

/** Members that may fill up an object. If it must be flat, none that nests deeper than an additional member. */
function fillingMembers({ members, required, minProperties }: Case, height: NestedValues["height"]): readonly string[] {
  if (!height || required.length >= minProperties) return members.names;
  const heightAt = (name: string): number => height(members.schemasAt(name));
  const additionalHeight = heightAt(unexpected);
  const heights = new Map(members.names.map((name) => [name, heightAt(name)]));
  const flat = [...heights].filter(([, own]) => own <= additionalHeight);
  return flat.toSorted(([, one], [, other]) => one - other).map(([name]) => name);
}

/**
 * Schemas of the names of undocumented members: those that patterns describe, and all others for a map or with
 * `propertyNames`.
 */
export function freeNames({ members, propertyNames }: Case): JsonSchema[][] {
  const documentedKinds = members.namesByPattern.map((kind) => [kind, ...propertyNames]);
  return members.isMap || propertyNames.length > 0
    ? [...documentedKinds, otherNames({ propertyNames })]
    : documentedKinds;
}

/** Schemas of the names of members that no keyword describes. */
export function otherNames({ propertyNames }: Pick<Case, "propertyNames">): JsonSchema[] {
  return [propertyNames.length > 0 ? text : anyName, ...propertyNames];
}

function extrasOf(
  wanted: Case,
  nested: NestedValues,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<[string, Json][]> | undefined {
  if (maxLength === 0) return undefined;
  const entriesOf = (kinds: readonly JsonSchema[][]): fc.Arbitrary<[string, Json]>[] =>
    kinds.flatMap((kind) => {
      const name = nested.arbitrary(kind, "name") as fc.Arbitrary<string> | undefined;
      const schemas = name && wanted.members.schemasAt(fc.sample(name, { seed: 1, numRuns: 1 })[0] as string);
      const member = schemas && nested.arbitrary(schemas, "additional");
      return name && member ? [fc.tuple(name, member)] : [];
    });
  const entries = entriesOf(freeNames(wanted));
  if (minLength > 0 && entries.length === 0) entries.push(...entriesOf([otherNames(wanted)]));
  if (entries.length === 0) return undefined;
  return distinct(fc.oneof({ withCrossShrink: true }, ...entries), { minLength, maxLength }, ([name]) => name);
}

function withUnexpected(
  keyword: string,
  wanted: Case,
  make: (wanted: Case) => fc.Arbitrary<Json> | undefined,
): fc.Arbitrary<Json> | undefined {
  if (!wanted.members.closedBy.includes(keyword) || wanted.members.schemasAt(unexpected)) return undefined;
  return make(wanted)?.map((value) => withMembers(value, { [unexpected]: 1 }));
}

/** Removes members whose dependent members are missing. */
function withoutUnmetDependents(value: Json, dependents: Case["dependents"], requiredNames: ReadonlySet<string>): Json {
  if (!isObject(value)) return value;
  for (const [name, needed] of dependents)
    if (!requiredNames.has(name) && Object.hasOwn(value, name) && !needed.every((other) => Object.hasOwn(value, other)))
      return withoutUnmetDependents(withoutMember(value, name), dependents, requiredNames);
  return value;
}

/** Case of objects that have one member, but not another one that it requires. */
function withUnmetDependent(wanted: Case, name: string, missing: string): Case {
  const { members } = wanted;
  return {
    ...wanted,
    required: [...new Set([...wanted.required, name])],
    dependents: new Map(),
    members: {
      ...members,
      names: members.names.filter((other) => other !== missing),
      schemasAt: (other) => (other === missing ? undefined : members.schemasAt(other)),
    },
  };
}

function applyIfPresent<T, R>(value: T | undefined, use: (value: T) => R): R | undefined {
  return value === undefined ? undefined : use(value);
}

function withMembers(value: Json, more: Json): Json {
  return isObject(value) && isObject(more) ? { ...value, ...more } : value;
}

function withoutMember(value: Json, name: string): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) : value;
}

/** Renames the first member. */
function withFirstMemberRenamed(value: Json, name: string): Json {
  const [first, ...others] = isObject(value) ? Object.entries(value) : [];
  return first ? Object.fromEntries([...others, [name, first[1]]]) : value;
}
