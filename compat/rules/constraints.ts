import { additionalProperties, multipleOf, pattern, uniqueItems } from "./facets/facets.ts";
import { dependentRequired } from "./facets/needed.ts";
import { patternPropertiesAdded, patternPropertiesRemoved } from "./facets/patterns.ts";
import { content, format } from "./facets/texts.ts";
import { facetRule } from "./support/facet-rule.ts";
import { facetRules } from "./support/facet-rules.ts";
import { contentId } from "./support/oasdiff.ts";
import type { Rule } from "./support/rule.ts";

const otherValues =
  "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.";

/** Keywords that constrain a value, other than limits and schemas. */
export const constraintRules: readonly Rule<"schema">[] = [
  ...facetRules({
    facet: additionalProperties,
    concern: "extra",
    shrank: {
      id: "additional-properties-closed",
      why: "Fields that are not named are refused; a provider that sends none breaks nobody.",
    },
    grew: {
      id: "additional-properties-opened",
      why: "Consumers ignore fields that they do not know, and a provider that takes them refuses nobody.",
    },
  }),
  ...facetRules({
    facet: content,
    concern: "format",
    shrank: {
      id: "content-added",
      oasdiff: contentId("added"),
      why: "Texts that hold something else are refused; those that a provider sends are what they were.",
    },
    grew: {
      id: "content-removed",
      oasdiff: contentId("removed"),
      why: "Consumers decode what they are sent by what it is said to hold.",
    },
    neither: {
      id: "content-changed",
      oasdiff: contentId("changed"),
      why: "Consumers encode and decode by what a text is said to hold.",
    },
  }),
  ...facetRules({
    facet: dependentRequired,
    shrank: {
      id: "dependent-required-tightened",
      oasdiff: { added: "{part}-dependent-required-added", changed: "{part}-dependent-required-changed" },
      why: "Requests with the one field and without the other are refused.",
    },
    grew: {
      id: "dependent-required-relaxed",
      oasdiff: { removed: "{part}-dependent-required-removed", changed: "{part}-dependent-required-changed" },
      why: "A provider that takes the one without the other refuses nobody; what it sends may lack what consumers count on.",
    },
    neither: {
      id: "dependent-required-changed",
      oasdiff: "{part}-dependent-required-changed",
      why: otherValues,
    },
  }),
  ...facetRules({
    facet: format,
    concern: "format",
    shrank: {
      id: "format-added",
      oasdiff: (_, part) =>
        part.startsWith("response") || part === "request-parameter-property"
          ? "{part}-type-specialized"
          : "{part}-type-changed",
      why: "Texts of another form are refused; those that a provider sends are what they were.",
    },
    grew: {
      id: "format-removed",
      oasdiff: "{part}-type-generalized",
      why: "Consumers parse what they are sent by its format.",
    },
    neither: {
      id: "format-changed",
      oasdiff: "{part}-type-changed",
      why: "Consumers write and read values of the format that the earlier contract gave.",
    },
  }),
  ...facetRules({
    facet: multipleOf,
    entryKind: "limit",
    shrank: {
      id: "multiple-of-tightened",
      why: "Numbers between the steps are refused; a provider that sends fewer numbers breaks nobody.",
    },
    grew: {
      id: "multiple-of-relaxed",
      why: "A provider that takes numbers between the steps refuses nobody; one that sends them surprises who counts in steps.",
    },
    neither: { id: "multiple-of-changed", why: otherValues },
  }),
  ...facetRules({
    facet: pattern,
    shrank: {
      id: "pattern-added",
      oasdiff: "{part}-pattern-added",
      why: "Texts that do not match are refused; a provider that sends only matching ones breaks nobody.",
    },
    grew: {
      id: "pattern-removed",
      oasdiff: "{part}-pattern-removed",
      why: "A provider that takes all texts refuses nobody; what it sends may no longer be what consumers parse.",
    },
    neither: {
      id: "pattern-changed",
      oasdiff: "{part}-pattern-changed",
      why: "Texts that a provider took may be refused now, and what it sends may no longer be what consumers parse.",
    },
  }),
  ...facetRules({
    facet: uniqueItems,
    shrank: {
      id: "unique-items-required",
      why: "Lists with a value twice are refused; a provider that sends none breaks nobody.",
    },
    grew: {
      id: "unique-items-dropped",
      why: "A provider that takes a value twice refuses nobody; one that sends it twice surprises who counts on it being there once.",
    },
  }),
  // A schema for further names may accept more or less: it replaces the one for all other names.
  facetRule({
    id: "pattern-property-added",
    facet: patternPropertiesAdded,
    effects: ["shrank", "neither", "grew"],
    mirror: "pattern-property-removed",
    oasdiff: "{part}-pattern-property-added",
    why: "Fields of such names have to fit now; where all others are refused, they are let in.",
  }),
  facetRule({
    id: "pattern-property-removed",
    facet: patternPropertiesRemoved,
    effects: ["shrank", "neither", "grew"],
    mirror: "pattern-property-added",
    oasdiff: "{part}-pattern-property-removed",
    why: "Fields of such names need not fit any more; where all others are refused, they are, too.",
  }),
];
