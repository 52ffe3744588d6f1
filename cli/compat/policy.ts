import { type CompatProfile, type PolicyQuestion, policyQuestions } from "../../compat/index.ts";
import type { Command } from "../command.ts";
import { json, table } from "../contracts/table.ts";
import { parse, usage } from "../arguments/parse.ts";
import { profileFor, profileOption } from "./profile.ts";

const help = `Lists the questions that a compatibility policy leaves open, and their answers.

Usage: concord compat policy [options]

For each question: the default answer, the answer with compat --strict-section9 if it is stricter,
and the reason. The file of compat --policy changes answers: one line of YAML per question, such as
default-changed: breaking.

Options:
  --profile NAME      reasons and clauses to print: default or platform (default: default)
  --format text|json  output format (default: text)
  --help              show this text

Examples, in a checkout of Concord:
  concord compat policy
  concord compat policy --format json

Exit codes: 0 listed, 2 could not run.
`;

/** `concord compat policy`: lists the open questions of a policy, and their answers. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parse("compat policy", argv, {
      ...profileOption,
      format: { type: "string", default: "text" },
    });
    const { format } = values;
    if (format !== "text" && format !== "json")
      throw usage("compat policy", `--format must be text or json, not "${format}"`);
    const profile = profileFor("compat policy", values.profile);
    const questions = policyQuestions(profile);
    io.out(format === "json" ? json(questions) : questionTable(questions, profile));
    return 0;
  },
};

function questionTable(all: readonly PolicyQuestion[], profile: CompatProfile): string {
  const isCited = profile.clauses !== undefined;
  const rows = all.map(({ id, verdict, literal = "", section, asks, because }) => [
    id,
    verdict,
    literal,
    ...(isCited ? [section === null ? "" : (profile.clauseText?.(section) ?? section)] : []),
    `${asks}${asks.endsWith("?") ? "" : ":"} ${because}`,
  ]);
  return table([["question", "default", "literally", ...(isCited ? ["section"] : []), "about"], ...rows]);
}
