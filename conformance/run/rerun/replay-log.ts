import { type Contract, type Operation, createRouter } from "../../../contracts/index.ts";
import type { Failure, StoryStep } from "../../findings/report.ts";
import { createsItems } from "../../items/creates-items.ts";
import type { OperationExchange } from "../../model/exchange.ts";
import { counted } from "../../model/counted.ts";

/** Responses of a replay. They tell whether the finding could show. */
export interface ReplayLog {
  record(record: Pick<OperationExchange, "exchange" | "operation">): void;
  /**
   * Reason why a finding that does not show is not known to be gone: what led to it was refused or not answered. Undefined
   * if everything that had succeeded in the report succeeded again.
   *
   * @param isMendedByRefusal true for a finding that is gone once its request is refused.
   */
  reasonForDoubt(failure: Failure, isMendedByRefusal: boolean): string | undefined;
}

/** Statuses that judge the state of the target or its load, and not the request. */
const inTheWay: ReadonlySet<number> = new Set([409, 423, 425, 429, 500, 502, 503, 504]);

export function createReplayLog(contracts: readonly Contract[]): ReplayLog {
  const statuses = new Map<string, Map<number, number>>();
  const router = createRouter(contracts.flatMap(({ operations }) => operations));
  const getSeenStatuses = (name: string): readonly number[] => [...(statuses.get(name)?.keys() ?? [])];
  return {
    record({ exchange: { request, response, as }, operation }) {
      if (as || request.method !== operation.method) return;
      const counts = statuses.get(operation.name) ?? new Map<number, number>();
      statuses.set(operation.name, counts);
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    },
    reasonForDoubt(failure, isMendedByRefusal) {
      for (const step of failure.story.slice(0, failure.steps.length)) {
        const reason = isSuccessStatus(step.status) && step.as === null ? doubtOfStep(step) : undefined;
        if (reason !== undefined) return reason;
      }
      return doubtOfRequest(failure, isMendedByRefusal);
    },
  };

  /** Reason to doubt the preparation. Another operation may refuse content that it accepted before: then it is mended. */
  function doubtOfStep(step: StoryStep): string | undefined {
    const operation = matchStepOperation(step);
    if (!operation) return `${step.method} ${extractUrlPath(step)} led to it, and no contract has that operation now`;
    const seen = getSeenStatuses(operation.name);
    if (seen.some(isSuccessStatus)) return undefined;
    const contract = contracts.find(({ operations }) => operations.includes(operation)) as Contract;
    const isMended = seen.some((status) => status === 400 || status === 422) && !createsItems(contract, operation);
    if (isMended) return undefined;
    return doubt(`${operation.name} led to it, and`, operation.name);
  }

  function doubtOfRequest({ operation, response: then }: Failure, isMendedByRefusal: boolean): string | undefined {
    const seen = getSeenStatuses(operation);
    const isInTheWay = seen.every((status) => inTheWay.has(status) && status !== then.status);
    // A creation of which no request succeeds any more refuses for other reasons, too.
    const mustSucceed = !isMendedByRefusal || isCreation(operation);
    const isRefused = isSuccessStatus(then.status) && mustSucceed && !seen.some(isSuccessStatus);
    if (seen.length > 0 && (isInTheWay || isRefused)) return doubt(`${operation}`, operation);
    return undefined;
  }

  function isCreation(name: string): boolean {
    return contracts.some((contract) =>
      contract.operations.some((operation) => operation.name === name && createsItems(contract, operation)),
    );
  }

  function doubt(beginning: string, name: string): string {
    const counts = [...(statuses.get(name) ?? [])].map(([status, count]) => `${status}: ${counted(count, "time")}`);
    const answers = counts.length === 0 ? "got no response now" : `did not succeed now (${counts.join(", ")})`;
    return `The replay cannot tell if it is gone: ${beginning} ${answers}`;
  }

  function matchStepOperation({ method, url }: StoryStep): Operation | undefined {
    const segments = extractUrlPath({ url }).split("/").slice(1);
    for (let index = 0; index < segments.length; index++) {
      const match = router.match(method, `/${segments.slice(index).join("/")}`);
      if (match && "operation" in match) return match.operation;
    }
    return undefined;
  }
}

function extractUrlPath({ url }: Pick<StoryStep, "url">): string {
  return url.replace(/^https?:\/\/[^/]+/, "").split("?", 1)[0] as string;
}

function isSuccessStatus(status: number): boolean {
  return status >= 200 && status <= 299;
}
