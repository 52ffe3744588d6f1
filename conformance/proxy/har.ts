import { type FileHandle, open } from "node:fs/promises";
import { ToolError, readQuery } from "../../contracts/index.ts";
import { maskedHeaders, maskedTarget } from "../deliveries/mask.ts";
import { byName, textOf } from "./content.ts";
import type { Message, Passed } from "./forward.ts";
import { maskOf, maskedForm } from "./secrets.ts";

/** An HTTP Archive (HAR 1.2) on disk, that is whole after every exchange. */
export interface Har {
  add(passed: Passed): Promise<void>;
  close(): Promise<void>;
}

const head = '{"log":{"version":"1.2","creator":{"name":"concord","version":"1"},"entries":[\n';
const tail = "\n]}}\n";

/**
 * Begins an archive.
 * @throws ToolError "unwritable-output".
 */
export async function createHar(file: string, url: string): Promise<Har> {
  const handle: FileHandle = await open(file, "w").catch((error: unknown) => {
    throw new ToolError("unwritable-output", `Cannot write "${file}": ${(error as Error).message}`, {
      at: { file },
      cause: error,
    });
  });
  let end = Buffer.byteLength(head);
  let isEmpty = true;
  let last: Promise<unknown> = handle.write(head + tail, 0);
  return {
    add(passed) {
      const text = (isEmpty ? "" : ",\n") + JSON.stringify(entryOf(passed, url));
      const at = end;
      isEmpty = false;
      end += Buffer.byteLength(text);
      // The next begins where the tail of this one is.
      return (last = last.then(() => handle.write(text + tail, at))) as Promise<never>;
    },
    async close() {
      await last.finally(() => handle.close());
    },
  };
}

/** One exchange, secrets masked. */
function entryOf(passed: Passed, url: string): object {
  const { method, target, startedAt, durationMs, request, answer } = passed;
  const mask = maskOf(passed);
  const path = mask(maskedTarget(target));
  const headersOf = ({ headers }: Message): object[] =>
    maskedHeaders(headers).map(([name, value]) => ({ name, value: mask(value) }));
  const sent = byName(request.headers);
  const isForm = sent["content-type"]?.includes("x-www-form-urlencoded") === true;
  const textIn = (message: Message): { readonly text: string; readonly comment?: string } => {
    const text = textOf(message);
    return text === undefined
      ? { text: "", comment: "The body is too large, or cannot be unpacked" }
      : { text: mask(message === request && isForm ? maskedForm(text) : text) };
  };
  const response = "failed" in answer ? { status: 0, reason: "", headers: [], bytes: 0 } : answer;
  const received = byName(response.headers);
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      url: url + path,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(request),
      queryString: readQuery(path.split("?")[1] ?? "").map(([name, value]) => ({ name, value })),
      ...(request.bytes > 0 && { postData: { mimeType: sent["content-type"] ?? "", ...textIn(request) } }),
      headersSize: -1,
      bodySize: request.bytes,
    },
    response: {
      status: response.status,
      statusText: response.reason,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(response),
      content: { size: response.bytes, mimeType: received["content-type"] ?? "", ...textIn(response) },
      redirectURL: mask(received["location"] ?? ""),
      headersSize: -1,
      bodySize: response.bytes,
      ...("failed" in answer && { comment: answer.failed }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}
