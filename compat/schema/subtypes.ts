import {
  type Contract,
  type Json,
  type JsonObject,
  isObject,
  joinPointer,
  findRareNames,
  targetPointer,
  splitPointer,
  valueAt,
  withoutOpening,
} from "../../contracts/index.ts";
import { type Place, isAnnotation, maybePlace } from "./place.ts";
import { isNull } from "./types.ts";
import type { View } from "./view.ts";

const componentsPointer = "/components/schemas";

/** Component that is an alternative of another one. */
export interface Subtype {
  readonly pointer: string;
  /** Value of the discriminator without a mapping: the name of the component. */
  readonly value?: string;
}

type Subtypes = ReadonlyMap<JsonObject, readonly Subtype[]>;

const found = new WeakMap<Contract, Subtypes>();
const none: readonly Subtype[] = [];

/**
 * Subtypes of a schema, in the order of their names: the components that extend it by `allOf`, if it has a
 * discriminator and no union of its subtypes, and those that the discriminator names (OpenAPI 3.1, Discriminator
 * Object).
 */
export function listSubtypes(contract: Contract, schema: JsonObject): readonly Subtype[] {
  let subtypes = found.get(contract);
  if (!subtypes) found.set(contract, (subtypes = mayHaveSubtypes(contract) ? findSubtypes(contract) : new Map()));
  return subtypes.get(schema) ?? none;
}

/**
 * Subtypes of the schema at a pointer, or of a component that it extends. A component that extends another one may have
 * its own.
 */
export function listSubtypesAtPointer(
  contract: Contract,
  pointer: string,
  schema = valueAt(contract.document, pointer),
): readonly Subtype[] {
  if (isComponent(pointer)) {
    if (isObject(schema)) return listSubtypes(contract, schema);
    return none;
  }
  if (!mayHaveSubtypes(contract)) return none;
  const { bases, mapped } = findFoundation(contract, schema);
  const below = bases.flatMap((base) => listSubtypes(contract, valueAt(contract.document, base) as JsonObject));
  const subtypes = new Map(
    [...below, ...mapped.map((one) => ({ pointer: one }))].map((subtype) => [subtype.pointer, subtype]),
  );
  return [...subtypes.values()];
}

/** Quick check. Most documents have no discriminator. */
function mayHaveSubtypes({ document }: Contract): boolean {
  return findRareNames(document).has("discriminator");
}

/** Subtypes of a view, as places. */
export function subtypePlaces(
  contract: Contract,
  { origin, basis }: View,
): readonly (Subtype & { readonly place: Place })[] {
  return listSubtypesAtPointer(contract, origin).flatMap((subtype) => {
    const [place] = maybePlace(subtype.pointer, valueAt(contract.document, subtype.pointer), basis);
    return place ? [{ ...subtype, place }] : [];
  });
}

function findSubtypes(contract: Contract): Subtypes {
  const schemas = valueAt(contract.document, componentsPointer);
  const pointers = Object.keys(isObject(schemas) ? schemas : {}).map((name) => joinPointer(componentsPointer, name));
  const known = new Map(
    pointers.map((pointer) => [pointer, findFoundation(contract, valueAt(contract.document, pointer))]),
  );
  const subtypes = new Map<string, Set<string>>();
  if (!known.values().some(({ isDiscriminated }) => isDiscriminated)) return new Map();
  for (const pointer of pointers) {
    const all = allBelow(pointer);
    for (const base of all) {
      const isNew = base !== pointer && !(known.get(pointer)?.isAlias && all[1] === base);
      if (isNew && allBelow(base).some((one) => known.get(one)?.isDiscriminated)) put(base, pointer);
    }
  }
  for (const [pointer, { mapped }] of known) {
    for (const other of mapped) if (other !== pointer && known.has(other)) put(pointer, other);
  }
  return new Map(
    [...subtypes].map(([base, all]) => {
      const mapped = new Set(allBelow(base).flatMap((one) => known.get(one)?.mapped ?? []));
      const listed = [...all].toSorted().map((pointer): Subtype => ({
        pointer,
        ...(!mapped.has(pointer) && { value: splitPointer(pointer).at(-1) ?? "" }),
      }));
      return [valueAt(contract.document, base) as JsonObject, listed];
    }),
  );

  function put(base: string, subtype: string): void {
    const all = subtypes.get(base);
    if (all) all.add(subtype);
    else subtypes.set(base, new Set([subtype]));
  }

  /** Component and all components that it extends, directly or indirectly. */
  function allBelow(pointer: string): string[] {
    const all = new Set([pointer]);
    for (const one of all) for (const base of known.get(one)?.bases ?? []) all.add(base);
    return [...all];
  }
}

/** Components that a schema extends, and its discriminator. */
interface Foundation {
  /** Pointers of the extended components. */
  readonly bases: readonly string[];
  /**
   * True if the schema has a discriminator and no union of its subtypes. With the components that the discriminator
   * names.
   */
  readonly isDiscriminated: boolean;
  readonly mapped: readonly string[];
  /** True if the schema is only a reference to a component. */
  readonly isAlias: boolean;
}

function findFoundation(contract: Contract, schema: Json | undefined): Foundation {
  const bases = new Set<string>();
  const mapped: string[] = [];
  let isDiscriminated = false;
  let hasConstraints = false;
  const open: (Json | undefined)[] = [schema];
  const seen = new Set(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) continue;
    const { $ref, allOf, oneOf, anyOf, discriminator, ...others } = next;
    if (isObject(discriminator) && ![oneOf, anyOf].flat().some(isShape)) {
      isDiscriminated = true;
      mapped.push(...listMappingTargets(discriminator));
    }
    hasConstraints ||= Object.keys(others).some((keyword) => !isAnnotation(keyword));
    const target = typeof $ref === "string" ? targetPointer(withoutOpening($ref)) : undefined;
    if (target !== undefined && isComponent(target)) bases.add(target);
    const behind = target === undefined || isComponent(target) ? [] : [valueAt(contract.document, target)];
    const unions = [oneOf, anyOf].filter((union) => union !== undefined).map(listNonNullBranches);
    hasConstraints ||= unions.some(({ length }) => length !== 1);
    const inside = [allOf, ...unions.filter(({ length }) => length === 1)].flat();
    for (const part of [...behind, ...inside]) {
      if (part === undefined || seen.has(part)) continue;
      seen.add(part);
      open.push(part);
    }
  }
  return { bases: [...bases], isDiscriminated, mapped, isAlias: !hasConstraints && bases.size === 1 };
}

/** Branches of a union without null, which extends nothing. */
function listNonNullBranches(union: Json): readonly Json[] {
  const branches: readonly Json[] = Array.isArray(union) ? union : [];
  return branches.filter((branch) => !(isObject(branch) && isNull(branch)));
}

/** Checks that a branch is an alternative, not only a list of required properties. */
function isShape(branch: Json | undefined): boolean {
  return (
    isObject(branch) &&
    ["$ref", "allOf", "oneOf", "anyOf", "properties"].some((keyword) => branch[keyword] !== undefined)
  );
}

function listMappingTargets({ mapping }: JsonObject): string[] {
  const targets = Object.values(isObject(mapping) ? mapping : {}).filter((target) => typeof target === "string");
  return targets.map(targetPointer).filter(isComponent);
}

function isComponent(pointer: string): boolean {
  return pointer.startsWith(`${componentsPointer}/`) && pointer.lastIndexOf("/") === componentsPointer.length;
}
