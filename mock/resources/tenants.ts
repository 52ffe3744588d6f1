import { type Contract, anonymousTemplate, canonicalPath } from "../../contracts/index.ts";

/**
 * Minimum number of different path segments after the items of a collection of tenants, and minimum share of the other
 * paths of a document that are below the items. The more kinds are below, the less it takes.
 */
const measures = [
  { kinds: 10, share: 0.9 },
  { kinds: 20, share: 0.6 },
];

/**
 * The collections, as templates without names, whose items are tenants: most paths of the document are below one, as
 * below an account, or a repository "/{owner}/{name}". A client has a tenant before its first request, although operations can create more.
 */
export function tenantCollectionsOf({ operations }: Pick<Contract, "operations">): ReadonlySet<string> {
  const paths = [...new Set(operations.map(({ path }) => anonymousTemplate(canonicalPath(path))))];
  const items = paths.filter((path) => /^[^{}]*(\/\{\})+$/.test(path));
  return new Set(items.map((item) => item.slice(0, -"/{}".length)).filter(hasTenants));

  function hasTenants(collection: string): boolean {
    const item = `${collection}/{}`;
    const below = paths.filter((path) => path.startsWith(`${item}/`));
    const others = paths.filter((path) => path !== item && path !== collection);
    const kinds = new Set(below.map((path) => path.slice(item.length + 1).split(/[/:]/, 1)[0]));
    return measures.some((least) => kinds.size >= least.kinds && below.length >= least.share * others.length);
  }
}
