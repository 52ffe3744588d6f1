import { type Json, isObject } from "../contracts/index.ts";
import type { Said, SchemaNode } from "./rule.ts";

/** The values of a discriminator that a document maps to a shape, each with the shape's name. */
export function mappedValues(node: SchemaNode): Map<string, Said> {
  const all = new Map<string, Said>();
  for (const { value, at } of node.all("discriminator")) {
    const mapping: Json | undefined = isObject(value) ? value["mapping"] : undefined;
    if (!isObject(mapping)) continue;
    for (const name of Object.keys(mapping)) all.set(name, { value: name, at: `${at}/mapping` });
  }
  return all;
}
