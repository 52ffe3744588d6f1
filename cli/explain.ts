import { graphqlRules, rules } from "../compat/index.ts";
import { checks, credentialsAccepted, propertiesWith, responseInTime } from "../conformance/index.ts";
import { ToolError, lintRules, nearestHint } from "../contracts/index.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import type { Command } from "./command.ts";
import { parse } from "./arguments/parse.ts";

const help = `Explains the id of a rule, check or property that a report names.

Usage: concord explain [ID...]

Without an ID, the command lists all ids, one in a line with its kind.

Options:
  --help  show this text

Examples:
  concord explain pattern-changed
  concord explain body-conforms created-read
  concord explain

Exit codes: 0 explained or listed, 2 an id is unknown.
`;

/** A rule, check or property, as this command shows it. */
interface Subject {
  readonly id: string;
  readonly kind: string;
  /** The sentence that states the rule or claim. */
  readonly claim: string;
  /** Further facts, by their label. */
  readonly facts: Readonly<Record<string, string | undefined>>;
}

/** All rules, checks and properties. An id can name several, such as a rule for OpenAPI and one for GraphQL. */
const subjects: readonly Subject[] = [
  ...rules.map(({ id, why, kind, verdict, mirror }) => ({
    id,
    kind: "compatibility rule for OpenAPI",
    claim: why,
    facts: {
      change: kind,
      "worst verdict": verdict,
      "reported for the reverse edit": mirror,
      command: "concord compat",
    },
  })),
  ...graphqlRules.map(({ id, why, kind, verdict }) => ({
    id,
    kind: "compatibility rule for GraphQL",
    claim: why,
    facts: { change: kind, "worst verdict": verdict, command: "concord compat" },
  })),
  ...[...checks, responseInTime, credentialsAccepted].map(({ id, claim }) => ({
    id,
    kind: "check of one response",
    claim,
    facts: { command: `concord conform --check ${id}` },
  })),
  ...propertiesWith(platformConformance).map(({ id, claim, phase, writes }) => ({
    id,
    kind: "conformance property",
    claim,
    facts: { phase, "changes the target": writes ? "yes" : "no", command: `concord conform --property ${id}` },
  })),
  ...lintRules.map(({ id, claim }) => ({
    id,
    kind: "lint rule",
    claim,
    facts: { command: "concord contracts lint" },
  })),
];

/** `concord explain`: describes rules, checks and properties by their ids. */
export const command: Command = {
  help,
  run(argv, io) {
    const { positionals } = parse("explain", argv, {}, "[ID...]");
    if (positionals.length === 0) io.out(listOf(subjects));
    else io.out(positionals.flatMap(subjectsNamed).map(describe).join("\n"));
    return Promise.resolve(0);
  },
};

/** @throws ToolError "unknown-id" with the nearest known id. */
function subjectsNamed(id: string): readonly Subject[] {
  const found = subjects.filter((subject) => subject.id === id);
  if (found.length > 0) return found;
  const near = nearestHint(
    id,
    subjects.map((subject) => subject.id),
  );
  throw new ToolError("unknown-id", `No rule, check or property is called "${id}"${near}`, {
    hint: "concord explain lists all ids",
  });
}

function describe({ id, kind, claim, facts }: Subject): string {
  const stated = Object.entries(facts).filter(([, value]) => value !== undefined);
  const width = Math.max(...stated.map(([label]) => label.length));
  const lines = stated.map(([label, value]) => `  ${label.padEnd(width)}  ${value}\n`).join("");
  return `${id}: ${kind}\n  ${claim.replace(/\.$/, "")}.\n\n${lines}`;
}

function listOf(listed: readonly Subject[]): string {
  const width = Math.max(...listed.map(({ id }) => id.length));
  return listed.map(({ id, kind }) => `${id.padEnd(width)}  ${kind}\n`).join("");
}
