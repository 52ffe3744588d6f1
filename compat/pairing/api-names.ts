import type { Pair } from "../model/pair.ts";
import type { Contract } from "../../contracts/index.ts";
import { pairContracts } from "./pair-contracts.ts";

/** Names of the API that a pair of contracts describes. */
export interface ApiName {
  /** Name in reports: the file name if both sides share it, else the shared title, else the name of the revision. */
  readonly shown: string;
  /**
   * Name in ids of changes: the title of the base if no other API has it, else its name. Such ids survive a moved file
   * and a renamed revision.
   */
  readonly key: string;
}

export type ApiNameLookup = (pair: Pair<Contract>) => ApiName;

/** Finds the names of each API of a comparison. */
export function apiNameLookup(base: readonly Contract[], revision: readonly Contract[]): ApiNameLookup {
  const titles = [base, revision].map((side) => Map.groupBy(side, ({ title }) => title));
  const isOwnTitle = (title: string): boolean =>
    !genericTitle.test(title.trim()) && titles.every((side) => (side.get(title) ?? []).length < 2);
  return ({ base: fromBase, revision: fromRevision }) => {
    const { kind, title = "", api = "" } = fromBase ?? fromRevision ?? {};
    // A GraphQL schema has no title but the name of its file.
    const key = kind === "openapi" && isOwnTitle(title) ? title : api;
    if (!fromBase || !fromRevision || fromBase.api === fromRevision.api) return { shown: api, key };
    return { shown: fromBase.title === fromRevision.title ? title : fromRevision.api, key };
  };
}

/** Keys of feeds by the name in reports. An API keeps the key that it had in the earliest base. */
export function feedKeysByName(
  base: readonly Contract[],
  revision: readonly Contract[],
  first?: ReadonlyMap<Contract, string>,
): ReadonlyMap<string, string> {
  const nameOf = apiNameLookup(base, revision);
  return new Map(
    pairContracts(base, revision).map((pair) => [nameOf(pair).shown, findOriginalKey(pair, first) ?? nameOf(pair).key]),
  );
}

/** Earliest known key of each contract of a revision, carried over from its base. */
export function originalKeys(
  base: readonly Contract[],
  revision: readonly Contract[],
  first?: ReadonlyMap<Contract, string>,
): ReadonlyMap<Contract, string> {
  const nameOf = apiNameLookup(base, revision);
  return new Map(
    pairContracts(base, revision).flatMap((pair) =>
      pair.revision ? [[pair.revision, findOriginalKey(pair, first) ?? nameOf(pair).key]] : [],
    ),
  );
}

function findOriginalKey({ base }: Pair<Contract>, first?: ReadonlyMap<Contract, string>): string | undefined {
  return base && first?.get(base);
}

/** Pairs of contracts by the name in reports. Files of the same name in several folders share one entry. */
export function pairsByApiName(
  base: readonly Contract[],
  revision: readonly Contract[],
  nameOf: ApiNameLookup = apiNameLookup(base, revision),
): ReadonlyMap<string, readonly Pair<Contract>[]> {
  return Map.groupBy(pairContracts(base, revision), (pair) => nameOf(pair).shown);
}

/** Gives contracts of the revision the names that they have next to this base, whatever base they are compared with. */
export function nameLookupOfRevision(base: readonly Contract[], revision: readonly Contract[]): ApiNameLookup {
  const nameOf = apiNameLookup(base, revision);
  const names = new Map(pairContracts(base, revision).map((pair) => [pair.revision, nameOf(pair)]));
  return (pair) => (pair.revision && names.get(pair.revision)) ?? nameOf(pair);
}

/** Titles that generators write by default, and empty ones: they do not identify an API. */
const genericTitle = /^((open ?|fast)?api|swagger|untitled)?( (definition|documentation|docs|api))?$/i;
