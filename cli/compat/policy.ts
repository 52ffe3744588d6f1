import { type CompatProfile, type PolicyQuestion, policyQuestions } from "../../compat/index.ts";
import type { Command } from "../command.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { json, table } from "../contracts/table.ts";
import { parse, usage } from "../parse.ts";

const help = `Usage: concord compat policy [options]

Lists what the compatibility policy (§9) leaves open, how compat answers it, how its words
read literally where that is stricter (compat --strict-section9), and why. A file of
compat --policy answers otherwise: a line of YAML for each question, such as
default-changed: breaking.

Options:
  --format text|json  how to print it (default: text)

Exit code: 0 listed, 2 could not run.

Examples, in a checkout of Concord:
  concord compat policy
  concord compat policy --format json
`;

/** `concord compat policy`: the open questions of §9, and their answers. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parse("compat policy", argv, { format: { type: "string", default: "text" } });
    const { format } = values;
    if (format !== "text" && format !== "json")
      throw usage("compat policy", `--format is text or json, not "${format}"`);
    const questions = policyQuestions(platformCompat);
    io.out(format === "json" ? json(questions) : textOf(questions, platformCompat));
    return 0;
  },
};

function textOf(all: readonly PolicyQuestion[], profile: CompatProfile): string {
  const rows = all.map(({ id, verdict, literal = "", section, asks, because }) => [
    id,
    verdict,
    literal,
    section === null ? "" : (profile.clauseText?.(section) ?? section),
    `${asks}${asks.endsWith("?") ? "" : ":"} ${because}`,
  ]);
  return table([["question", "default", "literally", "section", "about"], ...rows]);
}
