import { request } from "node:http";

/** Control token of replicas: their balancer serves other clients. */
export const CONTROL_TOKEN = "control-of-replicas";

/** A request, and its response or the reason why there is none. Times are those of `performance.now()`. */
export interface Sent {
  readonly line: string;
  readonly start: number;
  readonly end: number;
  /** Undefined if the connection was lost. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Reason of a lost connection. "timeout" if no response came in time. */
  readonly lost: string | undefined;
}

export interface SendOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Longest time of a request, in milliseconds. */
const REQUEST_MS = 30_000;

/** Sends a request such as "GET /v1/items" over a connection of its own. */
export function send(port: number, line: string, options: SendOptions = {}): Promise<Sent> {
  const { token = "org_acme", body, headers = {} } = options;
  const [method = "", path = ""] = line.split(" ");
  const content = body === undefined ? undefined : JSON.stringify(body);
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (rest: Pick<Sent, "status" | "headers" | "text" | "lost">): void =>
      resolve({ line, start, end: performance.now(), ...rest });
    const fail = ({ name, code, message }: Error & { readonly code?: string }): void =>
      end({ status: undefined, headers: {}, text: "", lost: name === "TimeoutError" ? "timeout" : (code ?? message) });
    const signal = AbortSignal.timeout(REQUEST_MS);
    const sent = request({
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: false,
      signal,
      headers: {
        authorization: `Bearer ${path.startsWith("/_concord") ? CONTROL_TOKEN : token}`,
        ...(content !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(content),
        }),
        ...headers,
      },
    });
    // The reason of the signal is the cause of the error.
    sent.once("error", (error) => fail(signal.aborted ? (signal.reason as Error) : error));
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", (error) => fail(signal.aborted ? (signal.reason as Error) : error));
      response.once("end", () =>
        end({
          status: response.statusCode,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          lost: undefined,
        }),
      );
    });
    sent.end(content);
  });
}

/** Members of the body of a response. */
export function valueOf({ text }: Sent): Readonly<Record<string, unknown>> {
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
