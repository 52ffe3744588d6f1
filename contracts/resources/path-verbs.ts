import type { Operation } from "../model/contract.ts";
import { singular } from "../text/nouns.ts";
import { withoutSpelling } from "./resource-paths.ts";

const listWords = /^(list|all|index)$/i;
export const readWords = /^(get|show|read|view|fetch)$/i;

/** Words in a path that say what a method says elsewhere. */
const verbs: readonly (readonly [word: RegExp, method: Operation["method"], sentBy: RegExp])[] = [
  [/^(create|new|add|insert)$/i, "POST", /POST|PUT/],
  [/^(update|edit|modify|change|save)$/i, "PUT", /POST|PUT|PATCH/],
  [/^(delete|remove|destroy)$/i, "DELETE", /POST|DELETE/],
  [listWords, "GET", /GET|POST/],
  [readWords, "GET", /GET|POST/],
];

/** Effect of an operation on each of several items. */
export type Effect = "create" | "read" | "replace" | "update" | "delete";

/** Effect of a batch operation by the last word of its path. The first match applies. */
const effects: readonly (readonly [words: RegExp, effect: Effect])[] = [
  [/delete|remove|destroy/i, "delete"],
  [/get|read|fetch|retrieve|lookup/i, "read"],
  [/update|patch|edit/i, "update"],
  [/replace|put/i, "replace"],
  [/create|add|insert|import|batch|bulk|save|many|multiple/i, "create"],
];

/** The effect on several items that a word of a path says: "delete" of "batchDelete". */
export function effectOfWord(word: string): Effect | undefined {
  return effects.find(([words]) => words.test(word))?.[1];
}

/** A verb and a noun in one word: "createUser", "delete_user" and "list-users", not "addToCart" or "deleteByCodes". */
const compound =
  /^((?!new|all|index)[A-Za-z][a-z]*)(?:[-_](?=[a-z])|(?=[A-Z]))((?!(?:[Tt]o|[Ff]rom|[Bb]y|[Ff]or|[Aa]ll|[Ii]n|[Ii]f|[Ww]ith)(?:[-_A-Z]|$))[A-Za-z]+)$/;

/** A verb in a path. */
export interface PathVerb {
  readonly word: string;
  /** Method that the verb says. */
  readonly method: Operation["method"];
  /** Methods that operations with the verb have. */
  readonly sentBy: RegExp;
  /** Path that the verb is about, beside which it can have others: "/users" of "/users/get/{id}". */
  readonly family: string;
  /** Path without the verb: "/users/{id}". */
  readonly rest: string;
}

/**
 * Compiles the verb in a path, at its end or before its last parameter: "/users/create", "/users/{id}/delete",
 * "/users/get/{id}", "/createUser" and "/deleteUser/{id}". A verb in one word with its noun has the path of the other
 * operations that name the same noun.
 */
export function createVerbReader(paths: ReadonlySet<string>): (path: string) => PathVerb | undefined {
  const byNoun = new Map([...paths].map((path) => [withoutSpelling(path), path]));
  return (path) => {
    const [, front = "", word = "", key = ""] = /^(.*)[/:]([^/{}:]+?)(\/\{[^{}]+\})?$/.exec(path) ?? [];
    const whole = front !== "" && (key === "" || !front.endsWith("}")) ? compileVerb(word, front, key) : undefined;
    if (whole) return whole;
    const [, verb, noun] = compound.exec(word) ?? [];
    if (verb === undefined || noun === undefined || front.includes("{")) return undefined;
    const named = `${front}/${singular(noun).toLowerCase()}`;
    return compileVerb(verb, byNoun.get(withoutSpelling(named)) ?? named, key);
  };
}

function compileVerb(word: string, family: string, key: string): PathVerb | undefined {
  const [, method, sentBy] = verbs.find(([form]) => form.test(word)) ?? [];
  if (method === undefined || sentBy === undefined) return undefined;
  // A new item has no key in its path, and a list before a key is that of another item.
  if (key !== "" && (method === "POST" || listWords.test(word))) return undefined;
  return { word, method, sentBy, family, rest: family + key };
}
