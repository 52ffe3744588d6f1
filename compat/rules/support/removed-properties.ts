import { closingKeywords } from "../../../contracts/index.ts";
import { lastAnnouncement } from "../../model/lifecycle.ts";
import type { Report } from "./rule.ts";
import type { Polarity, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { propertyStep, quote } from "../../model/wording.ts";

/** Marks of properties that do not occur in a direction. */
const onlyFor: Readonly<Record<Polarity, string>> = { in: "read-only", out: "write-only" };

/** Id in oasdiff of a property that became, or is no longer, read-only or write-only. */
export function carriedId(turned: "became" | "became-not", polarity: Polarity, isRequired: boolean): string {
  return `{side}-${isRequired ? "required" : "optional"}-property-${turned}-${onlyFor[polarity]}`;
}

/** Reports each property that the revision no longer has, for either direction. */
export function reportRemovedProperties(base: SchemaNode, revision: SchemaNode, report: Report): void {
  for (const [name, property] of base.properties) {
    if (revision.properties.has(name) || property.isNothing) continue;
    const uncarriedAt = revision.excluded.get(name);
    const isRequired = base.required.has(name);
    const refusal = uncarriedAt === undefined ? findRefusal(name, revision) : undefined;
    const moves = uncarriedAt === undefined && isMoved(base, revision, name);
    const change = moves ? "has a schema only under a condition now" : "was removed";
    const became = uncarriedAt === undefined ? change : `became ${onlyFor[base.polarity]}`;
    report({
      message: `Property ${quote(name)} ${refusal?.text ?? became}`,
      step: propertyStep(name),
      base: property.pointer,
      revision: uncarriedAt ?? refusal?.at ?? revision.nearestPointer(property.pointer),
      basis: property.basis,
      ...lastAnnouncement(property.lifecycle, { required: isRequired }),
      ...(!moves && { byName: true }),
      ...(uncarriedAt !== undefined && { oasdiff: carriedId("became", base.polarity, isRequired) }),
      ...(base.polarity === "in" && { question: "body-field-is-parameter" as const }),
    });
  }
}

/** Checks that the revision moved a property into a subschema, such as a condition. A requirement must not be lost. */
function isMoved(base: SchemaNode, revision: SchemaNode, name: string): boolean {
  const isOptionalNow = base.required.has(name) && !revision.required.has(name);
  return !isOptionalNow && !revision.refused?.has(name) && revision.mentions(name) && !base.mentions(name);
}

/** The reason why a described property is always refused, and its place. */
function findRefusal(
  name: string,
  { refused, all }: SchemaNode,
): { readonly text: string; readonly at: string } | undefined {
  const described = refused?.get(name);
  if (described === undefined) return undefined;
  for (const keyword of closingKeywords) {
    const falseKeyword = all(keyword).find(({ value }) => value === false);
    if (falseKeyword)
      return {
        text: `is still described, and ${quote(keyword)} false in another part refuses it`,
        at: falseKeyword.at,
      };
  }
  // `false` and `not: {}` are ways to remove a property from a document.
  return { text: "was removed", at: described };
}
