import { canonical, type Operation } from "../../contracts/index.ts";
import { generic } from "../model/generic.ts";
import type { Cause, Failure } from "./report.ts";
import type { Finding } from "../checks/finding.ts";

/** Effects of a mistake on users of the target, gravest first. */
const gravities = ["authorization", "data", "failure", "answer", "request", "other"] as const;

type Gravity = (typeof gravities)[number];

/** A kind of mistake: the checks that find it, and the key that findings of one cause share. */
interface Kind {
  readonly gravity: Gravity;
  readonly checks: readonly string[];
  /** Key of the cause, without the API and the kind. */
  shared(about: About): string;
  /** One-line summary of the mistake. */
  headline(about: Pick<Failure, "operation" | "message" | "response"> & { readonly member: string }): string;
}

interface About {
  readonly finding: Finding;
  readonly operation: Operation;
  /** The path of the collection of the operation: "/books" of "GET /books/{id}". */
  readonly collection: string;
  /** The last name of the place in a body, without its indices. */
  readonly member: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  credentials: {
    gravity: "authorization",
    checks: ["token-required"],
    shared: () => "",
    headline: ({ operation }) => `${operation} lets in requests without valid credentials`,
  },
  refused: {
    gravity: "authorization",
    checks: ["credentials-accepted"],
    shared: ({ finding, operation }) =>
      `${finding.exchange.response.status} ${operation.security
        .flat()
        .map(({ name }) => name)
        .join(" ")}`,
    headline: ({ operation, response }) => `${operation} refuses the credentials of the run with ${response.status}`,
  },
  tenant: {
    gravity: "authorization",
    checks: ["foreign-refused", "children-apart"],
    shared: ({ collection }) => collection,
    headline: ({ operation }) => `${operation} shows or changes what belongs to somebody else`,
  },
  readers: {
    gravity: "authorization",
    checks: ["read-only-refused", "read-only-traceless"],
    shared: ({ collection }) => collection,
    headline: ({ operation }) => `${operation} lets a token write that may only read`,
  },
  secrets: {
    gravity: "authorization",
    checks: ["write-only-absent", "write-only-hidden", "no-disclosure"],
    shared: ({ finding, member }) => (finding.check === "no-disclosure" ? finding.key : member),
    headline: ({ operation, member }) => `${operation} shows what it must not show${member && `: "${member}"`}`,
  },
  readOnly: {
    gravity: "authorization",
    checks: ["read-only-kept"],
    shared: ({ collection, member }) => `${collection} ${member}`,
    headline: ({ operation, message }) => `${operation} takes from clients what is readOnly: ${message}`,
  },
  loss: {
    gravity: "data",
    checks: ["echo", "sent-read", "created-read", "updated-read", "rest-kept", "sequences"],
    shared: ({ finding, collection, member }) => `${collection} ${member || `${finding.check} ${finding.key}`}`,
    headline: ({ operation, member, message }) =>
      member === "" ? `${operation}: ${message}` : `${operation} does not keep "${member}" as it was written`,
  },
  trace: {
    gravity: "data",
    checks: ["refused-no-trace", "refused-not-made", "stale-refused", "stale-base-refused", "one-winner", "batch-kept"],
    shared: ({ finding, collection }) => `${collection} ${finding.check}`,
    headline: ({ operation, message }) => `${operation} overwrites data: ${message}`,
  },
  lives: {
    gravity: "data",
    checks: ["deleted-gone", "children-gone", "id-not-reused", "created-listed", "conflict", "transitions"],
    shared: ({ finding, collection }) => `${collection} ${finding.check} ${finding.key}`,
    headline: ({ operation, message }) => `${operation}: ${message}`,
  },
  statuses: {
    gravity: "other",
    checks: ["status-documented"],
    shared: ({ finding }) => String(finding.exchange.response.status),
    headline: ({ operation, response }) => `${operation} answers ${response.status}, which is not documented`,
  },
  failure: {
    gravity: "failure",
    checks: ["no-server-error", "no-answer"],
    shared: ({ finding, operation }) => `${operation.name} ${finding.exchange.response.status}`,
    headline: ({ operation, response }) =>
      response.status === 0 ? `${operation} does not answer` : `${operation} fails with ${response.status}`,
  },
  shape: {
    gravity: "answer",
    checks: ["body-conforms"],
    // Operations that share a schema have the same cause.
    shared: ({ finding, member, collection, operation }) =>
      `${finding.place ?? `${collection} ${member || operation.name}`} ${expectationIn(finding)}`,
    headline: ({ operation, member, message }) =>
      member === ""
        ? `${operation}: ${message}`
        : `"${member}" is answered otherwise than documented: expected ${/, expected (.*)$/.exec(message)?.[1] ?? message}`,
  },
  accepting: {
    gravity: "request",
    checks: ["invalid-input-refused", "boundaries-refused", "content-type-refused"],
    shared: ({ operation }) => operation.name,
    headline: ({ operation }) => `${operation} accepts invalid requests`,
  },
  refusing: {
    gravity: "request",
    checks: ["boundaries-accepted", "examples-accepted", "unknown-fields-tolerated"],
    shared({ finding, operation, collection }) {
      const place = sentPlaceIn(finding);
      return `${place === "" ? operation.name : `${collection} ${place}`} ${finding.exchange.response.status}`;
    },
    headline({ operation, response, message }) {
      const place = sentPlaceIn({ message });
      return `${operation} refuses valid requests with ${response.status}${place && `: ${place}`}`;
    },
  },
  methods: {
    gravity: "request",
    checks: ["unsupported-method"],
    shared: ({ operation }) => operation.name,
    headline: ({ operation, response }) =>
      `${operation}: methods that are not documented are answered ${response.status}`,
  },
};

