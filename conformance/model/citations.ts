/** Subjects on which a provider's specification may have a clause. Properties and checks are cited by their ids instead. */
export type Topic =
  | "additions"
  | "body-size"
  | "consumer-obligations"
  | "credentials"
  | "delivery-attempts"
  | "delivery-format"
  | "delivery-headers"
  | "endpoint-authentication"
  | "open-enums"
  | "organization-signature"
  | "public-key"
  | "signatures"
  | "signature-entries"
  | "signed-content"
  | "verification"
  | "webhook-secret"
  | "webhook-signature";

/** Clauses of a provider's specification that findings and texts cite: "5.1". */
export interface Citations {
  /** Absent: no clause is cited. */
  readonly clauses?: {
    /** Clause by the id of a property or check whose findings have none of their own. */
    readonly checks: Readonly<Record<string, string>>;
    readonly topics: Readonly<Partial<Record<Topic, string>>>;
  };
  /** Formats a clause for text: "section 5.1". Default: the clause unchanged. */
  clauseText?(clause: string): string;
}

/** Clause that decides a check's findings. Undefined if the profile cites none. */
export function clauseOfCheck({ clauses }: Citations, check: string): string | undefined {
  if (clauses && Object.hasOwn(clauses.checks, check)) return clauses.checks[check];
  return undefined;
}

/** Clause on a topic. Undefined if the profile cites none. */
export function clauseOn({ clauses }: Citations, topic: Topic): string | undefined {
  return clauses?.topics[topic];
}

/** Text of a clause in the format of the profile. */
export function clauseText(citations: Citations, clause: string): string {
  return citations.clauseText?.(clause) ?? clause;
}

/** Clauses on topics, in brackets for the end of a phrase: " (section 9.2, section 9.6)". Empty if none is cited. */
export function writeCitation(citations: Citations, ...topics: readonly Topic[]): string {
  const found = topics.flatMap((topic) => clauseOn(citations, topic) ?? []);
  if (found.length === 0) return "";
  return ` (${found.map((clause) => clauseText(citations, clause)).join(", ")})`;
}
