import {
  type CompatProfile,
  type PolicyQuestion,
  policyQuestions,
  printableText,
  listWaiverReasons,
  getWaiverTerms,
} from "../../compat/index.ts";
import type { Command } from "../command.ts";
import { counted } from "../counted.ts";
import { json, table } from "../contracts/table.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv } from "../arguments/parse.ts";
import { chosenProfile, policyChoiceOptions } from "./profile.ts";
import { formatOption } from "../arguments/format-option.ts";

const options = { ...policyChoiceOptions, ...formatOption } as const satisfies Options;

const help = `Lists the questions that a compatibility policy leaves open, and their answers.

Usage: concord compat policy [options]

The first lines have the other members of the policy: periods, reasons of waivers, severities.
For each question: the answer of the policy, the answer with compat --strict-policy if it is
stricter, and the reason. The file of compat --policy changes answers: one line of YAML per question,
such as default-changed: breaking.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples, in a checkout of Concord:
  concord compat policy
  concord compat policy --format json

Exit codes: 0 listed, 2 could not run.
`;

/** `concord compat policy`: lists the open questions of a policy, and their answers. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parseArgv("compat policy", argv, options);
    const profile = await chosenProfile("compat policy", values, { contracts: [], io });
    const questions = policyQuestions(profile);
    io.out(values.format === "json" ? json(questions) : policyHead(profile) + questionTable(questions, profile));
    return 0;
  },
};

/** Members of a policy besides its answers, a line each. */
function policyHead(profile: CompatProfile): string {
  const { name, notice, support, majorVersion, enums = "closed", rules = {}, oasdiff = {} } = profile;
  const reasons = listWaiverReasons(profile)?.map((reason) => {
    const { days } = getWaiverTerms(profile, reason);
    if (days === undefined) return reason;
    return `${reason} (at most ${days} days)`;
  });
  const lines: readonly (readonly [label: string, text: string | undefined])[] = [
    ["Profile", name],
    ["Notice", notice && counted(notice.months, "month")],
    ["Support", support && counted(support.months, "month")],
    ["Version", majorVersion ? "a breaking change needs a major version, an addition a minor one" : undefined],
    ["Enums of responses", enums],
    ["Reasons of waivers", reasons?.join(", ")],
    ...[...Object.entries(rules), ...Object.entries(oasdiff)].map(([id, severity]) => [id, severity] as const),
  ];
  const text = lines.flatMap(([label, value]) =>
    value === undefined ? [] : `${printableText(`${label}: ${value}`)}\n`,
  );
  return `${text.join("")}\n`;
}

function questionTable(all: readonly PolicyQuestion[], profile: CompatProfile): string {
  const isCited = profile.clauses !== undefined;
  const rows = all.map(({ id, verdict, literal = "", section, asks, because }) => [
    id,
    verdict,
    literal,
    ...(isCited ? [section === null ? "" : (profile.clauseText?.(section) ?? section)] : []),
    `${asks}${asks.endsWith("?") ? "" : ":"} ${because}`,
  ]);
  return table([["question", "answer", "literally", ...(isCited ? ["section"] : []), "about"], ...rows]);
}
