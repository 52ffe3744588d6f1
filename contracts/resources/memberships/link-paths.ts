import type { Operation } from "../../model/contract.ts";
import { anonymousTemplate } from "../../model/template.ts";
import { singular } from "../../text/nouns.ts";
import type { Resources } from "../resources.ts";
import { readLinkage, readSentLinkage } from "./linkage.ts";

/** Words of a path that say nothing but that links are behind them. */
const linkWords = /^(relationships?|links?|relations?|refs?|references?|associations?)$/i;

/** End of the path of links in OData. */
const refEnd = /\/\$ref$/;

/**
 * Paths of links, and the path of the list of the linked items: "/articles/{id}/tags" for
 * "/articles/{id}/relationships/tags" and "/articles/{id}/tags/$ref". A word that says more than that there are links
 * stays in the path of the list.
 */
export function findLinkPaths(resources: Resources): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const paths = [...resources.operationsAt.keys()];
  for (const path of paths) {
    const list = withoutKey(path.replace(refEnd, ""));
    if (refEnd.test(path) && /\}\/[^/{}:]+$/.test(list)) found.set(path, list);
    const [, above = "", word = "", noun = ""] = /^(.+\/\{[^{}]+\})\/([^/{}:]+)\/([^/{}:$]+)$/.exec(path) ?? [];
    if (above === "" || !hasOnlyLinks(resources, path)) continue;
    found.set(path, linkWords.test(word) ? `${above}/${noun}` : path);
  }
  for (const path of paths) {
    const template = anonymousTemplate(withoutKey(path));
    const [, list] = endsWithKey(path) ? ([...found].find(([each]) => anonymousTemplate(each) === template) ?? []) : [];
    if (list !== undefined && !found.has(path)) found.set(path, list);
  }
  return found;
}

/** True for a path whose requests send nothing but links, and whose GET shows nothing else. */
function hasOnlyLinks(resources: Resources, path: string): boolean {
  const { bodies, operationsAt, placeOf } = resources;
  const operations = operationsAt.get(path) ?? [];
  const writes = operations.filter((each) => each.body !== undefined && !each.safe);
  const read = operations.find((each) => placeOf(each).method === "GET");
  const shown = read && bodies.responseSchema(read);
  const isOfLinks = shown === undefined || readLinkage(resources, shown) !== undefined;
  return isOfLinks && writes.length > 0 && writes.every((each) => readSentLinkage(resources, each) !== undefined);
}

/** True for a path that ends with a key. */
export function endsWithKey(path: string): boolean {
  return /\/\{[^{}]+\}$/.test(path.replace(refEnd, ""));
}

/** A path without the key at its end. */
export function withoutKey(path: string): string {
  return path.replace(/\/\{[^{}]+\}(\/\$ref)?$/, "");
}

/** True for a request that sets the one item to which another one links. */
function setsOneLink(resources: Resources, operation: Operation): boolean {
  return /^(PUT|PATCH)$/.test(resources.placeOf(operation).method) && sendsOne(resources, operation);
}

/** True for a request whose body is a list of addresses. */
export function sendsAddresses(resources: Resources, operation: Operation): boolean {
  return readSentLinkage(resources, operation)?.isAddress === true;
}

/** True for links of which an item has one at most: requests set one, and none adds another. */
export function isOfOne(resources: Resources, links: readonly Operation[], word: string): boolean {
  const isPut = links.some((each) => setsOneLink(resources, each));
  const isSingular = singular(word) === word && links.some((each) => sendsAddresses(resources, each));
  if (!isPut && !isSingular) return false;
  return links.every((each) => {
    const sent = readSentLinkage(resources, each);
    const isOther = sent?.isList === true && sent.isAddress !== true;
    return resources.placeOf(each).method !== "POST" && !isOther;
  });
}

function sendsOne(resources: Resources, operation: Operation): boolean {
  return readSentLinkage(resources, operation)?.isList === false;
}
