import { type CompatProfile, type PolicyQuestion, policyQuestions } from "../../compat/index.ts";
import type { Command } from "../command.ts";
import { json, table } from "../contracts/table.ts";
import { parse, usage } from "../parse.ts";
import { profileFor, profileOption } from "./profile.ts";

const help = `Usage: concord compat policy [options]

Lists the questions that a compatibility policy leaves open, how compat answers them, the
answer of compat --strict-section9 where that is stricter, and why. A file of compat --policy
answers otherwise: a line of YAML for each question, such as default-changed: breaking.

Options:
  --profile NAME      whose reasons and clauses are printed: default or platform (default: default)
  --format text|json  how to print it (default: text)

Exit code: 0 listed, 2 could not run.

Examples, in a checkout of Concord:
  concord compat policy
  concord compat policy --format json
`;

/** `concord compat policy`: the open questions of a policy, and their answers. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parse("compat policy", argv, {
      ...profileOption,
      format: { type: "string", default: "text" },
    });
    const { format } = values;
    if (format !== "text" && format !== "json")
      throw usage("compat policy", `--format is text or json, not "${format}"`);
    const profile = profileFor("compat policy", values.profile);
    const questions = policyQuestions(profile);
    io.out(format === "json" ? json(questions) : textOf(questions, profile));
    return 0;
  },
};

function textOf(all: readonly PolicyQuestion[], profile: CompatProfile): string {
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
