import type { Json, JsonSchema } from "../../../contracts/index.ts";
import type { Facet } from "../support/facet-rule.ts";
import { type Dependency, parseDependencies, dependenciesOfCondition } from "../../schema/dependencies.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { sidesAcceptingType } from "./bound.ts";
import { siblingKeyword } from "./effect-between.ts";

/** `dependentRequired` of all parts of a schema together, whatever the order. */
export const dependentRequired: Facet = {
  name: '"dependentRequired"',
  compare(base, revision) {
    const taken = sidesAcceptingType("object", base, revision);
    if (taken === "one") return [];
    const [before, after] = [base, revision].map(mergedDependentRequired) as [
      KeywordValue | undefined,
      KeywordValue | undefined,
    ];
    const gone = listDependencies(before).filter((pair) => !requiresWith(pair, revision));
    const come = listDependencies(after).filter((pair) => !requiresWith(pair, base));
    if (gone.length === 0 && come.length === 0) return [];
    const effect = gone.length === 0 ? "shrank" : come.length === 0 ? "grew" : "neither";
    const [lost, gained] = [createLackingSchema(come), createLackingSchema(gone)];
    return [{ effect, taken, before, after, lost, gained }];
  },
};

/** Checks if a node requires the second property with the first, by any keyword. */
export function requiresWith([name, needed]: Dependency, node: SchemaNode): boolean {
  const requiredPairs = [
    ...node.all("dependentRequired").flatMap(({ value }) => parseDependencies(value)),
    ...node.all("if").flatMap(({ value, at }) => {
      const follows = { ...siblingKeyword(node, at, "then"), ...siblingKeyword(node, at, "else") };
      return dependenciesOfCondition({ if: value, ...follows }) ?? [];
    }),
  ];
  return node.required.has(needed) || requiredPairs.some((pair) => pair[0] === name && pair[1] === needed);
}

/** All `dependentRequired` of a node as one value, with sorted names. */
function mergedDependentRequired(node: SchemaNode): KeywordValue | undefined {
  const all = node.all("dependentRequired").filter((one) => listDependencies(one).length > 0);
  const [first] = all;
  if (!first) return undefined;
  const byName = Map.groupBy(all.flatMap(listDependencies), ([name]) => name);
  const lists = [...byName].map(([name, pairs]): [string, Json] => [
    name,
    [...new Set(pairs.map(([, needed]) => needed))].toSorted(),
  ]);
  return { value: Object.fromEntries(lists), at: first.at };
}

function listDependencies(keyword: KeywordValue | undefined): Dependency[] {
  if (keyword) return parseDependencies(keyword.value);
  return [];
}

/** Schema of objects that have the first property and lack the second. */
function createLackingSchema(pairs: readonly Dependency[]): JsonSchema {
  return {
    type: "object",
    anyOf: pairs.map(([name, needed]) => ({ required: [name], not: { required: [needed] } })),
  };
}
