import { type Behaviour, toMembers } from "../../../../mock/profile/index.ts";

/**
 * A workflow definition conflicts with an existing one that has the same id (§4.5, §7). An equal name
 * is no conflict: the contract lets a consumer choose the id of a migrated definition, and does not
 * require unique names. A consumer could not resolve a conflict of names, because definitions cannot
 * be renamed or deleted.
 */
export const definitionConflict: Behaviour = {
  id: "definition-conflict",
  section: "4.5",
  operations: ["workflow-definition/createWorkflowDefinition"],
  async handle(call, next) {
    const { id } = toMembers(call.input.body);
    const answer = await next(call);
    if (!("refused" in answer) || answer.status !== 409 || typeof id !== "string") return answer;
    return { ...answer, refused: `There already is a workflow definition "${id}"` };
  },
};
