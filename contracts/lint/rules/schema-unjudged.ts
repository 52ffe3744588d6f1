import type { Contract } from "../../model/contract.ts";
import { visitTree } from "../../schema/document-tree.ts";
import { getAcceptor } from "../../schema/validator.ts";
import type { LintRule } from "../rule.ts";

/** Branches from which on a schema is compiled here. All schemas of a large document would take seconds. */
const MANY_BRANCHES = 500;

export const schemaUnjudged: LintRule = {
  id: "schema-unjudged",
  claim: "Values can be checked against every schema",
  find: (contract) =>
    schemasWithManyBranches(contract).flatMap((pointer) => {
      const accepts = getAcceptor(contract, pointer, "response");
      accepts(null);
      if (!accepts.unchecked) return [];
      const fault = `No value can be checked against the schema, by the mock or by conform: ${accepts.unchecked.message}`;
      return [{ pointer, message: `${fault}. Move groups of branches to schemas of their own, and refer to them` }];
    }),
};

/** Schemas with many branches in unions, not counting those behind references, which are compiled apart. */
function schemasWithManyBranches({ document }: Contract): string[] {
  const branchesBySchema = new Map<string, number>();
  let outermost: string | undefined;
  visitTree(document, "document", (node, kind, pointer) => {
    if (kind !== "schema") return;
    if (outermost === undefined || !pointer.startsWith(`${outermost}/`)) outermost = pointer;
    const lists = [node["oneOf"], node["anyOf"]].filter((each) => Array.isArray(each));
    const count = lists.reduce((sum, { length }) => sum + length, branchesBySchema.get(outermost) ?? 0);
    branchesBySchema.set(outermost, count);
  });
  return [...branchesBySchema].flatMap(([pointer, count]) => (count >= MANY_BRANCHES ? [pointer] : []));
}
