import { type Json, isObject } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import type { SchemaNode } from "../pairing/nodes/subjects.ts";

export const discriminatorChanged = rule({
  id: "discriminator-changed",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  concern: "type",
  oasdiff: {
    added: "{part}-discriminator-added",
    changed: "{part}-discriminator-property-name-changed",
    removed: "{part}-discriminator-removed",
  },
  mirror: "discriminator-changed",
  why: "Consumers distinguish shapes by the discriminator property of the earlier contract.",
  compare(base, revision, report) {
    const [before, after] = [base, revision].map(readDiscriminatorName);
    if (before?.value === after?.value) return;
    report({
      message: (part) =>
        `Discriminator of ${part} changed from ${before ? `"${before.value}"` : "none"} to ${after ? `"${after.value}"` : "none"}`,
      base: before?.at ?? base.pointer,
      revision: after?.at ?? revision.pointer,
      values: [before?.value ?? null, after?.value ?? null],
      ...(before && { before: before.value }),
      ...(after && { after: after.value }),
      ...(before && after
        ? { effect: "neither", byName: true }
        : { verdict: before && base.polarity === "out" ? "dangerous" : "non-breaking", principle: "addition" }),
    });
  },
});

function readDiscriminatorName(node: SchemaNode): { value: string; at: string } | undefined {
  for (const { value, at } of node.all("discriminator")) {
    const name: Json | undefined = isObject(value) ? value["propertyName"] : undefined;
    if (typeof name === "string") return { value: name, at: `${at}/propertyName` };
  }
  return undefined;
}
