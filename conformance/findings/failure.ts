import type { Operation, Router } from "../../contracts/index.ts";
import { maskHeadersExceptSignatures } from "../../contracts/secrets/index.ts";
import { seededHex } from "../../contracts/generate/index.ts";
import { type Citations, clauseOfCheck } from "../model/citations.ts";
import type { Exchange } from "../model/exchange.ts";
import { computeCauseKey } from "./causes.ts";
import { chooseFaultCode } from "./fault-codes.ts";
import type { Failure, StoryStep } from "./report.ts";
import { type OwnChecks, getCheckTraits } from "./traits.ts";
import { buildRequestCurl } from "./reproduce.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { Finding } from "../checks/finding.ts";
import type { Target } from "../target/target.ts";

interface FailureContext {
  /** Operation of the finding, unless the finding names another. */
  readonly operation: Operation;
  readonly target: Pick<Target, "url" | "mask"> & Partial<Pick<Target, "authorizeWithMarkers">>;
  readonly curlArguments?: readonly string[];
  /** Cites the clauses of findings, and knows the traits of its promises. */
  readonly profile?: Citations & OwnChecks;
  /** Finds the operations of earlier steps. */
  readonly router?: Router;
  /** Values of repeated request headers. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
}

/** A failure without the fields that only a run can fill in: how it was found, and whether it repeats. */
export type FoundFailure = Omit<Failure, "replay" | "tried" | "first" | "flaky" | "patch">;

/** Stable id of a finding: a hash of operation, check and key, without values or times. */
export function computeFindingId({ check, key, operation: own }: Finding, tried: Operation): string {
  const { api, name } = own ?? tried;
  return seededHex(`${api} ${name} ${check} ${key}`, 12);
}

/** The failure of a finding, with the commands to reproduce it. Secrets are masked. */
export function createFailure(finding: Finding, { target, ...tried }: FailureContext): FoundFailure {
  const { operation = tried.operation } = finding;
  const traits = getCheckTraits(finding.check, tried.profile);
  const { request, as } = finding.exchange;
  const flaw = { ...finding, ...finding.sameAs };
  const others = [...(finding.steps ?? []), ...(finding.after ?? [])];
  const story = [...(finding.steps ?? []), finding.exchange, ...(finding.after ?? [])];
  return {
    id: computeFindingId(finding, tried.operation),
    check: finding.check,
    cause: computeCauseKey(flaw, operation, getCheckTraits(flaw.check, tried.profile)),
    code: chooseFaultCode(finding, traits),
    api: operation.api,
    operation: operation.name,
    section: finding.section ?? clauseOfCheck(tried.profile ?? {}, finding.check) ?? null,
    basis: finding.basis,
    message: target.mask(finding.message),
    sent: finding.sent ? maskedPart(finding.sent, target.mask) : null,
    shown: finding.shown ? maskedShown(finding.shown, target.mask) : null,
    ...shownExchange(finding.exchange, { operation, target }),
    steps: (finding.steps ?? []).map((step) =>
      target.mask(
        `${step.request.method} ${step.request.path}${step.as ? ` with ${step.as.description}` : ""} -> ${step.response.status}`,
      ),
    ),
    story: others.length === 0 ? [] : story.map((step) => storyStep(step, { ...tried, operation, target })),
    curl: buildRequestCurl(operation, request, target, {
      as,
      ...(tried.curlArguments && { curlArguments: tried.curlArguments }),
      ...(tried.repeated && { repeated: tried.repeated }),
    }),
  };
}

function maskedPart({ pointer, value, missing, ...part }: SentPart, mask: Target["mask"]): SentPart {
  return {
    ...part,
    pointer: mask(pointer),
    ...(value !== undefined && { value: mask(value) }),
    ...(missing !== undefined && { missing: mask(missing) }),
  };
}

function maskedShown({ pointer, missing, expected, actual, ...part }: ShownPart, mask: Target["mask"]): ShownPart {
  return {
    ...part,
    pointer: mask(pointer),
    ...(missing && { missing: missing.map(mask) }),
    ...(expected !== undefined && { expected: mask(expected) }),
    ...(actual !== undefined && { actual: mask(actual) }),
  };
}

function storyStep(
  { request, response, as }: Exchange,
  { target, curlArguments, ...context }: FailureContext,
): StoryStep {
  const match = context.router?.match(request.method, request.path, request.headers);
  const operation = match && "operation" in match ? match.operation : context.operation;
  return {
    method: request.method,
    url: target.mask(target.url + request.path),
    as: as?.description ?? null,
    body: request.body === undefined ? null : target.mask(request.body),
    status: response.status,
    curl: buildRequestCurl(operation, request, target, { as, ...(curlArguments && { curlArguments }) }),
  };
}

/** An exchange in the form of a report. */
export function shownExchange(
  exchange: Exchange,
  { operation, target }: FailureContext,
): Pick<Failure, "request" | "response"> {
  const { request, response } = exchange;
  const headers = Object.fromEntries(
    maskHeadersExceptSignatures(Object.entries(response.headers)).map(([name, value]) => [name, target.mask(value)]),
  );
  return {
    request: {
      method: request.method,
      url: target.mask(target.url + request.path),
      headers: shownHeaders(operation, exchange),
      body: request.body === undefined ? null : target.mask(request.body),
    },
    response: { status: response.status, headers, body: target.mask(response.body) },
  };
}

/** Request headers with masked credentials. Recorded exchanges contain no credentials, so the header is added here. */
export function shownHeaders(operation: Operation, { request, as }: Exchange): Record<string, string> {
  const isSecret = !as || as.variable !== undefined;
  if (!isSecret) return { ...(as.authorize(operation, request) ?? request).headers };
  const isAuthorized = operation.security.some((requirement) => requirement.length > 0);
  return { ...request.headers, ...(isAuthorized && { authorization: "***" }) };
}
