import { type IncomingMessage, type ServerResponse, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pairs } from "../../contracts/index.ts";
import { pairsOf } from "../deliveries/post.ts";

/** One message as it passed, byte by byte. */
export interface Message {
  readonly headers: Pairs;
  /** Nothing where it is larger than what is kept. */
  readonly body?: Buffer;
  readonly bytes: number;
}

/** A request that was handed on, and what became of it. */
export interface Passed {
  readonly method: string;
  /** Path and query as they came. */
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

/** Why there is no answer, or only the beginning of one. */
export interface Unanswered {
  readonly failed: string;
  readonly begun?: Answer;
}

/** What came of an answer, if anything did. */
export function receivedIn(answer: Passed["answer"]): Answer | undefined {
  return "failed" in answer ? answer.begun : answer;
}

/** Larger bodies pass, and are not judged. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** What belongs to one connection, not to the message (RFC 9110, section 7.6.1). How a body is framed is kept. */
const ofConnection = /^(connection|keep-alive|proxy-.*|te|trailer|upgrade|expect)$/i;

/** A request as it is sent on. */
export interface Onward {
  /** Path and query. */
  readonly target: string;
  readonly headers: Pairs;
  /** The host that the provider is called by, where that is not its own. */
  readonly host?: string | undefined;
}

interface ForwardOptions {
  readonly base: URL;
  readonly now: () => number;
  /** What is sent on in place of what came; the same, if not said. */
  readonly change?: (came: Onward) => Onward;
  /** Tells the consumer that there is no answer; status 502 does, if not said. */
  readonly refuse?: (outgoing: ServerResponse) => void;
}

/** Hands a request on to a provider, and its answer back; nothing where the consumer went away before it had it. */
export async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { base, now, change = (came) => came, refuse }: ForwardOptions,
): Promise<Passed | undefined> {
  const { method = "GET", url: target = "/" } = incoming;
  const startedAt = now();
  const headers = pairsOf(incoming.rawHeaders);
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
    const response = await answered();
    const received = createKept();
    const answer = { status: response.statusCode ?? 0, reason: response.statusMessage ?? "" };
    const answerHeaders = pairsOf(response.rawHeaders);
    begun = () => ({ ...answer, headers: answerHeaders, ...received.kept() });
    // Where it is the answer that breaks off, the connection to the consumer is closed after it.
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
        .end(`Cannot hand it on to ${base.origin}: ${failed}\n`);
    return passed({ failed });
  }

  function answered(): Promise<IncomingMessage> {
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

function endToEnd(headers: Pairs): Pairs {
  const named = headers
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()));
  return headers.filter(([name]) => !ofConnection.test(name) && !named.includes(name.toLowerCase()));
}

/** A stream that keeps what goes through it, as long as that is not too much. */
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
