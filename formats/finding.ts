import { printableText } from "../contracts/index.ts";

/** Severity of a finding. `accepted`: wrong, but known or allowed. */
export type Severity = "error" | "warning" | "accepted" | "note";

/** Line of a file. The name of a file in a commit is "git:REF:PATH". */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Labelled line about a finding: values, proof, reason, remedy. */
export type Detail = readonly [label: string, text: string];

/** Message of a tool about a line. The caller has masked its secrets. */
export interface Annotation {
  readonly severity: Severity;
  /** Heading in few words. */
  readonly title: string;
  /** Part of the API, and what is wrong there. */
  readonly message: string;
  readonly details: readonly Detail[];
  readonly at: SourceLine | null;
}

/** One thing that a tool found, in the form that is written for other programs. */
export interface Finding extends Annotation {
  /** Id of the rule or check. */
  readonly rule: string;
  /** Line of the same part in the earlier contract. */
  readonly formerly?: SourceLine | null;
  /** Id that is the same in each run, and its kind. */
  readonly id: readonly [kind: string, id: string];
  /** Reason for which the finding is accepted. */
  readonly accepted?: string | undefined;
  /** Name of the part of the API. */
  readonly part?: string;
  /** Members for programs. */
  readonly properties?: object;
}

/** A finding as lines of printable text: its message first. */
export function findingLines({ message, details }: Pick<Annotation, "message" | "details">): readonly string[] {
  return [message, ...details.map(([label, text]) => `${label}: ${text}`)].map(printableText);
}

/** Path of a file in the checkout, even if it was read from a commit. */
export function checkoutPath(file: string): string {
  return /^git:[^:]*:(.+)$/s.exec(file)?.[1] ?? file;
}
