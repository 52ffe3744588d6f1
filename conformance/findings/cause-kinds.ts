import { canonicalPath } from "../../contracts/index.ts";
import type { Finding } from "../checks/finding.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { CauseKind } from "../model/check-traits.ts";
import { genericPointer } from "../model/generic-pointer.ts";
import type { Failure } from "./report.ts";
import { toSentPlace } from "./sent-place.ts";

/** Effects of a mistake on users of the target, gravest first. */
export const gravities = ["authorization", "data", "failure", "answer", "request", "other"] as const;

export type Gravity = (typeof gravities)[number];

/** A kind of mistake, and the key that findings of one cause share. */
interface Kind {
  readonly gravity: Gravity;
  /** Parts of the key of the cause, widest first, without the API and the kind. */
  levels(about: About): readonly string[];
  /** Most causes that differ only in a level of their keys. More of them are one cause. Default: no limit. */
  readonly most?: number;
}

/** A finding, with its place in the contract. */
interface About {
  readonly finding: Finding;
  /** "METHOD /path/{template}". */
  readonly operation: string;
  /** Names of the security schemes of the operation. */
  readonly schemes: string;
  /** The path of the collection of the operation: "/books" of "GET /books/{id}". */
  readonly collection: string;
  /** The last name of the place in a body, without its indices. */
  readonly member: string;
}

/** Separates the levels of a key. */
const BETWEEN = " > ";

export const causeKinds: Readonly<Record<CauseKind, Kind>> = {
  credentials: {
    gravity: "authorization",
    levels: ({ finding }) => [finding.key],
  },
  refused: {
    gravity: "authorization",
    levels: ({ finding, schemes }) => [`${finding.exchange.response.status} ${schemes}`],
  },
  tenant: {
    gravity: "authorization",
    levels: ({ collection, finding }) => [collection, finding.key],
    // An item that is read, changed and deleted by others lacks one check, not three.
    most: 2,
  },
  readers: {
    gravity: "authorization",
    levels: ({ collection }) => [collection],
  },
  secrets: {
    gravity: "authorization",
    levels: ({ finding, member }) => [finding.check === "no-disclosure" ? finding.key : member],
  },
  readOnly: {
    gravity: "authorization",
    levels: ({ collection, member }) => [`${collection} ${member}`],
  },
  loss: {
    gravity: "data",
    levels({ finding, collection, member }) {
      const [, lapse] = /^(PATCH|PUT keeps) /.exec(finding.key) ?? [];
      // A PATCH that changes the rest of an item, and a PUT that keeps it, do so with every member.
      if (lapse === undefined) return [`${collection} ${member || `${finding.check} ${finding.key}`}`];
      return [`${collection} ${finding.check} ${lapse}`];
    },
  },
  trace: {
    gravity: "data",
    levels: ({ finding, collection }) => [`${collection} ${finding.check} ${genericPointer(finding.key)}`],
  },
  lives: {
    gravity: "data",
    levels: ({ finding, collection }) => [`${collection} ${finding.check} ${finding.key}`],
  },
  statuses: {
    gravity: "other",
    levels: ({ finding }) => [String(finding.exchange.response.status)],
  },
  headers: {
    gravity: "answer",
    levels: ({ finding }) => [`${finding.exchange.response.status} ${finding.key}`],
  },
  failure: {
    gravity: "failure",
    levels({ finding, operation, collection }) {
      const { status } = finding.exchange.response;
      if (status === 501) return ["501"];
      const place = toSentPlace(finding);
      if (!place) return [`${operation} ${status}`];
      // Operations share the code that reads a query or a header, but hardly that of two bodies.
      if (/^(query|header|cookie) /.test(place.name)) return [place.top, `${status} ${place.flaw}`, collection];
      return [`${collection} ${status}`, place.name, place.flaw];
    },
    most: 3,
  },
  shape: {
    gravity: "answer",
    // Operations that share a schema have the same cause.
    levels: ({ finding, member, collection, operation }) => [
      `${finding.place ?? `${collection} ${member || operation}`} ${extractExpectation(finding)}`,
    ],
  },
  accepting: {
    gravity: "request",
    levels({ finding, operation, collection }) {
      const place = toSentPlace(finding);
      if (!place) return [`${operation} ${finding.check}`];
      // Operations that write to a collection have the same bodies, but each has parameters of its own.
      return [place.name.startsWith("body/") ? `${collection} body` : operation, place.top, place.name];
    },
    most: 3,
  },
  refusing: {
    gravity: "request",
    levels({ finding, operation, collection }) {
      const place = toSentPlace(finding);
      const { status } = finding.exchange.response;
      if (place) return [`${collection} ${status}`, place.top];
      return [`${operation} ${status}`];
    },
  },
  rule: {
    gravity: "answer",
    levels: ({ finding }) => [`${finding.check} ${finding.key}`],
  },
  methods: {
    gravity: "request",
    levels: ({ operation }) => [operation],
  },
};

/** Key of a cause, as its parts. */
export interface CauseKey {
  /** Absent for checks without a kind. */
  readonly kind?: CauseKind;
  readonly levels: readonly string[];
}

/** Key as text: "shop failure /books 500 > body/title > maxLength". */
export function causeText(api: string, { kind, levels }: CauseKey): string {
  return `${api} ${kind ?? ""} ${levels.join(BETWEEN)}`.replaceAll(/ {2,}/g, " ").trim();
}

/** True for the key of a cause itself, and for a narrower key. */
export function isCauseWithin(cause: string, wider: string): boolean {
  return cause === wider || cause.startsWith(wider + BETWEEN);
}

/** Key of the cause of a failure. Undefined for reports of earlier versions, which have none. */
export function readCauseKey({ api, cause }: Pick<Failure, "api" | "cause">): CauseKey | undefined {
  if (cause === undefined) return undefined;
  const text = cause.slice(api.length + 1);
  const [named = ""] = text.split(" ", 1);
  if (!Object.hasOwn(causeKinds, named)) return { levels: [text] };
  return { kind: named as CauseKind, levels: text.slice(named.length + 1).split(BETWEEN) };
}

/** The path of the collection of an operation: "/books" of "GET /books/{id}". */
export function toCollectionPath(operation: string): string {
  return canonicalPath(operation.slice(operation.indexOf(" ") + 1)).replace(/(\/\{[^{}]*\}.*)$/, "");
}

/** A finding or failure, as far as its part of a response or item is concerned. */
type AboutShown = { readonly shown?: ShownPart | null };

/** The last name of the place that a finding is about: "phone" of "/data/0/phone". */
export function getShownMember({ shown }: AboutShown): string {
  return shown?.missing?.[0] ?? takeLastName(getShownPointer({ shown: shown ?? null }));
}

/** The pointer of the place that a finding is about, with `*` for each index. */
export function getShownPointer({ shown }: AboutShown): string {
  return genericPointer(shown?.pointer ?? "");
}

/** The last name in a pointer, indices aside. */
function takeLastName(pointer: string): string {
  const name = pointer.split("/").findLast((part) => part !== "*" && part !== "") ?? "";
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The expectation about a body, without values that vary. */
function extractExpectation({ shown, key }: Finding): string {
  // The place names a missing property. Which others are missing beside it depends on the item.
  if (shown?.missing) return "the property";
  return shown?.expected ?? key;
}
