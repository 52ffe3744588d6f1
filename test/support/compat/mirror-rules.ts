import { anonymousTemplate } from "../../../contracts/index.ts";
import { type Change, graphqlRules, rules } from "../../../compat/index.ts";
import { changeSummary } from "./documents.ts";

/** Changes between two documents, in both directions. */
export interface BothDirections {
  readonly there: readonly Change[];
  readonly back: readonly Change[];
}

/** Mirror of each rule: the rule that reports the reverse edit. */
const mirrors = new Map([...rules, ...graphqlRules].map(({ id, mirror }) => [id, mirror]));

/** Further mirrors: the reverse of adding a required property is its removal. */
const secondMirrors = new Map([
  ["request-property-became-required", "request-property-removed"],
  ["request-property-removed", "request-property-became-required"],
]);

/** Changes without a counterpart in the reverse direction. */
export function changesWithoutMirror({ there, back }: BothDirections): string[] {
  const byRule = Map.groupBy(back, ({ rule }) => rule);
  const removed = byRule.get("request-property-removed") ?? [];
  const isMirrored = (change: Change): boolean => {
    if (isReadable(change)) return true;
    // A required property without a schema accepts anything in a request. Listing it restricts it; the reverse removes it.
    if (change.direction === "request" && removed.some((one) => isSamePlace(one, change))) return true;
    const mirrorIds = [mirrors.get(change.rule), secondMirrors.get(change.rule)].filter((id) => id !== undefined);
    if (mirrorIds.length === 0) return true;
    return mirrorIds.some((id) => byRule.get(id)?.some((one) => isSamePlace(one, change)));
  };
  return there.filter((change) => !isMirrored(change)).map(changeSummary);
}

/** Checks for parts that have become readable: the reverse is a single change. */
function isReadable({ note }: Change): boolean {
  return note?.endsWith("not known what changed") === true;
}

/**
 * Rules that report more changes than their mirrors in the reverse direction. A part that one document defines once and
 * the other several times is one change in one direction only.
 */
export function unevenRules({ there, back }: BothDirections): string[] {
  const count = (changes: readonly Change[], id: string): number =>
    new Set(changes.filter((one) => one.rule === id && !isReadable(one)).map(({ message }) => message)).size;
  return [...mirrors].flatMap(([id, mirror]) => {
    if (mirror === undefined) return [];
    const [forth, mirrored] = [count(there, id), count(back, mirror)];
    return forth === mirrored ? [] : [`${id}: ${forth}, but ${mirror}: ${mirrored}`];
  });
}

/** Compares positions, ignoring the names of path parameters. */
function isSamePlace(one: Change, other: Change): boolean {
  if (one.rule === "path-parameter-renamed") return true;
  // If another part of a schema requires the property already, adding it changes nothing in that operation.
  const [fewer, more] = [one, other]
    .map(({ operations }) => operations.map(anonymousTemplate))
    .toSorted((a, b) => a.length - b.length);
  // A shared definition is reported at its closest use, which can differ between the directions.
  const isSame = lastStep(one.path) === lastStep(other.path) || hasSwappedValues(one, other);
  return isSame && (fewer ?? []).every((name) => more?.includes(name));
}

function lastStep(path: string): string {
  return /(?:\.[^.[\]]+|\[[^\]]*\])$/.exec(path)?.[0] ?? path;
}

/** Checks that the values before and after are swapped in the other change. */
function hasSwappedValues(one: Change, other: Change): boolean {
  const [before, after] = [JSON.stringify([one.before, one.after]), JSON.stringify([other.after, other.before])];
  return before === after && before !== "[null,null]";
}
