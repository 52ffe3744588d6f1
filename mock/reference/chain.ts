import { type Contract, type JsonObject, isObject, targetOf } from "../../contracts/index.ts";

const MAX_HOPS = 100;

/** A node, and what its `$ref` leads to, one after the other. */
export function chainOf(contract: Contract, node: JsonObject): readonly [JsonObject, ...JsonObject[]] {
  const chain: [JsonObject, ...JsonObject[]] = [node];
  let next: JsonObject | undefined = node;
  while (next && typeof next["$ref"] === "string" && chain.length < MAX_HOPS) {
    const target = targetOf(contract, next["$ref"]);
    next = isObject(target) ? target : undefined;
    if (next) chain.push(next);
  }
  return chain;
}

/** The index of the node whose description a reader sees: the first one's that has any. */
export function describedAt(chain: readonly JsonObject[]): number {
  return chain.findIndex(({ description }) => typeof description === "string");
}
