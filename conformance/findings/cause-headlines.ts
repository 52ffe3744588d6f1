import { type Json, isObject } from "../../contracts/index.ts";
import type { CauseKind } from "../model/check-traits.ts";
import { readCauseKey } from "./cause-kinds.ts";
import type { Failure } from "./report.ts";
import type { SentPart } from "../model/sent-part.ts";
import { type SentPlace, toSentPlace } from "./sent-place.ts";
import { getPropertyClaim } from "./traits.ts";

/** First finding of a cause, and what all findings of the cause share. */
export interface AboutCause {
  readonly finding: Failure;
  /** Last name of the place in a body, without its indices. */
  readonly member: string;
  /** Part of the request that all findings are about: "body/title". Empty without one. */
  readonly place: string;
}

type Headline = (about: AboutCause) => string;

/** Longest value or query in a headline. */
const LONGEST = 60;

/** Credentials in words, by the first word of the key of the cause. */
const credentials: Readonly<Record<string, string>> = {
  accepted: "no credentials",
  "scheme-alone": "an authentication scheme without a token",
  garbage: "an invalid token",
  expired: "an expired token",
};

/**
 * One line on a mistake: the operation, what was sent, what came back, and what was expected. Kinds that are absent have
 * messages that name the last two.
 */
const headlines: { readonly [kind in CauseKind]?: Headline } = {
  credentials({ finding }) {
    const [sent = "", accepted = sent] = readCauseKey(finding)?.levels[0]?.split(" ") ?? [];
    const text = accepted === "accepted" ? credentials[sent] : undefined;
    if (text === undefined) return writePlainHeadline(finding);
    return `${finding.operation} with ${text}: ${answered(finding)}, expected 401 or 403`;
  },
  refused: ({ finding }) =>
    `${finding.operation} with the credentials of the run: ${answered(finding)}, expected a success`,
  readOnly: ({ finding: { operation }, member }) =>
    `${operation}: a client can set "${member}", which is readOnly. Expected: its value is ignored or refused`,
  secrets: ({ finding }) =>
    `${writePlainHeadline(finding)}${finding.check === "no-disclosure" ? ", expected no internal details" : ""}`,
  loss: ({ finding, member }) => {
    if (member !== "" && finding.check !== "rest-kept")
      return `${finding.operation} does not keep "${member}" as it was written: ${finding.message}`;
    return writePlainHeadline(finding);
  },
  failure: (about) =>
    `${withSent(about)}: ${answered(about.finding)}, expected ${about.finding.response.status === 0 ? "a response" : "no server error"}`,
  accepting(about) {
    const { sent } = about.finding;
    if (!sent || locateFinding(about) === undefined) return writePlainHeadline(about.finding);
    const { keyword } = sent;
    return `${withSent(about)}: ${answered(about.finding)}, expected a refusal, because the contract excludes it ("${keyword}")`;
  },
  refusing: (about) => {
    if (locateFinding(about) === undefined) return writePlainHeadline(about.finding);
    return `${withSent(about)}: ${answered(about.finding)}, expected a success, because the contract allows it`;
  },
  methods: ({ finding: { operation, request, ...finding } }) =>
    `${request.method} ${operation.slice(operation.indexOf(" ") + 1)}, which the contract does not have: ${answered(finding)}, expected 405`,
};

/** One-line summary of a cause. */
export function writeCauseHeadline(kind: CauseKind | undefined, about: AboutCause): string {
  const headline = kind && headlines[kind];
  if (headline) return headline(about);
  return writePlainHeadline(about.finding);
}

/** Operation, query and message, and the claim of a relation unless the message says what was expected. */
function writePlainHeadline(finding: Failure): string {
  const { operation, message, request } = finding;
  const query = extractQuery(request.url);
  const start = `${operation}${query === "" ? "" : ` with ${shortenHeadline(query)}`}: `;
  return `${message.startsWith(operation) ? "" : start}${message}${saysExpected.test(message) ? "" : expectedBy(finding)}`;
}

/** Words of messages that say what was expected. A message without them gets a claim, and no cause depends on it. */
const saysExpected = /\bexpected\b|, not\b|, where\b|\bwhich the contract\b|documented/;

/** Expectation of a relation or promise, for findings whose message lacks it. The message of a check is complete. */
function expectedBy({ check }: Failure): string {
  const claim = getPropertyClaim(check);
  if (claim === undefined) return "";
  return `. Expected: ${claim}`;
}

function answered({ response: { status } }: Pick<Failure, "response">): string {
  if (status === 0) return "no answer";
  return `answered ${status}`;
}

/** The operation, and the part of the request that matters. An example stands for several parts. */
function withSent(about: AboutCause): string {
  const { operation, request } = about.finding;
  const [{ sent }, place] = [about.finding, locateFinding(about)];
  if (!sent || !place) return operation;
  const isCommon = about.place === place.name || about.place === place.top;
  return `${operation} with ${isCommon ? "" : "several values, such as "}${sentText(sent, request)}`;
}

function locateFinding({ finding }: AboutCause): SentPlace | undefined {
  return toSentPlace(finding);
}

/** A part of a request in words: `"year" 1450 in the body`, `limit=101 in the query`, `a body without "name"`. */
function sentText({ within, pointer, missing }: SentPart, request: Failure["request"]): string {
  const name = pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  if (missing !== undefined) {
    const object = name === "" ? (within === "body" ? "a body" : `the ${within}`) : `"${name}"`;
    return `${object} without "${missing}"`;
  }
  const where = `in the ${within}`;
  if (within === "query") {
    const pair = findQueryPair(request.url, name);
    if (pair === undefined) return `"${name}" ${where}`;
    return `${shortenHeadline(pair)} ${where}`;
  }
  const value = within === "body" ? pickBodyValue(request.body, pointer) : undefined;
  if (value === undefined) return `"${name}" ${where}`;
  return `"${name}": ${shortenHeadline(JSON.stringify(value))} ${where}`;
}

function extractQuery(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at);
}

/** Pair of a query with the name, as it was sent. */
function findQueryPair(url: string, name: string): string | undefined {
  return extractQuery(url)
    .slice(1)
    .split("&")
    .find((pair) => pair === name || pair.startsWith(`${name}=`) || pair.startsWith(`${encodeURIComponent(name)}=`));
}

/** Value of a JSON body at a pointer. Undefined for other bodies. */
function pickBodyValue(body: string | null, pointer: string): Json | undefined {
  try {
    return pointer
      .split("/")
      .slice(1)
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<Json | undefined>((at, name) => getChildValue(at, name), JSON.parse(body ?? "") as Json);
  } catch {
    return undefined;
  }
}

function getChildValue(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(name)];
  if (isObject(value) && Object.hasOwn(value, name)) return value[name];
  return undefined;
}

function shortenHeadline(text: string): string {
  if (text.length > LONGEST) return `${text.slice(0, LONGEST - 1).toWellFormed()}…`;
  return text;
}
