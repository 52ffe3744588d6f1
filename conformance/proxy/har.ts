import { type FileHandle, open } from "node:fs/promises";
import { ToolError } from "../../contracts/index.ts";
import { type Archived, type ArchivedMessage, createHarEntry, harFrame } from "../../formats/index.ts";
import {
  maskCarried,
  maskText,
  maskedForm,
  maskHeadersExceptSignatures,
  maskedTarget,
} from "../../contracts/secrets/index.ts";
import { unpacked, joinHeaderValues, withoutHost } from "./content.ts";
import { type Message, type Passed, getReceivedAnswer } from "../target/forward.ts";

/** HTTP Archive (HAR 1.2) on disk that is valid after every exchange. */
export interface Har {
  add(passed: Passed): Promise<void>;
  close(): Promise<void>;
}

const { head, between, tail } = harFrame;

/**
 * Creates an archive.
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
      const text = (isEmpty ? "" : between) + JSON.stringify(createHarEntry(archived(passed, url)));
      const at = end;
      isEmpty = false;
      end += Buffer.byteLength(text);
      // The next entry overwrites this tail.
      return (last = last.then(() => handle.write(text + tail, at))) as Promise<never>;
    },
    async close() {
      await last.finally(() => handle.close());
    },
  };
}

/** Exchange with masked secrets. */
function archived(passed: Passed, url: string): Archived {
  const { method, target, startedAt, durationMs, request, answer } = passed;
  const received = getReceivedAnswer(answer);
  const mask = maskCarried(request.headers, received?.headers ?? []);
  const isForm = joinHeaderValues(request.headers, "content-type").includes("x-www-form-urlencoded");
  const toHarMessage = (message: Message): ArchivedMessage => {
    const content = unpacked(message);
    const text = content?.toString();
    const shown = text === undefined || !isForm || message !== request ? text : maskedForm(text);
    return {
      headers: maskHeadersExceptSignatures(withoutHost(message.headers)).map(([name, value]) => [name, mask(value)]),
      bytes: message.bytes,
      ...(content && { unpackedBytes: content.length }),
      ...(shown === undefined
        ? { comment: "The body is too large, or cannot be unpacked" }
        : { text: mask(maskText(shown, undefined)) }),
    };
  };
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    method,
    url: url + mask(maskedTarget(target)),
    request: toHarMessage(request),
    response: {
      ...(received
        ? { ...toHarMessage(received), status: received.status, reason: received.reason }
        : { headers: [], bytes: 0, status: 0 }),
      ...("failed" in answer && { comment: answer.failed }),
    },
  };
}
