import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";

/** Names of parameters that say nothing about the items that they identify. */
const plainKeys = /^(id|uuid|guid|key|slug|name)$/;

/** An item in the path of a list: the collection of "/projects/{project_id}", and the parameter. */
interface ItemAbove {
  readonly collection: string;
  readonly idParameter: string;
}

/** True for the words of two paths that name the same items: "/projects/{id}/tasks", "/tasks/{id}/subtasks", and "/tasks". */
export function haveSameNoun(path: string, collection: string): boolean {
  const [own, other] = [foldedNoun(path), foldedNoun(collection)];
  return own === other || own === `sub${other}`;
}

/** Noun of the items that the last word of a path names. */
export function foldedNoun(path: string): string {
  return foldedName(singular(getPathNoun(path)));
}

/**
 * The member of an item by which it refers to the item above it in a path: `project`, `projects` or `project_id` for
 * "/projects/{id}/tasks", and `parent` where both are of one collection, as for "/tasks/{id}/subtasks".
 */
export function findReference(
  names: ReadonlySet<string>,
  { collection, idParameter }: ItemAbove,
  home: string,
): string | undefined {
  const [noun, plural, parameter] = [singular(collection), getPathNoun(collection), idParameter].map(foldedName);
  const isOfSame = haveSameNoun(collection, home);
  const ofParameter = parameter === undefined || plainKeys.test(parameter) ? [] : [parameter, `${parameter}s`];
  const wanted = isOfSame
    ? ["parent", "parentid", `parent${noun}`, `parent${noun}id`, `parent${parameter}`]
    : [noun, plural, `${noun}id`, `${noun}ids`, `${noun}uuid`, `${noun}key`, ...ofParameter];
  return wanted.map((each) => [...names].find((name) => foldedName(name) === each)).find((name) => name !== undefined);
}

function getPathNoun(path: string): string {
  return path.split("/").at(-1) ?? "";
}
