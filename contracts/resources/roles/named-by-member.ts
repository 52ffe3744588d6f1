import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { type Resource, type Resources, parseItemPath } from "../resources.ts";
import { findNamesake } from "./collection-groups.ts";

/**
 * The collection whose items a path reads by another member than their key, and that member: "/releases" and `tag_name`
 * for "/releases/tags/{tag}", "/users" and `email` for "/users/by-email/{email}" and "/userByEmail/{email}". Nothing is
 * created or listed there.
 */
export function findNamedByMember(
  resources: Resources,
  collection: string,
): { readonly home: Resource; readonly by: string } | undefined {
  const { bodies, operationsAt, placeOf } = resources;
  const idParameter = resources.idParameterOf(collection);
  const [, above = "", word = ""] = /^(.*)\/([^/{}:]+)$/.exec(collection) ?? [];
  const path = resources.idParameterOf(above) === undefined ? findNamedCollection(resources, above, word) : above;
  if (idParameter === undefined || path === undefined || operationsAt.has(collection)) return undefined;
  const operations = operationsAt.get(`${collection}/{${idParameter}}`) ?? [];
  const read = operations.find((each) => placeOf(each).method === "GET");
  const shown = read && bodies.responseSchema(read);
  const home = resources.at(path);
  if (shown === undefined || home.item === undefined || !bodies.accepts(shown, "object")) return undefined;
  const asked = [idParameter, singular(word.replace(/^by[_-]?/i, ""))].map((each) => foldedName(each));
  const by = [...bodies.names(home.item)].find((name) =>
    asked.some((each) => foldedName(name) === each || foldedName(name) === `${each}name`),
  );
  const isOther = by !== undefined && by !== home.key?.property;
  if (isOther && resources.isItemOf(shown, home)) return { home, by };
  return undefined;
}

/** The collection beside a path whose noun a word begins with: "/users" for "userByEmail". */
function findNamedCollection(resources: Resources, above: string, word: string): string | undefined {
  const [, noun = ""] = /^(\w+)(?:_by_|-by-|By[A-Z])/.exec(word) ?? [];
  return findNamesake(resources, above, noun);
}

/** The member by which the path of an operation names an item of a resource, if it is not the key. */
export function findNamingMember(resources: Resources, path: string, { collection }: Resource): string | undefined {
  const own = parseItemPath(path)?.collection;
  const found = own === undefined || own === collection ? undefined : findNamedByMember(resources, own);
  if (found?.home.collection === collection) return found.by;
  return undefined;
}
