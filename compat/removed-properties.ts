import { lastSaid } from "./lifecycle.ts";
import type { Report } from "./rule.ts";
import type { SchemaNode } from "./subjects.ts";
import { propertyStep, quoted } from "./wording.ts";

/** Reports each property that the revision no longer has: what it means depends on who sends it. */
export function reportRemovedProperties(base: SchemaNode, revision: SchemaNode, report: Report): void {
  for (const [name, property] of base.properties) {
    if (revision.properties.has(name) || property.isNothing) continue;
    report({
      message: `Property ${quoted(name)} was removed`,
      step: propertyStep(name),
      base: property.pointer,
      revision: revision.near(property.pointer),
      basis: property.basis,
      ...lastSaid(property.lifecycle, { required: base.required.has(name) }),
      byName: true,
      ...(base.polarity === "in" && { question: "body-field-is-parameter" as const }),
    });
  }
}
