import type { Rule } from "./support/rule.ts";
import { atLeast, atMost, fewestContained, lowerLimit, mostContained, upperLimit } from "./facets/bound.ts";
import { facetRules } from "./support/facet-rules.ts";
import { limitId } from "./support/oasdiff.ts";

/** Sizes that a schema limits from both sides: the ids of their rules, and the words for a size beyond the limit. */
const sizes = [
  {
    counted: "Length",
    upper: { increased: "max-length-increased", decreased: "max-length-decreased" },
    lower: { increased: "min-length-increased", decreased: "min-length-decreased" },
    larger: "Longer texts",
    smaller: "Shorter texts",
    than: ["shorter", "longer"],
  },
  {
    counted: "Items",
    upper: { increased: "max-items-increased", decreased: "max-items-decreased" },
    lower: { increased: "min-items-increased", decreased: "min-items-decreased" },
    larger: "Longer lists",
    smaller: "Shorter lists",
    than: ["shorter", "longer"],
  },
  {
    counted: "Properties",
    upper: { increased: "max-properties-increased", decreased: "max-properties-decreased" },
    lower: { increased: "min-properties-increased", decreased: "min-properties-decreased" },
    larger: "Larger objects",
    smaller: "Smaller objects",
    than: ["smaller", "larger"],
  },
] as const;

const fewerLists =
  "Lists that the provider accepted are refused; a provider that sends fewer kinds of lists breaks no consumer.";
const moreLists =
  "A provider that accepts more lists refuses no earlier request; consumers may rely on the contents of the lists that they receive.";
const fewerNumbers = "Numbers that the provider accepted are refused; a provider that sends fewer breaks no consumer.";
const moreNumbers =
  "A provider that accepts more numbers refuses no earlier request; numbers that it sends may exceed what consumers can store.";

/** Rules for upper and lower limits of numbers and sizes. */
export const limitRules: readonly Rule<"schema">[] = [
  ...sizes.flatMap(({ counted, upper, larger, than: [smallerOnes] }) =>
    facetRules({
      facet: atMost(counted),
      entryKind: "limit",
      shrank: {
        id: upper.decreased,
        oasdiff: { added: `{part}-max-${counted.toLowerCase()}-set`, changed: `{part}-${upper.decreased}` },
        why: `${larger} that the provider accepted are refused; a provider that sends only ${smallerOnes} ones breaks no consumer.`,
      },
      grew: {
        id: upper.increased,
        oasdiff: { changed: `{part}-${upper.increased}`, removed: `{part}-max-${counted.toLowerCase()}-unset` },
        why: "A provider that accepts more refuses no earlier request; a provider that sends more may exceed what consumers can store.",
      },
    }),
  ),
  ...sizes.flatMap(({ counted, lower, smaller, than: [, largerOnes] }) => {
    // oasdiff has names for the first and the last limit of properties only.
    const isNamed = counted === "Properties";
    const increased = `{part}-${lower.increased}`;
    const decreased = `{part}-${lower.decreased}`;
    return facetRules({
      facet: atLeast(counted),
      entryKind: "limit",
      shrank: {
        id: lower.increased,
        oasdiff: isNamed ? { added: "{part}-min-properties-set", changed: increased } : increased,
        why: `${smaller} that the provider accepted are refused; a provider that sends only ${largerOnes} ones breaks no consumer.`,
      },
      grew: {
        id: lower.decreased,
        oasdiff: isNamed ? { changed: decreased, removed: "{part}-min-properties-unset" } : decreased,
        why: "A provider with a lower minimum refuses no earlier request; consumers may rely on the former minimum.",
      },
    });
  }),
  ...facetRules({
    facet: mostContained,
    entryKind: "limit",
    shrank: {
      id: "max-contains-decreased",
      oasdiff: inEachCase("{part}-max-contains-decreased"),
      why: fewerLists,
    },
    grew: {
      id: "max-contains-increased",
      oasdiff: inEachCase("{part}-max-contains-increased"),
      why: moreLists,
    },
  }),
  ...facetRules({
    facet: fewestContained,
    entryKind: "limit",
    shrank: {
      id: "min-contains-increased",
      oasdiff: inEachCase("{part}-min-contains-increased"),
      why: fewerLists,
    },
    grew: {
      id: "min-contains-decreased",
      oasdiff: inEachCase("{part}-min-contains-decreased"),
      why: moreLists,
    },
  }),
  ...facetRules({
    facet: upperLimit,
    entryKind: "limit",
    shrank: { id: "maximum-decreased", oasdiff: limitId("max", "decreased"), why: fewerNumbers },
    grew: { id: "maximum-increased", oasdiff: limitId("max", "increased"), why: moreNumbers },
  }),
  ...facetRules({
    facet: lowerLimit,
    entryKind: "limit",
    shrank: { id: "minimum-increased", oasdiff: limitId("min", "increased"), why: fewerNumbers },
    grew: { id: "minimum-decreased", oasdiff: limitId("min", "decreased"), why: moreNumbers },
  }),
];

function inEachCase(id: string) {
  return { added: id, changed: id, removed: id };
}
