import { type IncomingMessage, type ServerResponse, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pairs } from "../../contracts/index.ts";
import { pairRawHeaders } from "../deliveries/post.ts";

/** Request or response as the proxy passed it on, byte by byte. */
export interface Message {
  readonly headers: Pairs;
  /** Absent if the body is larger than the limit. */
  readonly body?: Buffer;
  readonly bytes: number;
}

/** Forwarded request with its response or the reason why there is none. */
export interface Passed {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly request: Message;
  readonly answer: Answer | Unanswered;
}

interface Answer extends Message {
  readonly status: number;
  readonly reason: string;
}

/** Reason for a missing or incomplete response. */
export interface Unanswered {
  readonly failed: string;
  readonly begun?: Answer;
}

/** Response as far as it was received. Undefined if nothing was. */
export function getReceivedAnswer(answer: Passed["answer"]): Answer | undefined {
  return "failed" in answer ? answer.begun : answer;
}

/** Size limit of recorded bodies. Larger bodies are forwarded but not judged. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Hop-by-hop headers (RFC 9110, section 7.6.1). The framing headers of the body are forwarded. */
const ofConnection = /^(connection|keep-alive|proxy-.*|te|trailer|upgrade|expect)$/i;

/** Headers that the header Connection cannot remove: they frame a message, or say who sent it and on which way. */
const ofMessage =
  /^(authorization|cookie|origin|host|via|forwarded|x-forwarded(-.*)?|x-real-ip|sec-.*|concord-.*|content-.*|transfer-encoding)$/;

/** Request as sent to the provider. */
export interface OutgoingRequest {
  /** Path and query. */
  readonly target: string;
  readonly headers: Pairs;
  /** Value of the Host header. Defaults to the host of the provider. */
  readonly host?: string | undefined;
}

interface ForwardOptions {
  readonly base: URL;
  readonly now: () => number;
  /** Changes the request before it is forwarded. */
  readonly change?: (came: OutgoingRequest) => OutgoingRequest;
  /** Answers the consumer if the provider cannot be reached. Defaults to status 502. */
  readonly refuse?: (outgoing: ServerResponse) => void;
}

/** Forwards a request to the provider and the response back. Undefined if the consumer disconnected before the end. */
export async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { base, now, change = (came) => came, refuse }: ForwardOptions,
): Promise<Passed | undefined> {
  const { method = "GET", url: target = "/" } = incoming;
  const startedAt = now();
  const headers = pairRawHeaders(incoming.rawHeaders);
  const sent = createKept();
  const passed = (answer: Passed["answer"]): Passed => ({
    method,
    target,
    startedAt,
    durationMs: now() - startedAt,
    request: { headers, ...sent.kept() },
    answer,
  });
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  let begun: (() => Answer) | undefined;
  let isBroken = false;
  try {
    const response = await receiveResponse();
    const received = createKept();
    const answer = { status: response.statusCode ?? 0, reason: response.statusMessage ?? "" };
    const answerHeaders = pairRawHeaders(response.rawHeaders);
    begun = () => ({ ...answer, headers: answerHeaders, ...received.kept() });
    // A broken response also closes the connection to the consumer. The flag distinguishes it from a disconnect.
    response.once("error", () => (isBroken = !gone.signal.aborted));
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, answer.reason, endToEnd(answerHeaders).flat());
    await pipeline(response, received.stream, outgoing);
    return passed(begun());
  } catch (error) {
    if (gone.signal.aborted && !isBroken) return undefined;
    const failed = (error as Error).message || ((error as NodeJS.ErrnoException).code ?? "the connection failed");
    if (begun) {
      outgoing.destroy();
      return passed({ failed, begun: begun() });
    }
    if (refuse) refuse(outgoing);
    else
      outgoing
        .writeHead(502, { "content-type": "text/plain; charset=utf-8" })
        .end(`Cannot forward the request to ${base.origin}: ${failed}\n`);
    return passed({ failed });
  }

  function receiveResponse(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const onward = change({ target, headers: endToEnd(headers).filter(([name]) => !/^host$/i.test(name)) });
      const written = [["Host", onward.host ?? base.host] as const, ...onward.headers];
      const path = base.pathname.replace(/\/$/, "") + onward.target;
      const request = (base.protocol === "https:" ? requestSecure : requestPlain)(
        base,
        { method, path, headers: written.flat(), signal: gone.signal },
        resolve,
      );
      request.on("error", reject);
      pipeline(incoming, sent.stream, request).catch(reject);
    });
  }
}

/** Headers without those of the connection, and without those that the header Connection names. */
function endToEnd(headers: Pairs): Pairs {
  const named = headers
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()))
    .filter((name) => !ofMessage.test(name));
  return headers.filter(([name]) => !ofConnection.test(name) && !named.includes(name.toLowerCase()));
}

/** Pass-through stream that records its bytes up to the size limit. */
function createKept(): { readonly stream: PassThrough; kept(): Pick<Message, "body" | "bytes"> } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  return { stream, kept: () => ({ bytes, ...(bytes <= MAX_BODY_BYTES && { body: Buffer.concat(chunks) }) }) };
}