const kindOf = new Map(Object.entries(kinds).flatMap(([name, { checks }]) => checks.map((check) => [check, name])));

/** Key of the cause of a finding. It never contains values that vary between runs. */
export function causeOf(finding: Finding, operation: Operation): string {
  const name = kindOf.get(finding.check);
  const kind = name === undefined ? undefined : kinds[name];
  if (!kind) return `${operation.api} ${operation.name} ${finding.check} ${finding.exchange.response.status}`;
  const collection = canonical(operation.path).replace(/(\/\{[^{}]*\}.*)$/, "");
  const shared = kind.shared({ finding, operation, collection, member: memberIn(finding) });
  return `${operation.api} ${name} ${shared}`.trim();
}

/** Findings of one cause. */
export interface CauseGroup {
  readonly cause: string;
  readonly gravity: Gravity;
  /** One-line summary of the mistake. */
  readonly headline: string;
  /** Findings, simplest first. */
  readonly findings: readonly Failure[];
}

/** Findings grouped by cause, gravest first. Causes of equal gravity keep the order of the findings. */
export function groupByCause(findings: readonly Failure[]): readonly CauseGroup[] {
  const groups = [...Map.groupBy(findings, ({ cause, id }) => cause ?? id)].map(([cause, members]): CauseGroup => {
    const [first] = members as [Failure];
    const kind = kinds[kindOf.get(first.check) ?? ""];
    const headline = kind?.headline({ ...first, member: memberIn(first) }) ?? `${first.operation}: ${first.message}`;
    const places = new Set(members.map(({ operation }) => operation)).size;
    return {
      cause,
      gravity: kind?.gravity ?? "other",
      headline: places > 1 ? `${headline} (and ${places - 1} more)` : headline,
      findings: members,
    };
  });
  return groups.toSorted((one, other) => gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity));
}

/** Causes in the form of a report. */
export function causesIn(findings: readonly Failure[]): readonly Cause[] {
  return groupByCause(findings).map(({ findings: members, ...group }) => ({
    ...group,
    failures: members.map(({ id }) => id),
  }));
}

/** The last name of the place in a message: "phone" of "/data/0/phone". */
function memberIn({ message }: Pick<Finding, "message">): string {
  const [, missing] = /expected the property "([^"]+)"/.exec(message) ?? [];
  const [, pointer = "", name = ""] = /"((?:\/[^"/]*)+)"|say its "([^"]+)"/.exec(message) ?? [];
  const place =
    missing ??
    (name ||
      (generic(pointer)
        .split("/")
        .findLast((part) => part !== "*" && part !== "") ??
        ""));
  return place.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The place in a request at the end of a message: "body/year" of "… with status 400: body/year minimum, least". */
function sentPlaceIn({ message }: Pick<Finding, "message">): string {
  return /: ((?:body|query |path |header |cookie )\/\S+)/.exec(message)?.[1] ?? "";
}

/** The expectation in a message about a body, without values that vary. */
function expectationIn({ message, key }: Finding): string {
  const [, expected] = /, expected (.*)$/.exec(message) ?? [];
  return expected ?? key;
}
