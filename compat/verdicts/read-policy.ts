import { ToolError, isObject, nearestHint, plainLine, readPlain } from "../../contracts/index.ts";
import { type Verdict, verdicts } from "../model/change.ts";
import { type QuestionId, type Settings, questions } from "./questions.ts";

const refusal = {
  code: "unreadable-policy",
  hint: "Write one line for each question, such as default-changed: breaking; concord compat policy lists them",
};

/**
 * Reads answers to open questions of the policy: a map of ids to verdicts.
 * @throws ToolError "unreadable-policy".
 */
export async function readPolicy(file: string): Promise<NonNullable<Settings["answers"]>> {
  const value = await readPlain(file, refusal);
  const refuse = (reason: string, ...tokens: string[]): never => {
    throw new ToolError("unreadable-policy", `Cannot read "${file}": ${reason}`, {
      at: { file, line: plainLine(file, tokens) },
      hint: refusal.hint,
    });
  };
  if (value === null) return {};
  if (!isObject(value)) return refuse("it is no map of questions to verdicts");
  const known = Object.keys(questions);
  for (const [id, verdict] of Object.entries(value)) {
    if (!known.includes(id)) refuse(`there is no question "${id}"${nearestHint(id, known)}`, id);
    if (!verdicts.includes(verdict as Verdict))
      refuse(`${id} is answered with ${verdicts.join(", ")}, not ${JSON.stringify(verdict)}`, id);
  }
  return value as Partial<Record<QuestionId, Verdict>>;
}
