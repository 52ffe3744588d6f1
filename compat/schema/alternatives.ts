import type { Part, Union } from "./part.ts";
import { type Contract, type JsonType, targetPointer } from "../../contracts/index.ts";
import { asWholeBeside } from "./align-spellings.ts";
import { ofType } from "./by-type.ts";
import { folded, isBare } from "./folded.ts";
import { isExclusive, markedBasis, originOf, partsAt, saysSomething, withoutUnion } from "./parts.ts";
import type { Place } from "./place.ts";
import { isAny, union } from "./types.ts";
import { type View, viewOf } from "./view.ts";

/** What a value may be: one of several views, or null. */
export interface Alternatives {
  readonly views: readonly View[];
  /** The same as they are written, with null: lists of values and bare types are not yet put together. */
  readonly unfolded: readonly View[];
  readonly nullable: boolean;
  /** Whether any `oneOf` refuses what has several of its shapes. */
  readonly isExclusive: boolean;
  /** Whether one of them is there twice. */
  readonly isRepeated: boolean;
  /** Whether any union takes what has several of its shapes. */
  readonly isChoice: boolean;
  /** How many more there are than branches are written. */
  readonly multiplied: number;
}

/** How many alternatives a document that multiplies unions may have before each of its branches is only there once. */
export const MOST_ALTERNATIVES = 500;

/** How many views are taken apart in any case, beside those of the branches themselves. */
const MOST_VIEWS = 10_000;

/**
 * A view's unions multiplied out, so that each alternative is plain. Alternatives without structure are one. Beyond `most`,
 * of each further union only those branches are chosen that no alternative has yet.
 */
export function alternativesOf(contract: Contract, view: View, most: number = MOST_ALTERNATIVES): Alternatives {
  const plain: View[] = [];
  const seen = new Set<string>();
  const chosen = new Set<string>();
  let isAnyExclusive = false;
  let isRepeated = false;
  let isAnyChoice = false;
  const open = [view];
  for (let next = open.pop(); next && seen.size < MOST_VIEWS + chosen.size; next = open.pop()) {
    isRepeated ||= seen.has(next.key);
    if (seen.has(next.key)) continue;
    seen.add(next.key);
    isAnyExclusive ||= next.parts.some(isExclusive);
    isAnyChoice ||= next.parts.some((part) => part.unions.length > (isExclusive(part) ? 1 : 0));
    const branches = unionIn(next)?.chosen.branches;
    if (!branches) {
      plain.push(next);
      continue;
    }
    const isNew = ({ pointer }: Place): boolean => !chosen.has(pointer);
    const isCut = plain.length >= most || seen.size >= most * 4;
    const kept = isCut ? branches.filter(isNew) : branches;
    const taken = kept.length > 0 ? kept : branches.slice(0, 1);
    for (const { pointer } of taken) chosen.add(pointer);
    open.push(...branchesIn(contract, next, taken).toReversed());
  }
  return {
    views: folded(plain.map(withoutNull).filter(({ types }) => types.length > 0)),
    unfolded: plain.filter(({ types }) => types.length > 0),
    nullable: plain.some(({ types }) => types.includes("null")),
    isExclusive: isAnyExclusive,
    isRepeated,
    isChoice: isAnyChoice,
    multiplied: Math.max(0, plain.length - chosen.size),
  };
}

/** The types that any alternative has. */
export function typesOf({ views, nullable }: Pick<Alternatives, "views" | "nullable">): readonly JsonType[] {
  return views.map(({ types }) => types).reduce(union, nullable ? ["null"] : []);
}

/** Integers on one side make integers of the other's whole numbers. */
export function alike(ours: Alternatives, theirs: Alternatives): readonly [Alternatives, Alternatives] {
  const [before, after] = [typesOf(ours), typesOf(theirs)];
  return [
    { ...ours, views: ours.views.map((view) => asWholeBeside(view, after)) },
    { ...theirs, views: theirs.views.map((view) => asWholeBeside(view, before)) },
  ];
}

/** References that lead nowhere, in a view or in any of its alternatives. */
export function unresolvedOf(view: View, { views }: Alternatives): string[] {
  return [view, ...views].flatMap(({ unresolved }) => unresolved);
}

/** Shapes of several types of which another side has none, as one shape for each type. */
export function byTypeBeside(ours: Alternatives, theirs: readonly View[]): Alternatives {
  const known = new Set(theirs.map(({ types }) => types.join()));
  return { ...ours, views: splitByType(ours.views, (view) => !known.has(view.types.join())) };
}

/** Shapes of several types as one for each type, where they say more of a value than that. */
export function splitByType(views: readonly View[], isMeant: (view: View) => boolean = () => true): readonly View[] {
  const isSplit = (view: View): boolean =>
    view.types.length > 1 && view.types.length < 5 && !view.values && !isBare(view) && isMeant(view);
  if (!views.some(isSplit)) return views;
  return folded(views.flatMap((view) => (isSplit(view) ? view.types.map((type) => ofType(view, type)) : [view])));
}

/** Null back into a view that was taken apart of a whole and is the only one. */
export function orNull(view: View, nullable: boolean, { schemas }: View): View {
  if (!nullable || view.types.includes("null")) return view;
  return { ...view, types: union(view.types, ["null"]), schemas };
}

/** One view per branch of the first union, or of some of them: the branch and all else that the view says. */
export function branchesIn(contract: Contract, view: View, taken?: readonly Place[]): View[] {
  const { part, chosen } = unionIn(view) ?? {};
  if (!part || !chosen) return [view];
  const rest = view.parts.map((other) => (other === part ? withoutUnion(part, chosen) : other));
  return (taken ?? chosen.branches).map((branch) => {
    const known = new Set(rest.map(({ key }) => key));
    const parts = partsAt(contract, [branch], part.orNull).filter(({ key }) => !known.has(key));
    const named = view.named ?? (part.schema["discriminator"] === undefined ? undefined : nameOf(branch));
    const basis = markedBasis(contract, branch);
    const shape = viewOf([...parts, ...rest.filter(saysSomething)], {
      origin: originOf(contract, branch),
      ...(named !== undefined && { named }),
      basis: branch.basis,
      schemas: [...view.schemas, branch.schema],
    });
    // What says more beside a reference has the basis of what it refers to, as elsewhere.
    return basis === undefined ? shape : { ...shape, basis };
  });
}

function unionIn({ parts }: View): { readonly part: Part; readonly chosen: Union } | undefined {
  const part = parts.find(({ unions }) => unions.length > 0);
  const [chosen] = part?.unions ?? [];
  return part && chosen && { part, chosen };
}

/** What a discriminator calls a branch by: the component that it refers to, whatever that is, or itself. */
function nameOf({ schema, pointer }: Place): string {
  const reference = typeof schema === "boolean" ? undefined : schema["$ref"];
  return typeof reference === "string" ? targetPointer(reference) : pointer;
}

function withoutNull(view: View): View {
  if (!view.types.includes("null") || isAny(view.types)) return view;
  return { ...view, key: `${view.key}~null`, types: view.types.filter((type) => type !== "null") };
}
