import type { Dispatcher } from "undici";
import { isStreamingMediaType } from "../../contracts/index.ts";
import type { WireRequest, WireResponse } from "../model/exchange.ts";
import { decodeContent } from "./content-codings.ts";
import { MAX_BODY, readStreamBeginning, readBytes } from "./read-body.ts";
import { timed } from "./timed.ts";
import { Endless, Unfinished } from "./unfinished.ts";
import { checkSendable } from "./unsendable.ts";

/** Writes a request to the socket and reads its response, until the signal ends it. */
export type Transmit = (request: WireRequest, ending: AbortSignal | undefined) => Promise<WireResponse>;

interface TransmitOptions {
  readonly origin: string;
  /** Path of the base URL, without a slash at its end. */
  readonly prefix: string;
  /** Headers that every request has, unless it sets them itself. */
  readonly fixedHeaders: Readonly<Record<string, string>>;
  readonly dispatcher: Dispatcher;
  /** Measures the time of each response. */
  readonly isTimed: boolean;
}

/** Limit of a response body after one that did not end, in milliseconds. */
const MAX_LATER_MS = 5_000;

export function createTransmit({ origin, prefix, fixedHeaders, dispatcher, isTimed }: TransmitOptions): Transmit {
  const clock = isTimed ? timed(dispatcher) : undefined;
  const sender = clock?.dispatcher ?? dispatcher;
  let maxBodyMs = MAX_BODY.ms;
  return async ({ method, path, headers: ownHeaders, body = null }, ending) => {
    const headers = { ...fixedHeaders, ...ownHeaders };
    checkSendable({ method, path, headers });
    const options = { origin, method: method as "GET", path: prefix + path, headers, body, signal: ending ?? null };
    const answer = await sender.request(options);
    const begun = { status: answer.statusCode, headers: joinedHeaders(answer.headers) };
    if (isStreamingMediaType(begun.headers["content-type"]?.toLowerCase() ?? ""))
      return { ...begun, body: await readStreamBeginning(answer.body) };
    const bytes = await readBytes(answer.body, maxBodyMs, (part, error) => {
      // An aborted request keeps its original error.
      if (ending?.aborted) return;
      if (error instanceof Endless) maxBodyMs = MAX_LATER_MS;
      throw new Unfinished({ ...begun, body: part }, error);
    });
    const milliseconds = clock?.since(options);
    const time = milliseconds === undefined ? {} : { milliseconds };
    const decoded = decodeContent(bytes, begun.headers["content-encoding"]);
    if ("body" in decoded) return { ...begun, body: decoded.body.toString(), ...time };
    return { ...begun, body: bytes.toString(), unread: decoded.unread, ...time };
  };
}

function joinedHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    joined[name] = Array.isArray(value) ? value.join(", ") : String(value);
  return joined;
}
