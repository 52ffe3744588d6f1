import type { Violation } from "./violation.ts";
import type { Send } from "../../items/item.ts";
import { type Operation, findResponse, decodeSegment } from "../../../contracts/index.ts";
import { weakestBasis } from "../../model/weakest-basis.ts";
import type { Exchange } from "../../model/exchange.ts";
import { genericPointer } from "../../model/generic-pointer.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";

/** Records exchanges, and reports violations together with the exchanges that they depend on. */
export interface ExchangeRecorder {
  readonly send: Send;
  readonly sendAs: Scope["exchangeAs"];
  /** Number of recorded exchanges. */
  sent(): number;
  /** The findings of the relation, and the findings of the checks of each exchange. */
  findings(broken: readonly Violation[]): readonly Finding[];
}

interface RecorderOptions {
  readonly id: string;
  /** A check of single exchanges that reports the same cause and takes precedence. */
  readonly unlessSaidBy?: string | undefined;
}

export function createRecorder(scope: Scope, { id, unlessSaidBy }: RecorderOptions): ExchangeRecorder {
  const steps: { readonly exchange: Exchange; readonly operation: Operation }[] = [];
  return {
    async send(sent, operation) {
      const exchange = await scope.exchange(sent, operation);
      steps.push({ exchange, operation });
      return exchange;
    },
    async sendAs(as, sent, operation = scope.operation) {
      const exchange = await scope.exchangeAs(as, sent, operation);
      if (exchange) steps.push({ exchange, operation });
      return exchange;
    },
    sent: () => steps.length,
    findings(broken) {
      const ofChecks = checkFindings();
      const reported = new Set(ofChecks.flatMap(({ check, exchange }) => (check === unlessSaidBy ? [exchange] : [])));
      return [...broken.filter(({ exchange }) => !reported.has(exchange)).map(createStoryFinding), ...ofChecks];
    },
  };

  function createStoryFinding({ firstExchange, otherExchanges, ...flaw }: Violation): Finding {
    const findStepIndex = (wanted: Exchange): number => steps.findIndex(({ exchange }) => exchange === wanted);
    const at = findStepIndex(flaw.exchange);
    const before = requiredSteps(
      flaw.exchange,
      steps.slice(firstExchange ? findStepIndex(firstExchange) : 0, Math.max(at, 0)).map(({ exchange }) => exchange),
      otherExchanges,
    );
    const shown = [...before, ...(flaw.after ?? [])];
    const premises = steps.filter(({ exchange }, index) => index === at || shown.includes(exchange));
    return {
      ...flaw,
      // Indexes of list items are removed, so that the same flaw in two items has one key.
      key: genericPointer(flaw.key),
      check: id,
      basis: weakestBasis(
        flaw.basis,
        ...premises.flatMap(({ exchange, operation }) => [
          operation.basis,
          findResponse(operation, exchange.response.status)?.basis,
        ]),
      ),
      operation: steps[at]?.operation ?? scope.operation,
      steps: before,
    };
  }

  function checkFindings(): readonly Finding[] {
    return steps.flatMap(({ exchange, operation }, at) =>
      scope.judge(exchange, operation).map((finding) => ({
        ...finding,
        operation,
        steps: requiredSteps(
          exchange,
          steps.slice(0, at).map((step) => step.exchange),
        ),
      })),
    );
  }
}

/**
 * Earlier steps that an exchange about an item depends on: creates of the item and its parents, and requests to them.
 * Steps about other items and refused creates are omitted. An exchange about a collection depends on all steps. If
 * `rests` names the steps, only these, the creates and the last earlier change are kept.
 */
export function requiredSteps(
  exchange: Exchange,
  steps: readonly Exchange[],
  rests?: readonly Exchange[],
): readonly Exchange[] {
  const segments = splitPath(exchange.request.path);
  const makers = steps.filter(
    (step) =>
      isPathPrefix(splitPath(step.request.path), segments) && made(step, segments[splitPath(step.request.path).length]),
  );
  // Without a known create of the item, any step may have created it.
  const isKnown = makers.some((step) => splitPath(step.request.path).length === segments.length - 1);
  const about = isKnown ? steps.filter((step) => makers.includes(step) || isRelatedStep(step)) : steps;
  if (!rests) return about;
  const begin = steps.findIndex((step) => rests.includes(step));
  const earlier = about.filter((step) => begin < 0 || steps.indexOf(step) < begin);
  const change = isKnown ? earlier.findLast((step) => !makers.includes(step) && isOwnChange(step)) : undefined;
  return steps.filter((step) => step === change || rests.includes(step) || makers.includes(step));

  function isRelatedStep(step: Exchange): boolean {
    const path = splitPath(step.request.path);
    // Requests to the collection list or create other items.
    const isCollection = makers.some((maker) => isSamePath(splitPath(maker.request.path), path));
    return (
      !isCollection && (isPathPrefix(path, segments) || isPathPrefix(segments, path) || isSamePath(segments, path))
    );
  }
}

/** True for a successful write by the usual identity. Steps of foreign identities are kept only if `rests` names them. */
function isOwnChange({ request, response, as }: Exchange): boolean {
  return (
    !as && request.method !== "GET" && request.method !== "HEAD" && response.status >= 200 && response.status < 300
  );
}

/** True for a POST whose response shows the path segment as an id, or whose Location contains it. */
function made({ request, response }: Exchange, segment: string | undefined): boolean {
  if (segment === undefined || request.method !== "POST" || response.status > 299) return false;
  const id = decodeSegment(segment) ?? segment;
  const isLedTo = splitPath(response.headers["location"] ?? "").includes(segment);
  return (
    isLedTo ||
    response.body.includes(JSON.stringify(id)) ||
    (/^\d+$/.test(id) && new RegExp(`:\\s*${id}\\b`).test(response.body))
  );
}

function splitPath(path: string): readonly string[] {
  return (path.split("?", 1)[0] as string).split("/");
}

/** True for a proper prefix of the other path. */
function isPathPrefix(path: readonly string[], other: readonly string[]): boolean {
  return path.length < other.length && path.every((segment, at) => segment === other[at]);
}

function isSamePath(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((segment, at) => segment === other[at]);
}
