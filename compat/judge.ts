import type { Both } from "./match.ts";
import { type Spot, rootSpot } from "./reach.ts";
import type { AnyRule, Found, Polarity, Subjects } from "./rule.ts";

/** What a rule found, and where the walk was. */
export interface Finding {
  readonly rule: AnyRule;
  readonly found: Found;
  readonly spot: Spot;
  readonly basis: "stated" | "assumed";
  /** Undefined for an operation as such. */
  readonly polarity?: Polarity;
}

/** Offers a pair to the rules that are on such pairs. */
export type Judge = <On extends keyof Subjects>(
  on: On,
  pair: Both<Subjects[On]>,
  where: Omit<Finding, "rule" | "found">,
) => void;

/** Gathers what the rules say of the pairs that they are offered. */
export function createJudge(rules: readonly AnyRule[], findings: Finding[]): Judge {
  const byKind = Map.groupBy(rules, (rule) => rule.on);
  return (on, { base, revision }, where) => {
    for (const rule of byKind.get(on) ?? []) {
      const compare = rule.compare as (one: typeof base, other: typeof base, report: (found: Found) => void) => void;
      compare(base, revision, (found) => {
        const spot = found.operation ? rootSpot({ name: found.operation.name, isWebhook: false }) : where.spot;
        const basis = found.basis ?? found.operation?.basis ?? where.basis;
        findings.push({ ...where, rule, found, spot, basis });
      });
    }
  };
}
