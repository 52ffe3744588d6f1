import type { Part, Union } from "./part.ts";
import { type Contract, type JsonType, targetPointer, omitUndefined } from "../../contracts/index.ts";
import { alignIntegerType } from "./align-spellings.ts";
import { ofType } from "./view-of-type.ts";
import { mergeLists, isTypeOnly } from "./merge-lists.ts";
import { isExclusive, markedBasis, findSchemaOrigin, gatherParts, hasEffect, withoutUnion } from "./parts.ts";
import type { Place } from "./place.ts";
import { isAny, unionOfTypes } from "./types.ts";
import { type View, createPartsView } from "./view.ts";

/** Alternatives of a value: views without unions, and null. */
export interface Alternatives {
  readonly views: readonly View[];
  /** Alternatives as they are written, with null. Lists of values and bare types are not merged. */
  readonly expandedViews: readonly View[];
  readonly nullable: boolean;
  /** True if a `oneOf` rejects values that match several alternatives. */
  readonly isExclusive: boolean;
  /** Keys of alternatives that occur twice. */
  readonly repeated: ReadonlySet<string>;
  /** True if a union accepts values that match several alternatives. */
  readonly isChoice: boolean;
  /** Number of alternatives beyond the number of written branches. */
  readonly multiplied: number;
}

/** Maximum number of alternatives. Beyond it, each further branch is combined only once. */
export const MAX_ALTERNATIVES = 500;

/** Maximum number of expanded views, in addition to those of the branches. */
const MAX_VIEWS = 10_000;

/**
 * Alternatives of a view: one view for each combination of union branches, without unions. Alternatives without
 * structure are merged. Beyond `most`, a further union contributes only branches that no alternative has yet.
 */
export function listAlternatives(contract: Contract, view: View, most: number = MAX_ALTERNATIVES): Alternatives {
  const plain: View[] = [];
  const seen = new Set<string>();
  const chosen = new Set<string>();
  const repeated = new Set<string>();
  let isAnyExclusive = false;
  let isAnyChoice = false;
  const open = [view];
  for (let next = open.pop(); next && seen.size < MAX_VIEWS + chosen.size; next = open.pop()) {
    if (seen.has(next.key)) {
      repeated.add(next.key);
      continue;
    }
    seen.add(next.key);
    isAnyExclusive ||= next.parts.some(isExclusive);
    isAnyChoice ||= next.parts.some((part) => part.unions.length > (isExclusive(part) ? 1 : 0));
    const branches = findFirstUnion(next)?.chosen.branches;
    if (!branches) {
      plain.push(next);
      continue;
    }
    const isNewPlace = ({ pointer }: Place): boolean => !chosen.has(pointer);
    const isCut = plain.length >= most || seen.size >= most * 4;
    const kept = isCut ? branches.filter(isNewPlace) : branches;
    const selected = kept.length > 0 ? kept : branches.slice(0, 1);
    for (const { pointer } of selected) chosen.add(pointer);
    open.push(...expandFirstUnion(contract, next, selected).toReversed());
  }
  return {
    views: mergeLists(plain.map(removeNullType).filter(({ types }) => types.length > 0)),
    expandedViews: plain.filter(({ types }) => types.length > 0),
    nullable: plain.some(({ types }) => types.includes("null")),
    isExclusive: isAnyExclusive,
    repeated,
    isChoice: isAnyChoice,
    multiplied: Math.max(0, plain.length - chosen.size),
  };
}

/** Types of all alternatives. */
export function collectTypes({ views, nullable }: Pick<Alternatives, "views" | "nullable">): readonly JsonType[] {
  return views.map(({ types }) => types).reduce(unionOfTypes, nullable ? ["null"] : []);
}

/** Replaces numbers with an integer step by integers on one side, if the other side has integers. */
export function alignIntegers(own: Alternatives, other: Alternatives): readonly [Alternatives, Alternatives] {
  const [before, after] = [collectTypes(own), collectTypes(other)];
  return [
    { ...own, views: own.views.map((view) => alignIntegerType(view, after)) },
    { ...other, views: other.views.map((view) => alignIntegerType(view, before)) },
  ];
}

/** Unresolved references of a view and its alternatives. */
export function collectUnresolved(view: View, { views }: Alternatives): string[] {
  return [view, ...views].flatMap(({ unresolved }) => unresolved);
}

/** Splits alternatives of several types by type, if the other side has no such alternative. */
export function splitTypesBeside(own: Alternatives, other: readonly View[]): Alternatives {
  const known = new Set(other.map(({ types }) => types.join()));
  return { ...own, views: splitByType(own.views, (view) => !known.has(view.types.join())) };
}

/** Splits views of several types that have further constraints into one view for each type. */
export function splitByType(views: readonly View[], isMeant: (view: View) => boolean = () => true): readonly View[] {
  const isSplit = (view: View): boolean =>
    view.types.length > 1 && view.types.length < 5 && !view.values && !isTypeOnly(view) && isMeant(view);
  if (!views.some(isSplit)) return views;
  return mergeLists(views.flatMap((view) => (isSplit(view) ? view.types.map((type) => ofType(view, type)) : [view])));
}

/** Adds null to the only view of a whole that accepts null. */
export function orNull(view: View, nullable: boolean, { schemas }: View): View {
  if (!nullable || view.types.includes("null")) return view;
  return { ...view, types: unionOfTypes(view.types, ["null"]), schemas };
}

/**
 * One view for each branch of the first union, or for the given branches: the branch together with the other
 * constraints of the view.
 */
export function expandFirstUnion(contract: Contract, view: View, selected?: readonly Place[]): View[] {
  const { part, chosen } = findFirstUnion(view) ?? {};
  if (!part || !chosen) return [view];
  const rest = view.parts.map((other) => (other === part ? withoutUnion(part, chosen) : other));
  return (selected ?? chosen.branches).map((branch) => {
    const known = new Set(rest.map(({ key }) => key));
    const parts = gatherParts(contract, [branch], part.orNull).filter(({ key }) => !known.has(key));
    const named = view.named ?? (part.schema["discriminator"] === undefined ? undefined : nameBranch(branch));
    const basis = markedBasis(contract, branch);
    const shape = createPartsView(
      [...parts, ...rest.filter(hasEffect)],
      omitUndefined({
        origin: findSchemaOrigin(contract, branch),
        named,
        basis: branch.basis,
        schemas: [...view.schemas, branch.schema],
      }),
    );
    // A branch with constraints beside its reference has the basis of the referenced schema.
    if (basis === undefined) return shape;
    return { ...shape, basis };
  });
}

function findFirstUnion({ parts }: View): { readonly part: Part; readonly chosen: Union } | undefined {
  const part = parts.find(({ unions }) => unions.length > 0);
  const [chosen] = part?.unions ?? [];
  return part && chosen && { part, chosen };
}

/** Name of a branch for a discriminator: the referenced component, or the branch itself. */
function nameBranch({ schema, pointer }: Place): string {
  const reference = typeof schema === "boolean" ? undefined : schema["$ref"];
  if (typeof reference === "string") return targetPointer(reference);
  return pointer;
}

function removeNullType(view: View): View {
  if (!view.types.includes("null") || isAny(view.types)) return view;
  return { ...view, key: `${view.key}~null`, types: view.types.filter((type) => type !== "null") };
}
