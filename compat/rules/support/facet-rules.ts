import type { Concern } from "../../verdicts/effects.ts";
import { type Facet, facetRule } from "./facet-rule.ts";
import type { OasdiffId, Rule } from "./rule.ts";
import type { RuleTraits } from "./traits.ts";

/** One rule of a family: its id, its text, and its name in oasdiff. */
interface FacetRow {
  readonly id: string;
  readonly oasdiff?: OasdiffId;
  readonly why: string;
}

/** Rules on one facet, one for each effect on the accepted values. */
interface FacetFamily {
  readonly facet: Facet;
  readonly concern?: Concern;
  readonly entryKind?: RuleTraits["entryKind"];
  /** The revision accepts fewer values. */
  readonly shrank: FacetRow;
  /** The revision accepts more values. Mirrors `shrank`. */
  readonly grew: FacetRow;
  /** The revision accepts other values. Mirrors itself. */
  readonly neither?: FacetRow;
}

/** The rules of a family, each with its mirror. */
export function facetRules({
  facet,
  concern,
  entryKind,
  shrank,
  grew,
  neither,
}: FacetFamily): readonly Rule<"schema">[] {
  const shared = { facet, ...(concern && { concern }), ...(entryKind && { entryKind }) };
  return [
    facetRule({ ...shared, ...shrank, effects: ["shrank"], mirror: grew.id }),
    facetRule({ ...shared, ...grew, effects: ["grew"], mirror: shrank.id }),
    ...(neither ? [facetRule({ ...shared, ...neither, effects: ["neither"], mirror: neither.id })] : []),
  ];
}
