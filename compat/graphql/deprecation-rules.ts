import type { ChangeKind, Direction, Verdict } from "../model/change.ts";
import type { RuleTraits } from "../rules/support/traits.ts";

type DeprecationRule = RuleTraits &
  Readonly<{
    kind: ChangeKind;
    verdict: Verdict;
    direction?: Direction;
    mirror: string;
    why: string;
  }>;

type DeprecationRules<Noun extends string> = Readonly<
  Record<`graphql-${Noun}-${"deprecated" | "reinstated" | "sunset-changed"}`, DeprecationRule>
>;

/** Rules for deprecations that were added, removed or got another sunset. */
export const deprecationRules = {
  ...createDeprecationRules("type", {
    why: "The type still works. Its removal is announced, with all of its members and uses.",
  }),
  ...createDeprecationRules("field", { direction: "response" }),
  ...createDeprecationRules("argument", { direction: "request" }),
  ...createDeprecationRules("input-field", { direction: "request" }),
  ...createDeprecationRules("enum-value", {}),
};

function createDeprecationRules<Noun extends string>(
  noun: Noun,
  traits: Partial<Pick<DeprecationRule, "direction" | "why">>,
): DeprecationRules<Noun> {
  const announced = { kind: "changed", verdict: "non-breaking", principle: "graphql-deprecation", ...traits } as const;
  const why = traits.why ?? "The part still works. The deprecated directive announces its removal.";
  const rules: DeprecationRules<string> = {
    [`graphql-${noun}-deprecated`]: {
      ...announced,
      deprecation: "begins" as const,
      mirror: `graphql-${noun}-reinstated`,
      why,
    },
    [`graphql-${noun}-reinstated`]: {
      ...announced,
      deprecation: "ends" as const,
      mirror: `graphql-${noun}-deprecated`,
      why: "The part is no longer deprecated and stays.",
    },
    [`graphql-${noun}-sunset-changed`]: {
      ...announced,
      deprecation: "changes" as const,
      mirror: `graphql-${noun}-sunset-changed`,
      why: "The announced dates of the later change are different.",
    },
  };
  return rules;
}
