import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as an endpoint received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Answer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | "end the connection"
  | undefined;

/** Response of the endpoint: a status, or more. Undefined closes the connection without a response. */
type Answers = (received: Received, count: number) => Answer | Promise<Answer>;

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
}

/** Starts a local endpoint that records its requests. */
export async function startReceiver(answers: Answers = () => 204): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void answerTo(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    received.push({ method, url, headers, body });
    const answer = await answers(received.at(-1) as Received, received.length);
    if (answer === undefined) return;
    if (answer === "end the connection") return void request.socket.destroy();
    const outcome = typeof answer === "number" ? { status: answer } : answer;
    response.writeHead(outcome.status, outcome.headers).end(outcome.body);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
