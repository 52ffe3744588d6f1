import { type Contract, anonymousTemplate, canonicalPath } from "../../contracts/index.ts";

/** Least number of kinds of things below the items of a collection, and least share of the other paths that they have. */
interface Measure {
  readonly kinds: number;
  readonly share: number;
}

const ofTenants: Measure = { kinds: 10, share: 0.9 };
const ofParents: Measure = { kinds: 20, share: 0.6 };

/** Collections, as templates without the names of parameters. */
export interface Tenants {
  /**
   * Collections whose items exist before the first request of a client, although operations can create more: almost all
   * paths are below one, as below an account.
   */
  readonly existing: ReadonlySet<string>;
  /** Collections below whose items things may be created, known or not: most paths are below a "/repositories/{owner}/{name}". */
  readonly parents: ReadonlySet<string>;
}

/** Finds the collections below which a document has most of its paths. */
export function findTenants({ operations }: Pick<Contract, "operations">): Tenants {
  const paths = [...new Set(operations.map(({ path }) => anonymousTemplate(canonicalPath(path))))];
  const items = paths.filter((path) => /^[^{}]*(\/\{\})+$/.test(path));
  const existing = collectionsBy(ofTenants);
  return { existing, parents: new Set([...existing, ...collectionsBy(ofParents)]) };

  function collectionsBy(measure: Measure): ReadonlySet<string> {
    return new Set(items.filter((item) => isMet(item, measure)).map((item) => item.slice(0, -"/{}".length)));
  }

  function isMet(item: string, { kinds, share }: Measure): boolean {
    const below = paths.filter((path) => path.startsWith(`${item}/`));
    const others = paths.filter((path) => path !== item && path !== item.slice(0, -"/{}".length));
    const found = new Set(below.map((path) => path.slice(item.length + 1).split(/[/:]/, 1)[0]));
    return found.size >= kinds && below.length >= share * others.length;
  }
}
