import { type Behaviour, membersIn } from "../../../../mock/profile/index.ts";

/**
 * A workflow definition conflicts with an existing one that has its id (§4.5, §7). Not by its name: the contract
 * lets a consumer choose the id of a definition that is carried over, and says nothing of names being unique,
 * which nobody could mend, because definitions are not renamed and not deleted.
 */
export const definitionConflict: Behaviour = {
  id: "definition-conflict",
  section: "4.5",
  operations: ["workflow-definition/createWorkflowDefinition"],
  async handle(call, next) {
    const { id } = membersIn(call.input.body);
    const answer = await next(call);
    if (!("refused" in answer) || answer.status !== 409 || typeof id !== "string") return answer;
    return { ...answer, refused: `There already is a workflow definition "${id}"` };
  },
};
