import type { Contract } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";
import { shapeOf } from "./example-shape.ts";
import { listBodySites } from "./sites.ts";

/** Likeness of two objects by the names of their members, from 0 to 1. */
export type Likeness = (names: ReadonlySet<string>, others: ReadonlySet<string>) => number;

/**
 * Compiles the likeness of objects in a contract. A name counts for more, the fewer bodies of the contract have it: that
 * two objects have `errors` or `links` says nothing in an API where most have.
 */
export const likenessIn: (contract: Contract) => Likeness = oncePer((contract) => {
  const { count, countByName } = countNames(contract);
  const weighByRarity = (name: string): number => Math.log(1 + (count + 1) / (1 + (countByName.get(name) ?? 0)));
  const weigh = (names: Iterable<string>): number => {
    let sum = 0;
    for (const name of names) sum += weighByRarity(name);
    return sum;
  };
  return (names, others) => {
    const shared = [...names].filter((name) => others.has(name));
    if (shared.length === 0) return 0;
    const [own, other, common] = [weigh(names), weigh(others), weigh(shared)];
    const isWithin = common / Math.min(own, other);
    const isSame = common / (own + other - common);
    // That small objects agree may be chance.
    return (0.7 * isWithin + 0.3 * isSame) * (shared.length / (shared.length + 0.5));
  };
});

/** Counts how many response bodies there are, and how many have an object with each name at the top or just below. */
function countNames(contract: Contract): { readonly count: number; readonly countByName: ReadonlyMap<string, number> } {
  const countByName = new Map<string, number>();
  const schemas = contract.operations.flatMap(({ responses }) =>
    responses
      .filter(({ status }) => status.startsWith("2"))
      .flatMap(({ content }) => content.slice(0, 1).flatMap((media) => shapeOf(contract)(media) ?? [])),
  );
  for (const schema of schemas) {
    const sites = isObject(schema) ? listBodySites(contract, schema).filter(({ steps }) => steps.length <= 1) : [];
    for (const name of new Set(sites.flatMap(({ names }) => [...names])))
      countByName.set(name, (countByName.get(name) ?? 0) + 1);
  }
  return { count: schemas.length, countByName };
}
