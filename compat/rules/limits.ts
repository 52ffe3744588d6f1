import type { Rule } from "./support/rule.ts";
import { atLeast, atMost, fewestContained, lowerLimit, mostContained, upperLimit } from "./facets/bound.ts";
import { facetRules } from "./support/facet-rules.ts";
import { limitId } from "./support/oasdiff.ts";

/** Sizes that a schema limits from both sides, and the words for a size beyond the limit. */
const sizes = [
  { counted: "Length", stem: "length", larger: "Longer texts", smaller: "Shorter texts", than: ["shorter", "longer"] },
  { counted: "Items", stem: "items", larger: "Longer lists", smaller: "Shorter lists", than: ["shorter", "longer"] },
  {
    counted: "Properties",
    stem: "properties",
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
  ...sizes.flatMap(({ counted, stem, larger, than: [smallerOnes] }) =>
    facetRules({
      facet: atMost(counted),
      entryKind: "limit",
      shrank: {
        id: `max-${stem}-decreased`,
        oasdiff: { added: `{part}-max-${stem}-set`, changed: `{part}-max-${stem}-decreased` },
        why: `${larger} that the provider accepted are refused; a provider that sends only ${smallerOnes} ones breaks no consumer.`,
      },
      grew: {
        id: `max-${stem}-increased`,
        oasdiff: { changed: `{part}-max-${stem}-increased`, removed: `{part}-max-${stem}-unset` },
        why: "A provider that accepts more refuses no earlier request; a provider that sends more may exceed what consumers can store.",
      },
    }),
  ),
  ...sizes.flatMap(({ counted, stem, smaller, than: [, largerOnes] }) => {
    // oasdiff has names for the first and the last limit of properties only.
    const isNamed = counted === "Properties";
    const [increased, decreased] = [`{part}-min-${stem}-increased`, `{part}-min-${stem}-decreased`];
    return facetRules({
      facet: atLeast(counted),
      entryKind: "limit",
      shrank: {
        id: `min-${stem}-increased`,
        oasdiff: isNamed ? { added: `{part}-min-${stem}-set`, changed: increased } : increased,
        why: `${smaller} that the provider accepted are refused; a provider that sends only ${largerOnes} ones breaks no consumer.`,
      },
      grew: {
        id: `min-${stem}-decreased`,
        oasdiff: isNamed ? { changed: decreased, removed: `{part}-min-${stem}-unset` } : decreased,
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
