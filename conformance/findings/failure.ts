import type { Operation, Router } from "../../contracts/index.ts";
import { maskedHeaders } from "../../contracts/secrets/index.ts";
import { seededHex } from "../../contracts/generate/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { causeOf } from "./causes.ts";
import { faultCodeOf } from "./fault-codes.ts";
import type { Failure, StoryStep } from "./report.ts";
import { curlOf } from "./reproduce.ts";
import type { Finding } from "../checks/finding.ts";
import type { Target } from "../target/target.ts";

interface Where {
  /** Where the finding is, if it does not say itself. */
  readonly operation: Operation;
  readonly target: Pick<Target, "url" | "mask"> & Partial<Pick<Target, "variable" | "hasPassword">>;
  readonly curlArguments?: readonly string[];
  /** Tells the operations of the steps before it. */
  readonly router?: Router;
  /** The values of the headers of the request that came more than once. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
}

/** A finding but for what only a run knows of it: how it was come by, and whether it comes again. */
export type FoundFailure = Omit<Failure, "replay" | "tried" | "first" | "flaky" | "patch">;

/** The stable name of a finding: of the operation, the check and what is wrong, never of values or times. */
export function idOf({ check, key, operation: own }: Finding, tried: Operation): string {
  const { api, name } = own ?? tried;
  return seededHex(`${api} ${name} ${check} ${key}`, 12);
}

/** A finding with all it takes to see it again, but for what only a run knows; nothing in it is secret. */
export function failureOf(finding: Finding, { target, ...tried }: Where): FoundFailure {
  const { operation = tried.operation } = finding;
  const { request, as } = finding.exchange;
  const others = [...(finding.steps ?? []), ...(finding.after ?? [])];
  const story = [...(finding.steps ?? []), finding.exchange, ...(finding.after ?? [])];
  return {
    id: idOf(finding, tried.operation),
    check: finding.check,
    cause: causeOf(finding, operation),
    code: faultCodeOf(finding),
    api: operation.api,
    operation: operation.name,
    section: finding.section ?? null,
    basis: finding.basis,
    message: target.mask(finding.message),
    ...shownExchange(finding.exchange, { operation, target }),
    steps: (finding.steps ?? []).map((step) =>
      target.mask(
        `${step.request.method} ${step.request.path}${step.as ? ` with ${step.as.words}` : ""} -> ${step.response.status}`,
      ),
    ),
    story: others.length === 0 ? [] : story.map((step) => storyStep(step, { ...tried, operation, target })),
    curl: curlOf(operation, request, target, {
      as,
      ...(tried.curlArguments && { curlArguments: tried.curlArguments }),
      ...(tried.repeated && { repeated: tried.repeated }),
    }),
  };
}

function storyStep({ request, response, as }: Exchange, { target, curlArguments, ...where }: Where): StoryStep {
  const match = where.router?.match(request.method, request.path, request.headers);
  const operation = match && "operation" in match ? match.operation : where.operation;
  return {
    method: request.method,
    url: target.mask(target.url + request.path),
    as: as?.words ?? null,
    body: request.body === undefined ? null : target.mask(request.body),
    status: response.status,
    curl: curlOf(operation, request, target, { as, ...(curlArguments && { curlArguments }) }),
  };
}

/** An exchange as reports show it. */
export function shownExchange(exchange: Exchange, { operation, target }: Where): Pick<Failure, "request" | "response"> {
  const { request, response } = exchange;
  const headers = Object.fromEntries(
    maskedHeaders(Object.entries(response.headers)).map(([name, value]) => [name, target.mask(value)]),
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

/** As sent, with credentials hidden: exchanges are written without them in the first place. */
export function shownHeaders(operation: Operation, { request, as }: Exchange): Record<string, string> {
  const isSecret = !as || as.variable !== undefined;
  if (!isSecret) return { ...(as.authorize(operation, request) ?? request).headers };
  const isAuthorized = operation.security.some((requirement) => requirement.length > 0);
  return { ...request.headers, ...(isAuthorized && { authorization: "***" }) };
}
