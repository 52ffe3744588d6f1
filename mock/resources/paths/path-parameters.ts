import { canonicalPath, foldedName, singular } from "../../../contracts/index.ts";

/** Parameter of a path, and the noun before it. */
interface PathParameter {
  readonly parameter: string;
  readonly noun: string;
  /** Names of members for its value, as folded letters, with the noun in front: "eventcollectionslug" and "collectionslug". */
  readonly nounSpellings: readonly string[];
}

/** The parameters of a path template, from left to right. */
export function readPathParameters(path: string): readonly PathParameter[] {
  const segments = canonicalPath(path).split("/");
  return segments.flatMap((segment, index): PathParameter[] => {
    const [, parameter] = /^\{([^{}]+)\}/.exec(segment) ?? [];
    if (parameter === undefined) return [];
    const noun = singular(segments.slice(0, index).join("/"));
    const word = /[^-_]+$/.exec(noun)?.[0] ?? noun;
    return [{ parameter, noun, nounSpellings: [noun, word].map((each) => foldedName(`${each}_${parameter}`)) }];
  });
}

/** The first of some spellings that a member has, and that member. */
export function findSpelled(names: readonly string[], spellings: readonly string[]): string | undefined {
  const found = spellings.map((spelling) => names.find((name) => foldedName(name) === spelling));
  return found.find((name) => name !== undefined);
}
