import { graphqlRules } from "../graphql/rules.ts";
import { rules } from "../rules/index.ts";
import type { RuleTraits } from "../rules/support/traits.ts";

const catalogue: ReadonlyMap<string, RuleTraits> = new Map([...rules, ...graphqlRules].map((rule) => [rule.id, rule]));
const noTraits: Partial<RuleTraits> = {};

/** Traits of the rule that reported a change. A rule of another version of the catalogue has none. */
export function findRuleTraits({ rule = "" }: { readonly rule?: string }): Partial<RuleTraits> {
  return catalogue.get(rule) ?? noTraits;
}
