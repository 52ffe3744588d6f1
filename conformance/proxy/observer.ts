import { type Contract, type Operation, createRouter, withEnumPolicy } from "../../contracts/index.ts";
import { type OrganizationState } from "../../formats/index.ts";
import { isJudged } from "../run/choice.ts";
import {
  maskCarried,
  maskSecrets,
  maskedForm,
  maskHeadersExceptSignatures,
  maskedTarget,
  extractSecrets,
  dropSecretHeaders,
} from "../../contracts/secrets/index.ts";
import type { Citations } from "../model/citations.ts";
import type { Exchange } from "../model/exchange.ts";
import type { ConformanceProfile } from "../profile/conformance-profile.ts";
import { chooseEnumPolicy } from "../profile/choose-enum-policy.ts";
import { createFailure } from "../findings/failure.ts";
import { passedOutcome } from "../findings/outcomes.ts";
import { createRecorder } from "../run/recorder.ts";
import type { Finding } from "../checks/finding.ts";
import { endedEarly } from "../target/unfinished.ts";
import { byName, collectRepeatedHeaders, readMessageText, withoutHost } from "./content.ts";
import { createFixtureLog } from "./fixture-log.ts";
import { type Passed, type Unanswered, getReceivedAnswer } from "../target/forward.ts";
import { type Objection, type Prism, toPrismBody, findPrism, createPrism, toPrismQuery } from "./prism.ts";
import type { PrismOnlyObjection, ObservedFinding, ProxyReport } from "./report.ts";

/** Judges traffic and records the results. Its size depends on the contracts only. */
export interface Observer {
  /** Judges an exchange. Returns its new findings. */
  see(passed: Passed): Promise<readonly ObservedFinding[]>;
  report(): Omit<ProxyReport, "target" | "durationMs">;
  /** Fixtures from the traffic. Undefined if they were not requested. */
  fixtures(): Fixtures | undefined;
}

/** State of an organization as seen, and the number of omitted items. */
export interface Fixtures {
  readonly state: OrganizationState;
  readonly omitted: number;
}

interface ObserverOptions {
  /** True to derive fixtures. */
  readonly makesFixtures: boolean;
  readonly contracts: readonly Contract[];
  readonly url: string;
  readonly includeAssumed: boolean;
  /** Cites the clauses of findings. */
  readonly profile: Citations & Pick<ConformanceProfile, "enums">;
}

/** Most objections of Prism to one operation, and most unknown addresses. */
const MOST = { objections: 5, elsewhere: 100 };

