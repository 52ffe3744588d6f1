/** Kinds of failures of PostgreSQL, as metrics and responses name them. */
export type FailureKind =
  | "unreachable"
  | "no-connection"
  | "timeout"
  | "no-space"
  | "too-long"
  | "read-only"
  | "conflict"
  | "not-allowed"
  | "newer-schema"
  | "other";

/** Text of a kind for clients. It names no host, no user and no value, because anybody may read it. */
export const failureTexts: Readonly<Record<Exclude<FailureKind, "other">, string>> = {
  unreachable: "PostgreSQL is unreachable",
  "no-connection": "all connections to PostgreSQL are in use",
  timeout: "PostgreSQL does not answer in time",
  "no-space": "PostgreSQL has no space",
  "too-long": "PostgreSQL cannot keep an id or a path of this length",
  "read-only": "PostgreSQL is read-only",
  conflict: "another change came first, several times",
  "not-allowed": "PostgreSQL does not admit the user of the state",
  "newer-schema": "a newer version of Concord has updated the tables",
};

/** Kinds by SQLSTATE, or by its class. */
const kinds: Readonly<Record<string, FailureKind>> = {
  // Class 08: connection exception. 57P01 to 57P05: shutdown, crash, start, dropped database, idle session.
  "08": "unreachable",
  "57P": "unreachable",
  "53300": "no-connection",
  // Query canceled by statement_timeout, lock not available, idle transaction.
  "57014": "timeout",
  "55P03": "timeout",
  "25P03": "timeout",
  "53100": "no-space",
  "53200": "no-space",
  // A row of an index is limited to about 2,700 bytes.
  "54000": "too-long",
  "25006": "read-only",
  "40": "conflict",
  // Invalid authorization, no such database, insufficient privilege.
  "28": "not-allowed",
  "3D": "not-allowed",
  "42501": "not-allowed",
};

/** Errors of node-postgres itself, which have no code. */
const messages: readonly (readonly [RegExp, FailureKind])[] = [
  [/^timeout exceeded when trying to connect$/, "no-connection"],
  [/^Query read timeout$/, "timeout"],
  [/connection|timeout expired|not queryable|cannot use a pool/i, "unreachable"],
];

/** Codes of the operating system for connections. */
const networkCode = /^E(CONN|HOST|NET|PIPE|TIMEDOUT|ADDR|NOTFOUND|AI_)/;

/** Kind of an error that the driver has thrown. */
export function classifyFailure(error: unknown): FailureKind {
  const { code, message = "", errors } = error as Partial<AggregateError> & { readonly code?: string };
  if (code === "unreachable-state") return "unreachable";
  if (code === "newer-state") return "newer-schema";
  if (code !== undefined) {
    const kind = kinds[code] ?? kinds[code.slice(0, 3)] ?? kinds[code.slice(0, 2)];
    if (kind) return kind;
    if (networkCode.test(code)) return "unreachable";
  }
  // A host with several addresses fails with an error for each.
  if (errors?.length) return classifyFailure(errors[0]);
  return messages.find(([pattern]) => pattern.test(message))?.[1] ?? "other";
}
