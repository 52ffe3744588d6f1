import { lastSaid } from "./lifecycle.ts";
import type { Report } from "./rule.ts";
import type { Polarity, SchemaNode } from "./subjects.ts";
import { propertyStep, quoted } from "./wording.ts";

/** What a property is that a direction does not carry. */
const onlyFor: Readonly<Record<Polarity, string>> = { in: "read-only", out: "write-only" };

/** What oasdiff calls it when a direction carries a property no longer, or now. */
export function carriedId(turned: "became" | "became-not", polarity: Polarity, isRequired: boolean): string {
  return `{side}-${isRequired ? "required" : "optional"}-property-${turned}-${onlyFor[polarity]}`;
}

/** Reports each property that the revision no longer has: what it means depends on who sends it. */
export function reportRemovedProperties(base: SchemaNode, revision: SchemaNode, report: Report): void {
  for (const [name, property] of base.properties) {
    if (revision.properties.has(name) || property.isNothing) continue;
    const uncarriedAt = revision.uncarried.get(name);
    const isRequired = base.required.has(name);
    report({
      message: `Property ${quoted(name)} ${uncarriedAt === undefined ? "was removed" : `became ${onlyFor[base.polarity]}`}`,
      step: propertyStep(name),
      base: property.pointer,
      revision: uncarriedAt ?? revision.near(property.pointer),
      basis: property.basis,
      ...lastSaid(property.lifecycle, { required: isRequired }),
      byName: true,
      ...(uncarriedAt !== undefined && { oasdiff: carriedId("became", base.polarity, isRequired) }),
      ...(base.polarity === "in" && { question: "body-field-is-parameter" as const }),
    });
  }
}
