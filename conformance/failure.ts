import type { Operation } from "../contracts/index.ts";
import { seededHex } from "../contracts/values/index.ts";
import type { Exchange } from "./exchange.ts";
import type { Failure } from "./report.ts";
import { curlOf } from "./reproduce.ts";
import type { Finding } from "./scope.ts";
import type { Target } from "./target.ts";

interface Where {
  /** Where the finding is, if it does not say itself. */
  readonly operation: Operation;
  readonly target: Pick<Target, "url" | "mask"> & Partial<Pick<Target, "variable">>;
  readonly curlArguments?: readonly string[];
}

/** A finding with all it takes to see it again, but for the command that replays it; nothing in it is secret. */
export function failureOf(finding: Finding, { target, ...tried }: Where): Omit<Failure, "replay"> {
  const { operation = tried.operation } = finding;
  const { request, response, as } = finding.exchange;
  const url = target.mask(target.url + request.path);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, target.mask(value)]),
  );
  return {
    id: seededHex(`${operation.api} ${operation.name} ${finding.check} ${finding.key}`, 12),
    check: finding.check,
    api: operation.api,
    operation: operation.name,
    section: finding.section ?? null,
    basis: finding.basis,
    message: target.mask(finding.message),
    request: {
      method: request.method,
      url,
      headers: shownHeaders(operation, finding.exchange),
      body: request.body === undefined ? null : target.mask(request.body),
    },
    response: { status: response.status, headers, body: target.mask(response.body) },
    steps: (finding.steps ?? []).map((step) =>
      target.mask(
        `${step.request.method} ${step.request.path}${step.as ? ` with ${step.as.words}` : ""} -> ${step.response.status}`,
      ),
    ),
    curl: curlOf(operation, request, target, {
      as,
      ...(tried.curlArguments && { curlArguments: tried.curlArguments }),
    }),
  };
}

/** As sent, with credentials hidden: exchanges are written without them in the first place. */
export function shownHeaders(operation: Operation, { request, as }: Exchange): Record<string, string> {
  const isSecret = !as || as.variable !== undefined;
  if (!isSecret) return { ...(as.authorize(operation, request) ?? request).headers };
  const isAuthorized = operation.security.some((requirement) => requirement.length > 0);
  return { ...request.headers, ...(isAuthorized && { authorization: "***" }) };
}
