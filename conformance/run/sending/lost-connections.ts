import type { Operation } from "../../../contracts/index.ts";
import type { Finding } from "../../checks/finding.ts";
import type { Exchange, OperationExchange } from "../../model/exchange.ts";
import type { RequestToSend } from "../../items/request-to-send.ts";
import { innermost } from "../../target/unreachable.ts";

/** Number of earlier requests that may be the cause of a lost connection. */
const MAX_SUSPECTS = 3;
/** Time in which a target may stop after it has answered, in milliseconds. */
const STOPPING_MS = 50;

/** Error of a request that was not answered by a target that then answered nothing else, either. */
export class LostTarget extends Error {
  /** Requests that were answered just before. One of them may have stopped the target. */
  readonly suspects: readonly Exchange[];

  constructor(error: Error, suspects: readonly Exchange[]) {
    super(error.message, { cause: error });
    this.suspects = suspects;
  }
}

/** Finds the request after which a target stops, because the request that loses its connection may be a later one. */
export interface LostConnections {
  /** Records an exchange of the usual identity. */
  record(record: OperationExchange): void;
  /**
   * The earlier request that makes a target lose the connection of a later one, as a finding. Undefined if the later
   * request does it by itself, or if no earlier one does it again. An error if the target answers nothing any more, so
   * that nothing can be sent again. `send` returns undefined for a request that is not answered.
   */
  findCulprit(
    error: unknown,
    lost: RequestToSend,
    send: (sent: RequestToSend) => Promise<Exchange | undefined>,
  ): Promise<Finding | LostTarget | undefined>;
}

/** @param pause waits for milliseconds. */
export function createLostConnections(pause: (milliseconds: number) => Promise<void>): LostConnections {
  const recent: OperationExchange[] = [];
  return {
    record(record) {
      if (record.exchange.as) return;
      recent.push(record);
      if (recent.length > MAX_SUSPECTS) recent.shift();
    },
    async findCulprit(error, lost, send) {
      const latest = recent.at(-1);
      if (!isLost(error) || !latest) return undefined;
      if (!(await send(lost))) {
        const isThere = (await send(requestIn(latest))) !== undefined;
        if (isThere) return undefined;
        return new LostTarget(
          error,
          recent.map(({ exchange }) => exchange),
        );
      }
      for (const suspect of recent.toReversed()) {
        await send(requestIn(suspect));
        await pause(STOPPING_MS);
        if (!(await send(lost))) return createLostFinding(suspect, lost.operation);
      }
      return undefined;
    },
  };
}

const lostCodes: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** True for a connection that ended before a response began. A refused connection is waited for elsewhere. */
function isLost(error: unknown): error is Error {
  return error instanceof Error && lostCodes.has(innermost(error).code);
}

function requestIn({ exchange, operation, contract }: OperationExchange): RequestToSend {
  return { request: exchange.request, operation, contract };
}

function createLostFinding({ exchange, operation }: OperationExchange, next: Operation): Finding {
  return {
    check: "no-answer",
    key: "stopped after its answer",
    isOfRequest: "value",
    message: `After this answer the target closes its connections: the next request (${next.name}) is not answered`,
    basis: operation.basis,
    operation,
    exchange,
  };
}
