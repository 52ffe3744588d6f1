import { additionalProperties, multipleOf, uniqueItems } from "./facets/facets.ts";
import { dependentRequired } from "./facets/needed.ts";
import { pattern } from "./facets/pattern.ts";
import { patternPropertiesAdded, patternPropertiesRemoved } from "./facets/patterns.ts";
import { content, format } from "./facets/texts.ts";
import { facetRule } from "./support/facet-rule.ts";
import { facetRules } from "./support/facet-rules.ts";
import { contentId } from "./support/oasdiff.ts";
import type { Rule } from "./support/rule.ts";

const otherValues =
  "Values that the provider accepted may be refused, and it may send values that the earlier contract excluded.";

/** Keywords that constrain a value, other than limits and schemas. */
export const constraintRules: readonly Rule<"schema">[] = [
  ...facetRules({
    facet: additionalProperties,
    concern: "extra",
    shrank: {
      id: "additional-properties-closed",
      why: "The provider refuses requests with unnamed fields. A response without unnamed fields breaks no consumer.",
    },
    grew: {
      id: "additional-properties-opened",
      why: "Consumers ignore unknown fields. A provider that accepts unknown fields refuses no earlier request.",
    },
  }),
  ...facetRules({
    facet: content,
    concern: "format",
    shrank: {
      id: "content-added",
      oasdiff: contentId("added"),
      why: "Texts with other content are refused; the texts that a provider sends stay valid.",
    },
    grew: {
      id: "content-removed",
      oasdiff: contentId("removed"),
      why: "Consumers decode a text by its documented content.",
    },
    neither: {
      id: "content-changed",
      oasdiff: contentId("changed"),
      why: "Consumers encode and decode a text by its documented content.",
    },
  }),
  ...facetRules({
    facet: dependentRequired,
    shrank: {
      id: "dependent-required-tightened",
      oasdiff: { added: "{part}-dependent-required-added", changed: "{part}-dependent-required-changed" },
      why: "Requests with only the first of the two fields are refused.",
    },
    grew: {
      id: "dependent-required-relaxed",
      oasdiff: { removed: "{part}-dependent-required-removed", changed: "{part}-dependent-required-changed" },
      why: "A provider that accepts one field without the other refuses no earlier request. Its responses may omit a field that consumers rely on.",
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
      oasdiff: (_, part) => {
        if (part.startsWith("response") || part === "request-parameter-property") return "{part}-type-specialized";
        return "{part}-type-changed";
      },
      why: "Texts of another form are refused; the texts that a provider sends stay valid.",
    },
    grew: {
      id: "format-removed",
      oasdiff: "{part}-type-generalized",
      why: "Consumers parse a text by its format.",
    },
    neither: {
      id: "format-changed",
      oasdiff: "{part}-type-changed",
      why: "Consumers write and read values of the format of the earlier contract.",
    },
  }),
  ...facetRules({
    facet: multipleOf,
    entryKind: "limit",
    shrank: {
      id: "multiple-of-tightened",
      why: "Numbers between the steps are refused; a provider that sends fewer numbers breaks no consumer.",
    },
    grew: {
      id: "multiple-of-relaxed",
      why: "A provider that accepts numbers between the steps refuses no earlier request; consumers may rely on the steps.",
    },
    neither: { id: "multiple-of-changed", why: otherValues },
  }),
  ...facetRules({
    facet: pattern,
    shrank: {
      id: "pattern-added",
      oasdiff: "{part}-pattern-added",
      why: "Texts that do not match are refused; a provider that sends only matching ones breaks no consumer.",
    },
    grew: {
      id: "pattern-removed",
      oasdiff: "{part}-pattern-removed",
      why: "A provider that accepts all texts refuses no earlier request; it may send texts that consumers cannot parse.",
    },
    neither: {
      id: "pattern-changed",
      oasdiff: "{part}-pattern-changed",
      why: "Texts that the provider accepted may be refused, and it may send texts that consumers cannot parse.",
    },
  }),
  ...facetRules({
    facet: uniqueItems,
    shrank: {
      id: "unique-items-required",
      why: "Lists with duplicates are refused; a provider that sends none breaks no consumer.",
    },
    grew: {
      id: "unique-items-dropped",
      why: "A provider that accepts duplicates refuses no earlier request; consumers may rely on lists without duplicates.",
    },
  }),
  // The schema of a pattern replaces the schema for unnamed properties, so that it may accept more or less.
  facetRule({
    id: "pattern-property-added",
    facet: patternPropertiesAdded,
    effects: ["shrank", "neither", "grew"],
    mirror: "pattern-property-removed",
    oasdiff: "{part}-pattern-property-added",
    why: "Fields whose names match the pattern must match a schema. If all other fields are refused, these fields are now accepted.",
  }),
  facetRule({
    id: "pattern-property-removed",
    facet: patternPropertiesRemoved,
    effects: ["shrank", "neither", "grew"],
    mirror: "pattern-property-added",
    oasdiff: "{part}-pattern-property-removed",
    why: "Fields whose names match the pattern no longer have to match its schema. If all other fields are refused, these fields are refused too.",
  }),
];
