import { canonicalPath, type Operation } from "../../contracts/index.ts";
import type { CauseKind, CheckTraits } from "../model/check-traits.ts";
import { genericPointer } from "../model/generic-pointer.ts";
import type { Cause, Failure } from "./report.ts";
import type { Finding } from "../checks/finding.ts";
import { traitsOf } from "./traits-of.ts";

/** Effects of a mistake on users of the target, gravest first. */
const gravities = ["authorization", "data", "failure", "answer", "request", "other"] as const;

type Gravity = (typeof gravities)[number];

/** A kind of mistake, and the key that findings of one cause share. */
interface Kind {
  readonly gravity: Gravity;
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

const kinds: Readonly<Record<CauseKind, Kind>> = {
  credentials: {
    gravity: "authorization",
    shared: () => "",
    headline: ({ operation }) => `${operation} lets in requests without valid credentials`,
  },
  refused: {
    gravity: "authorization",
    shared: ({ finding, operation }) =>
      `${finding.exchange.response.status} ${operation.security
        .flat()
        .map(({ name }) => name)
        .join(" ")}`,
    headline: ({ operation, response }) => `${operation} refuses the credentials of the run with ${response.status}`,
  },
  tenant: {
    gravity: "authorization",
    shared: ({ collection }) => collection,
    headline: ({ operation }) => `${operation} shows or changes what belongs to somebody else`,
  },
  readers: {
    gravity: "authorization",
    shared: ({ collection }) => collection,
    headline: ({ operation }) => `${operation} lets a token write that may only read`,
  },
  secrets: {
    gravity: "authorization",
    shared: ({ finding, member }) => (finding.check === "no-disclosure" ? finding.key : member),
    headline: ({ operation, member }) => `${operation} shows what it must not show${member && `: "${member}"`}`,
  },
  readOnly: {
    gravity: "authorization",
    shared: ({ collection, member }) => `${collection} ${member}`,
    headline: ({ operation, message }) => `${operation} takes from clients what is readOnly: ${message}`,
  },
  loss: {
    gravity: "data",
    shared: ({ finding, collection, member }) => `${collection} ${member || `${finding.check} ${finding.key}`}`,
    headline: ({ operation, member, message }) =>
      member === "" ? `${operation}: ${message}` : `${operation} does not keep "${member}" as it was written`,
  },
  trace: {
    gravity: "data",
    shared: ({ finding, collection }) => `${collection} ${finding.check}`,
    headline: ({ operation, message }) => `${operation} overwrites data: ${message}`,
  },
  lives: {
    gravity: "data",
    shared: ({ finding, collection }) => `${collection} ${finding.check} ${finding.key}`,
    headline: ({ operation, message }) => `${operation}: ${message}`,
  },
  statuses: {
    gravity: "other",
    shared: ({ finding }) => String(finding.exchange.response.status),
    headline: ({ operation, response }) => `${operation} answers ${response.status}, which is not documented`,
  },
  failure: {
    gravity: "failure",
    shared: ({ finding, operation }) => `${operation.name} ${finding.exchange.response.status}`,
    headline: ({ operation, response }) =>
      response.status === 0 ? `${operation} does not answer` : `${operation} fails with ${response.status}`,
  },
  shape: {
    gravity: "answer",
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
    shared: ({ operation }) => operation.name,
    headline: ({ operation }) => `${operation} accepts invalid requests`,
  },
  refusing: {
    gravity: "request",
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
    shared: ({ operation }) => operation.name,
    headline: ({ operation, response }) =>
      `${operation}: methods that are not documented are answered ${response.status}`,
  },
};

/** Key of the cause of a finding. It never contains values that vary between runs. */
export function causeOf(finding: Finding, operation: Operation, { cause: name }: CheckTraits): string {
  const kind = name && kinds[name];
  if (!kind) return `${operation.api} ${operation.name} ${finding.check} ${finding.exchange.response.status}`;
  const collection = canonicalPath(operation.path).replace(/(\/\{[^{}]*\}.*)$/, "");
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
    const kind = kindOf(first);
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

/** Kind of a finding, as its cause names it. The cause is absent in reports of earlier versions. */
function kindOf({ cause, api, check }: Failure): Kind | undefined {
  const named = cause?.slice(api.length + 1).split(" ", 1)[0] ?? "";
  const { cause: name } = traitsOf(check);
  return Object.hasOwn(kinds, named) ? kinds[named as CauseKind] : name && kinds[name];
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
      (genericPointer(pointer)
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
