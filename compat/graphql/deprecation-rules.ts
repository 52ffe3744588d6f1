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
  ...rulesFor("type", {
    why: "It still works: the type is to go, with all that is in it and all that uses it.",
  }),
  ...rulesFor("field", { direction: "response" }),
  ...rulesFor("argument", { direction: "request" }),
  ...rulesFor("input-field", { direction: "request" }),
  ...rulesFor("enum-value", {}),
};

function rulesFor<Noun extends string>(
  noun: Noun,
  traits: Partial<Pick<DeprecationRule, "direction" | "why">>,
): DeprecationRules<Noun> {
  const announced = { kind: "changed", verdict: "non-breaking", principle: "graphql-deprecation", ...traits } as const;
  const why = traits.why ?? "What is to go is marked by the deprecated directive, and works until it goes.";
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
      why: "What was to go stays.",
    },
    [`graphql-${noun}-sunset-changed`]: {
      ...announced,
      deprecation: "changes" as const,
      mirror: `graphql-${noun}-sunset-changed`,
      why: "The announcement of a change to come is another one.",
    },
  };
  return rules;
}
