import type { Contract } from "../model/contract.ts";
import { type EnumPolicy, assumedValuesMark, closedMark, isOpenEnum, saysOpenEnum } from "../model/enum.ts";
import { oncePer } from "../model/once-per.ts";
import { rewriteTree } from "./document-tree.ts";

/** Returns a contract whose enums are closed, except those that say that values may be added. */
const closedContract = oncePer((contract: Contract): Contract => {
  const document = rewriteTree(contract.document, "document", (node, kind) => {
    if (kind !== "schema" || !isOpenEnum(node) || saysOpenEnum(node)) return node;
    // Nobody has stated all of its values.
    if (node[assumedValuesMark] !== undefined) return node;
    return { ...node, [closedMark]: true };
  });
  return Object.create(contract, { document: { value: document, enumerable: true } }) as Contract;
});

/** Contracts under a policy for enums. GraphQL has no mark for a closed enum. */
export function withEnumPolicy(contracts: readonly Contract[], enums: EnumPolicy): readonly Contract[] {
  if (enums === "open") return contracts;
  return contracts.map((contract) => (contract.kind === "graphql" ? contract : closedContract(contract)));
}