export function createObserver({
  contracts: given,
  url,
  includeAssumed,
  makesFixtures,
  profile,
}: ObserverOptions): Observer {
  const contracts = withEnumPolicy(given, chooseEnumPolicy(profile));
  const router = createRouter(contracts.flatMap(({ operations }) => operations));
  const contractOf = new Map(contracts.flatMap((contract) => contract.operations.map((each) => [each, contract])));
  const parts = findPrism();
  const prisms = new Map<Contract, Promise<Prism | undefined>>();
  const statuses = new Map<Operation, Record<string, number>>();
  const findings = new Map<string, ObservedFinding>();
  const objections = new Map<string, PrismOnlyObjection>();
  const elsewhere = new Map<string, number>();
  const fixtures = makesFixtures ? createFixtureLog() : undefined;
  // Each exchange has its own secrets.
  let hide = (text: string): string => text;
  const recorder = createRecorder(router, { mask: (text) => hide(text) });
  let exchanges = 0;

  return {
    see,
    report: () => ({
      exchanges,
      operations: [...statuses].map(([{ api, name, basis }, counts]) => ({
        api,
        operation: name,
        basis,
        requests: Object.values(counts).reduce((sum, count) => sum + count, 0),
        statuses: counts,
      })),
      findings: [...findings.values()],
      objections: [...objections.values()],
      elsewhere: [...elsewhere].map(([name, count]) => ({ name, count })),
      hasPrism: parts !== undefined,
      coverage: recorder.exercise.coverageOf(
        [...statuses.keys()].map((operation) => ({ operation, contract: contractOf.get(operation) as Contract })),
      ),
      outcomes: [...statuses.keys()].map((operation) =>
        passedOutcome(
          { operation, contract: contractOf.get(operation) as Contract },
          recorder.outcomes.tallyOf(operation),
        ),
      ),
      drift: recorder.drift.drift(),
      driftOmitted: recorder.drift.omitted(),
    }),
    fixtures: () => fixtures && { state: fixtures.state(), omitted: fixtures.omitted() },
  };

  async function see(passed: Passed): Promise<readonly ObservedFinding[]> {
    exchanges++;
    const { method, target, answer } = passed;
    const path = target.split("?", 1)[0] as string;
    const match = router.match(method, target, Object.fromEntries(passed.request.headers));
    if (!match || !("operation" in match)) {
      const name = `${method} ${path}`;
      if (elsewhere.has(name) || elsewhere.size < MOST.elsewhere) elsewhere.set(name, (elsewhere.get(name) ?? 0) + 1);
      return [];
    }
    const { operation } = match;
    const contract = contractOf.get(operation) as Contract;
    const counts = statuses.get(operation) ?? {};
    statuses.set(operation, counts);
    const status = "failed" in answer ? 0 : answer.status;
    counts[status] = (counts[status] ?? 0) + 1;
    const exchange = readable(passed);
    if ("failed" in answer) recorder.outcomes.recordUnanswered(operation);
    if (exchange && !("failed" in answer)) {
      hide = createExchangeMask(passed);
      const { startedAt, durationMs } = passed;
      recorder.record({
        exchange,
        operation,
        contract,
        property: undefined,
        startedAt,
        durationMs,
        findings: new Set(),
      });
      const secrets = [...extractSecrets(passed.request.headers), ...extractSecrets(answer.headers)];
      fixtures?.seen(exchange, { operation, contract, parameters: match.parameters, hide: maskSecrets(secrets) });
    }
    const found =
      "failed" in answer
        ? [unanswered(passed, answer, operation)]
        : exchange && recorder.judge(exchange, contract, operation);
    if (found === undefined) return [];
    const objected = await collectObjections(passed, contract, operation);
    keepObjections(operation, objected, { isFound: found.length > 0, status });
    return found.flatMap((finding) => keepObserved(finding, passed, operation, objected?.answer));
  }

  function keepObserved(
    finding: Finding,
    passed: Passed,
    operation: Operation,
    objected: readonly string[] | undefined,
  ): readonly ObservedFinding[] {
    const failure = createFailure(maskFinding(finding, passed), {
      operation,
      profile,
      target: { url, mask: createExchangeMask(passed) },
      repeated: collectRepeatedHeaders(dropSecretHeaders(passed.request.headers)),
    });
    const known = findings.get(failure.id);
    if (known) {
      findings.set(failure.id, { ...known, count: known.count + 1 });
      return [];
    }
    const prism = objected ?? null;
    const observed = { ...failure, isFailure: isJudged(finding.basis, includeAssumed), count: 1, prism };
    findings.set(failure.id, observed);
    return [observed];
  }

  async function collectObjections(
    passed: Passed,
    contract: Contract,
    operation: Operation,
  ): Promise<{ readonly request: readonly string[]; readonly answer: readonly string[] } | undefined> {
    const { method, target, request, answer } = passed;
    if (!parts || "failed" in answer) return undefined;
    // Prism has no opinion on bodies that it cannot read.
    if (!prisms.has(contract))
      prisms.set(
        contract,
        createPrism(contract, parts).catch(() => undefined),
      );
    const prism = await prisms.get(contract);
    const [sent, received] = [readMessageText(request), readMessageText(answer)];
    if (!prism || sent === undefined || received === undefined) return undefined;
    const [requestHeaders, answerHeaders] = [byName(request.headers), byName(answer.headers)];
    const { pathname, searchParams } = new URL(target, "http://prism.example");
    const requestBody = toPrismBody(sent, requestHeaders["content-type"] ?? "");
    const answerBody = toPrismBody(received, answerHeaders["content-type"] ?? "");
    const mask = createExchangeMask(passed);
    const words = (list: readonly Objection[]): string[] =>
      list.map(({ message, path = [] }) => mask([path.join("."), message].filter(Boolean).join(": ")));
    const element = {
      method: method.toLowerCase(),
      url: { path: pathname, query: toPrismQuery(searchParams) },
      headers: { ...requestHeaders, ...(sent !== "" && { "content-length": String(request.bytes) }) },
      body: requestBody,
    };
    return {
      request: requestBody === undefined ? ["the body is not JSON"] : words(prism.ofRequest(operation, element)),
      answer:
        answerBody === undefined
          ? ["the body is not JSON"]
          : words(
              prism.ofAnswer(operation, { statusCode: answer.status, headers: answerHeaders, body: answerBody }),
            ).map(
              // Prism names the documented status codes, but not the received one.
              (text) => text.replace("the returned status code with", `the returned status code ${answer.status} with`),
            ),
    };
  }

  /** Records objections that only Prism has. Requests that the provider refused are left out. */
  function keepObjections(
    { api, name }: Operation,
    objected: { readonly request: readonly string[]; readonly answer: readonly string[] } | undefined,
    { isFound, status }: { readonly isFound: boolean; readonly status: number },
  ): void {
    const unmatched = [
      ...(status < 300 ? (objected?.request ?? []) : []).map((message) => ["request", message] as const),
      ...(isFound ? [] : (objected?.answer ?? [])).map((message) => ["answer", message] as const),
    ];
    for (const [part, message] of unmatched) {
      const key = `${name} ${part} ${message}`;
      const known = objections.get(key);
      const otherObjections = [...objections.values()].filter((each) => each.operation === name);
      if (known) objections.set(key, { ...known, count: known.count + 1 });
      else if (otherObjections.length < MOST.objections)
        objections.set(key, { api, operation: name, part, message, count: 1 });
    }
  }
}

