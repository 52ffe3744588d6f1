import { anonymous } from "../../../contracts/index.ts";
import { type Change, graphqlRules, rules } from "../../../compat/index.ts";
import { lineOf } from "./documents.ts";

/** What is told of two documents, and of the same the other way round. */
export interface Told {
  readonly there: readonly Change[];
  readonly back: readonly Change[];
}

/** What each rule is read backwards. */
const mirrors = new Map([...rules, ...graphqlRules].map(({ id, mirror }) => [id, mirror]));

/** What is one edit, and has two rules: a property that is new and required is, read backwards, a removed one. */
const twofold = new Map([
  ["request-property-became-required", "request-property-removed"],
  ["request-property-removed", "request-property-became-required"],
]);

/** The changes that are not told when the documents are read backwards. */
export function unmirrored({ there, back }: Told): string[] {
  const byRule = Map.groupBy(back, ({ rule }) => rule);
  const removed = byRule.get("request-property-removed") ?? [];
  const isMirrored = (change: Change): boolean => {
    if (isReadAgain(change)) return true;
    // What is required and not listed may be anything in a request: listed, it is less; and no longer listed, it is gone.
    if (change.direction === "request" && removed.some((one) => isSamePlace(one, change))) return true;
    const wanted = [mirrors.get(change.rule), twofold.get(change.rule)].filter((id) => id !== undefined);
    if (wanted.length === 0) return true;
    return wanted.some((id) => byRule.get(id)?.some((one) => isSamePlace(one, change)));
  };
  return there.filter((change) => !isMirrored(change)).map(lineOf);
}

/** What can be read again shows what it says; that it cannot be any more is one change. */
function isReadAgain({ note }: Change): boolean {
  return note?.endsWith("not known what changed") === true;
}

/**
 * The rules that tell of more than their mirrors do when the documents are read backwards. What one document defines once,
 * and the other in several places, is one change in one direction only.
 */
export function uneven({ there, back }: Told): string[] {
  const count = (changes: readonly Change[], id: string): number =>
    new Set(changes.filter((one) => one.rule === id && !isReadAgain(one)).map(({ message }) => message)).size;
  return [...mirrors].flatMap(([id, mirror]) => {
    if (mirror === undefined) return [];
    const [forth, mirrored] = [count(there, id), count(back, mirror)];
    return forth === mirrored ? [] : [`${id}: ${forth}, but ${mirror}: ${mirrored}`];
  });
}

/** The names of path parameters are not on the wire. */
function isSamePlace(one: Change, other: Change): boolean {
  if (one.rule === "path-parameter-renamed") return true;
  // Where another part of a schema requires a property anyway, adding it says nothing new in that operation.
  const [fewer, more] = [one, other]
    .map(({ operations }) => operations.map(anonymous))
    .toSorted((a, b) => a.length - b.length);
  // What is defined once is told at the nearest place that has it, which need not be the same one.
  const isSame = lastStep(one.path) === lastStep(other.path) || isTurned(one, other);
  return isSame && (fewer ?? []).every((name) => more?.includes(name));
}

function lastStep(path: string): string {
  return /(?:\.[^.[\]]+|\[[^\]]*\])$/.exec(path)?.[0] ?? path;
}

/** Whether what the one says was there before is what the other says is there after, and the other way round. */
function isTurned(one: Change, other: Change): boolean {
  const [before, after] = [JSON.stringify([one.before, one.after]), JSON.stringify([other.after, other.before])];
  return before === after && before !== "[null,null]";
}
