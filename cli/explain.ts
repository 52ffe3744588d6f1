import { relative } from "node:path";
import { loadConfig } from "../api/config/index.ts";
import { graphqlRules, rules } from "../compat/index.ts";
import {
  type Check,
  type Property,
  checks,
  operationChecks,
  faultNames,
  propertiesWith,
  responseInTime,
} from "../conformance/index.ts";
import { ToolError, lintRules, nearestHint } from "../contracts/index.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import type { Command } from "./command.ts";
import { describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv } from "./arguments/parse.ts";

const help = `Explains the id of a rule, check or property, or the category of a finding, that a report names.

Usage: concord explain [ID...]

Without an ID, the command lists all ids, one in a line with its kind. Checks and properties of
concord.config.ts are included.

Options:
${describeOptions(helpOption)}

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

/** All bundled rules, checks and properties. An id can name several, such as a rule for OpenAPI and one for GraphQL. */
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
  ...[...checks, responseInTime, ...operationChecks].map(checkSubject),
  ...propertiesWith(platformConformance).map(propertySubject),
  ...Object.entries(faultNames).map(([id, claim]) => ({
    id,
    kind: "category of a finding (Web Fuzzing Commons 0.7.0)",
    claim,
    facts: { "found by": foundBy(id), command: "concord conform" },
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
  async run(argv, io) {
    const { positionals } = parseArgv("explain", argv, {}, "[ID...]");
    const all = [...subjects, ...(await configuredSubjects())];
    if (positionals.length === 0) io.out(writeSubjectList(all));
    else
      io.out(
        positionals
          .flatMap((id) => subjectsNamed(id, all))
          .map(describeSubject)
          .join("\n"),
      );
    return 0;
  },
};

/** Checks and properties of the concord.config.ts of the working folder. */
async function configuredSubjects(): Promise<readonly Subject[]> {
  const { file, conform } = await loadConfig();
  if (file === undefined) return [];
  const defined = (subject: Subject): Subject => ({
    ...subject,
    facts: { ...subject.facts, "defined in": relative("", file) },
  });
  return [...(conform?.checks ?? []).map(checkSubject), ...(conform?.properties ?? []).map(propertySubject)].map(
    defined,
  );
}

/** Checks and properties whose findings have a category. */
function foundBy(code: string): string {
  const all = [...checks, ...propertiesWith(platformConformance)];
  return (
    all.flatMap(({ id, faultCode }) => (faultCode === code ? [id] : [])).join(", ") || "relations of several requests"
  );
}

function checkSubject({ id, claim }: Pick<Check, "id" | "claim">): Subject {
  return { id, kind: "check of one response", claim, facts: { command: `concord conform --check ${id}` } };
}

function propertySubject({ id, claim, phase, writes }: Property): Subject {
  return {
    id,
    kind: "conformance property",
    claim,
    facts: { phase, "changes the target": writes ? "yes" : "no", command: `concord conform --property ${id}` },
  };
}

/** @throws ToolError "unknown-id" with the nearest known id. */
function subjectsNamed(id: string, all: readonly Subject[]): readonly Subject[] {
  const found = all.filter((subject) => subject.id === id);
  if (found.length > 0) return found;
  const near = nearestHint(
    id,
    all.map((subject) => subject.id),
  );
  throw new ToolError("unknown-id", `No rule, check or property is called "${id}"${near}`, {
    hint: "concord explain lists all ids",
  });
}

function describeSubject({ id, kind, claim, facts }: Subject): string {
  const stated = Object.entries(facts).filter(([, value]) => value !== undefined);
  const width = Math.max(...stated.map(([label]) => label.length));
  const lines = stated.map(([label, value]) => `  ${label.padEnd(width)}  ${value}\n`).join("");
  return `${id}: ${kind}\n  ${claim.replace(/\.$/, "")}.\n\n${lines}`;
}

function writeSubjectList(listed: readonly Subject[]): string {
  const width = Math.max(...listed.map(({ id }) => id.length));
  return listed.map(({ id, kind }) => `${id.padEnd(width)}  ${kind}\n`).join("");
}