/** Exchange in a form that can be judged. Undefined if its bodies cannot be read. */
function readable(passed: Passed): Exchange | undefined {
  const { answer, request } = passed;
  const sent = readMessageText(request);
  const received = "failed" in answer ? undefined : readMessageText(answer);
  if (sent === undefined || received === undefined || isConditional(passed)) return undefined;
  return createPassedExchange(passed, { sent, received });
}

function createPassedExchange(
  { method, target, request, answer }: Passed,
  { sent, received }: { readonly sent: string; readonly received: string },
): Exchange {
  const { status, headers } = getReceivedAnswer(answer) ?? { status: 0, headers: [] };
  const showsToken = extractSecrets(request.headers).some((secret) => received.includes(secret));
  return {
    request: {
      method,
      path: target,
      headers: byName(dropSecretHeaders(withoutHost(request.headers))),
      ...(sent !== "" && { body: sent }),
    },
    response: { status, headers: byName(headers), body: received },
    ...(showsToken && { showsToken }),
  };
}

/** Finding with secrets removed from its exchange. */
function maskFinding(finding: Finding, { answer }: Passed): Finding {
  const { request, response } = finding.exchange;
  const isForm = request.headers["content-type"]?.includes("x-www-form-urlencoded") === true;
  return {
    ...finding,
    exchange: {
      request: {
        ...request,
        path: maskedTarget(request.path),
        ...(request.body !== undefined && { body: isForm ? maskedForm(request.body) : request.body }),
      },
      response: { ...response, headers: byName(maskHeadersExceptSignatures(getReceivedAnswer(answer)?.headers ?? [])) },
    },
  };
}

function unanswered(passed: Passed, { failed, begun }: Unanswered, { basis }: Operation): Finding {
  const received = begun ? (readMessageText(begun) ?? "") : "";
  const exchange = createPassedExchange(passed, { sent: readMessageText(passed.request) ?? "", received });
  const broken = { check: "no-answer", basis, exchange };
  if (begun) return { ...broken, key: "ended early", message: endedEarly(begun.status, failed) };
  return { ...broken, key: "no-answer", message: `The request was not answered: ${failed}` };
}

/**
 * True for responses to conditional and range requests (RFC 9110, sections 13 and 14), which a contract need not
 * document.
 */
function isConditional({ request, answer }: Passed): boolean {
  if ("failed" in answer) return false;
  const asks = (name: RegExp): boolean => request.headers.some(([each]) => name.test(each));
  return (
    ((answer.status === 304 || answer.status === 412) && asks(/^if-/i)) ||
    ((answer.status === 206 || answer.status === 416) && asks(/^range$/i))
  );
}

/** Function that masks the credentials and named secrets of an exchange. */
function createExchangeMask({ request, answer }: Passed): (text: string) => string {
  return maskCarried(request.headers, getReceivedAnswer(answer)?.headers ?? []);
}
