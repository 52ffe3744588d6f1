import type { Pair } from "../model/pair.ts";
import type { Contract } from "../../contracts/index.ts";
import { pairContracts } from "./match-contracts.ts";

/** What the API of a pair goes by. */
export interface ApiName {
  /** The name that both files have, or else the title that both have; without either, the name of the revision. */
  readonly shown: string;
  /**
   * What ids are made of: the title that the base has alone, so that they stay what they are wherever its file is, and
   * whatever the revision is called by now; where it has none of its own, the name of the base.
   */
  readonly key: string;
}

export type ApiNames = (pair: Pair<Contract>) => ApiName;

/** What the APIs of a comparison go by. */
export function namesOf(base: readonly Contract[], revision: readonly Contract[]): ApiNames {
  const titles = [base, revision].map((side) => Map.groupBy(side, ({ title }) => title));
  const isOwn = (title: string): boolean =>
    !generated.test(title.trim()) && titles.every((side) => (side.get(title) ?? []).length < 2);
  return ({ base: ours, revision: theirs }) => {
    const { kind, title = "", api = "" } = ours ?? theirs ?? {};
    // A GraphQL schema has no title but the name of its file.
    const key = kind === "openapi" && isOwn(title) ? title : api;
    if (!ours || !theirs || ours.api === theirs.api) return { shown: api, key };
    return { shown: ours.title === theirs.title ? title : theirs.api, key };
  };
}

/** What feeds go by, by the name that is shown: the key that the base had first, where that is known, or else has. */
export function apiKeysOf(
  base: readonly Contract[],
  revision: readonly Contract[],
  first?: ReadonlyMap<Contract, string>,
): ReadonlyMap<string, string> {
  const nameOf = namesOf(base, revision);
  return new Map(
    pairContracts(base, revision).map((pair) => [nameOf(pair).shown, firstKey(pair, first) ?? nameOf(pair).key]),
  );
}

/** The key that each API of a revision had first, by those of the base before it. */
export function firstKeysOf(
  base: readonly Contract[],
  revision: readonly Contract[],
  first?: ReadonlyMap<Contract, string>,
): ReadonlyMap<Contract, string> {
  const nameOf = namesOf(base, revision);
  return new Map(
    pairContracts(base, revision).flatMap((pair) =>
      pair.revision ? [[pair.revision, firstKey(pair, first) ?? nameOf(pair).key]] : [],
    ),
  );
}

function firstKey({ base }: Pair<Contract>, first?: ReadonlyMap<Contract, string>): string | undefined {
  return base && first?.get(base);
}

/** The contracts of an API by the name that is shown: of several pairs where files in other folders are called alike. */
export function pairsByApi(
  base: readonly Contract[],
  revision: readonly Contract[],
  nameOf: ApiNames = namesOf(base, revision),
): ReadonlyMap<string, readonly Pair<Contract>[]> {
  return Map.groupBy(pairContracts(base, revision), (pair) => nameOf(pair).shown);
}

/** The names that the revision's contracts have beside one base, for their comparison with another. */
export function namesBeside(base: readonly Contract[], revision: readonly Contract[]): ApiNames {
  const nameOf = namesOf(base, revision);
  const names = new Map(pairContracts(base, revision).map((pair) => [pair.revision, nameOf(pair)]));
  return (pair) => (pair.revision && names.get(pair.revision)) ?? nameOf(pair);
}

/** A title that many documents have, as it is what their generator writes by itself, and one that is none. */
const generated = /^((open ?|fast)?api|swagger|untitled)?( (definition|documentation|docs|api))?$/i;
