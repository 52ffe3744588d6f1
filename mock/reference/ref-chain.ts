import { type Contract, type JsonObject, isObject, resolveTarget } from "../../contracts/index.ts";

const MAX_HOPS = 100;

/** A node, followed by the targets of its `$ref`. */
export function followRefs(contract: Contract, node: JsonObject): readonly [JsonObject, ...JsonObject[]] {
  const chain: [JsonObject, ...JsonObject[]] = [node];
  let next: JsonObject | undefined = node;
  while (next && typeof next["$ref"] === "string" && chain.length < MAX_HOPS) {
    const target = resolveTarget(contract, next["$ref"]);
    next = isObject(target) ? target : undefined;
    if (next) chain.push(next);
  }
  return chain;
}

/** Index of the first node with a description, which is the one that viewers show. */
export function descriptionIndex(chain: readonly JsonObject[]): number {
  return chain.findIndex(({ description }) => typeof description === "string");
}
