import { type Contract, anonymousTemplate, canonicalPath } from "../../contracts/index.ts";

/** Minimum share of the other paths of a document that are below the items of a collection of tenants. */
const MIN_SHARE = 0.9;

/** Minimum number of different path segments after the item. */
const MIN_KINDS = 10;

/**
 * The collections, as templates without names, whose items are tenants: almost all paths of the document are below one,
 * as below an account. A client has a tenant before its first request, although operations can create more.
 */
export function tenantCollectionsOf({ operations }: Pick<Contract, "operations">): ReadonlySet<string> {
  const paths = [...new Set(operations.map(({ path }) => anonymousTemplate(canonicalPath(path))))];
  const items = paths.filter((path) => path.endsWith("/{}") && path.split("{}").length === 2);
  return new Set(items.map((item) => item.slice(0, -"/{}".length)).filter(hasTenants));

  function hasTenants(collection: string): boolean {
    const item = `${collection}/{}`;
    const below = paths.filter((path) => path.startsWith(`${item}/`));
    const others = paths.filter((path) => path !== item && path !== collection);
    const kinds = new Set(below.map((path) => path.slice(item.length + 1).split(/[/:]/, 1)[0]));
    return kinds.size >= MIN_KINDS && below.length >= MIN_SHARE * others.length;
  }
}
