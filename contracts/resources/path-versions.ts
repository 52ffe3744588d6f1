import type { Contract, Operation } from "../model/contract.ts";
import { withoutQuery } from "../model/template.ts";

/** A path with a version: "/api/v2/orders/{id}" has the parts "/api", "v2", "/orders" and "/{id}". */
const versioned = /^(.*?)\/(v\d+(?:[._]\d+)*(?:-?(?:alpha|beta|rc|preview)\d*)?)(\/[^/{}:]+)(.*)$/i;

/** Path without a trailing slash, ".json" and query, which do not identify the resource. */
export function canonicalPath(path: string): string {
  return withoutQuery(path).replace(/(\.json|\/)$/, "");
}

/** A path without the segment of its version, in any of which it is about the same resource. */
export function unversionedPath(path: string): string {
  return path.replace(versioned, "$1$3$4");
}

/**
 * Compiles the path of an operation's resource. Where operations on one resource have versions of their own
 * (`POST /v10/projects`, `GET /v9/projects/{id}`), it has the version of the one that reads an item. Two versions that
 * both read items are two resources.
 */
export function createResourcePaths({ operations }: Contract): (operation: Operation) => string {
  const groups = Map.groupBy(operations, ({ path }) => {
    const [, prefix, , root] = versioned.exec(canonicalPath(path)) ?? [];
    return root === undefined ? undefined : `${prefix}${root}`;
  });
  const homes = new Map<string, string>();
  for (const [key, members] of groups) {
    if (key === undefined) continue;
    const versionsOf = (method: RegExp): readonly string[] => {
      const ofItems = members.filter((each) => method.test(each.method));
      const found = ofItems.map(({ path }) => versioned.exec(canonicalPath(path)) ?? []);
      return [
        ...new Set(found.flatMap(([, , version = "", , rest = ""]) => (/^\/\{[^{}]+\}$/.test(rest) ? [version] : []))),
      ];
    };
    const [readers, any] = [versionsOf(/^GET$/), versionsOf(/./)];
    const [home, other] = readers.length > 0 ? readers : any;
    if (home !== undefined && other === undefined) homes.set(key, home);
  }
  return ({ path }) =>
    canonicalPath(path).replace(versioned, (whole, prefix: string, _, root: string, rest: string) => {
      const home = homes.get(`${prefix}${root}`);
      return home === undefined ? whole : `${prefix}/${home}${root}${rest}`;
    });
}
