import { toBuffer } from "../../model/exchange.ts";
import { isUtf8 } from "node:buffer";
import { type Contract, omitUndefined } from "../../../contracts/index.ts";
import type { Refusal } from "../../model/problem.ts";
import type { FormerOperation, MatchedOperation, RecordedExchange } from "../entry.ts";

/** Body as text, or in base64 if it is not UTF-8. */
type StoredBody = string | { readonly base64: string };

/** Exchange as JSON. Its secrets are masked when it is read, as those in memory are. */
interface StoredExchange extends Pick<RecordedExchange, "verdict" | "at" | "durationMs"> {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: RecordedExchange["request"]["headers"];
    readonly body?: StoredBody;
  };
  readonly response: Pick<RecordedExchange["response"], "status" | "headers"> & { readonly body: StoredBody };
  readonly operation?: FormerOperation | undefined;
  readonly refusal?: Pick<Refusal, "refused" | "status" | "violations"> | undefined;
  readonly assumedViolations?: RecordedExchange["assumedViolations"];
  readonly mockError?: RecordedExchange["mockError"];
  readonly lengths?: RecordedExchange["lengths"];
}

/** Finds the operations and the contracts of a mock. */
export interface OperationLookup {
  readonly contracts: readonly Contract[];
  /** The operation with a name such as "library/createBook". Undefined if the mock does not serve it. */
  find(name: string): MatchedOperation | undefined;
}

/** Writes an exchange as text. */
export function writeExchange(recorded: RecordedExchange): string {
  const { request, response, plan, formerOperation, refusal } = recorded;
  const { verdict, assumedViolations, mockError, at, durationMs, lengths } = recorded;
  const operation = plan?.operation ?? formerOperation;
  const stored: StoredExchange = {
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...(request.body && { body: storedBody(request.body) }),
    },
    response: { status: response.status, headers: response.headers, body: storedBody(response.body) },
    operation: operation && { api: operation.api, id: operation.id, name: operation.name },
    refusal:
      refusal &&
      omitUndefined({
        refused: refusal.refused,
        status: refusal.status,
        violations: refusal.violations,
      }),
    verdict,
    assumedViolations,
    mockError,
    at,
    durationMs,
    lengths,
  };
  return JSON.stringify(stored);
}

/** Reads an exchange from its text. */
export function readExchange(text: string, operations: OperationLookup): RecordedExchange {
  const { request, response, operation, ...stored } = JSON.parse(text) as StoredExchange;
  const { refusal, assumedViolations, mockError, lengths } = stored;
  const { body, ...sent } = request;
  const plan = operation && operations.find(`${operation.api}/${operation.id}`);
  return {
    request: { ...sent, ...(body !== undefined && { body: decodeBody(body) }) },
    response: { ...response, body: decodeBody(response.body) },
    plan,
    ...(operation && !plan && { formerOperation: operation }),
    contracts: operations.contracts,
    ...stored,
    refusal,
    assumedViolations,
    mockError,
    lengths,
    bytes: 0,
  };
}

/** Finds operations by their names. The index is made with the first search. */
export function createOperationLookup(contracts: readonly Contract[]): OperationLookup {
  let index: ReadonlyMap<string, () => MatchedOperation | undefined> | undefined;
  return {
    contracts,
    find: (name) => (index ??= indexOperations(contracts)).get(name)?.(),
  };
}

/** The routes of a document are known before its operations are compiled. */
function indexOperations(contracts: readonly Contract[]): ReadonlyMap<string, () => MatchedOperation | undefined> {
  return new Map(
    contracts.flatMap((contract) =>
      contract.routes.map(({ api, id }, place) => {
        const matched = (): MatchedOperation | undefined => {
          const operation = contract.operations[place];
          return operation && { operation, contract };
        };
        return [`${api}/${id}`, matched] as const;
      }),
    ),
  );
}

function storedBody(bytes: Uint8Array): StoredBody {
  const buffer = toBuffer(bytes);
  if (isUtf8(bytes)) return buffer.toString();
  return { base64: buffer.toString("base64") };
}

function decodeBody(body: StoredBody): Uint8Array {
  if (typeof body === "string") return Buffer.from(body);
  return Buffer.from(body.base64, "base64");
}
