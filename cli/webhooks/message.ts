import { isUtf8 } from "node:buffer";
import { type KeyObject, randomBytes } from "node:crypto";
import { ToolError } from "../../contracts/index.ts";
import { sign } from "../../contracts/signatures/index.ts";
import { containsDelivery, readDeliveries, listHeaderValues, withoutMasked } from "../../conformance/index.ts";
import { exampleEvent } from "./event.ts";

type Pairs = readonly (readonly [name: string, value: string])[];

/** Message to send. Its attempts only differ in their timestamps and signatures. */
export interface Message {
  readonly id: string;
  readonly body: Uint8Array;
  /** All headers except the signature. */
  readonly headers: Pairs;
  /** True if a saved delivery is sent unchanged. */
  readonly isAsSaved: boolean;
}

/** Input for a message. */
export interface MessageOptions {
  /** File with a body or a saved delivery. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  /** Event type of the example. */
  readonly event: string;
  readonly organization: string | undefined;
  readonly id: string | undefined;
  /** True if there is a key for signing. */
  readonly isSigned: boolean;
}

/** Message from a saved delivery, a body, or an example. */
export async function loadMessage({ file, event, organization, id, isSigned }: MessageOptions): Promise<Message> {
  if (!file) {
    const body = await exampleEvent(event, { now: Date.now(), id: `evt_${generateMessageId()}`, organization });
    return { id: id ?? `msg_${generateMessageId()}`, body, headers: [json], isAsSaved: false };
  }
  if (!containsDelivery(file.bytes))
    return {
      id: id ?? `msg_${generateMessageId()}`,
      body: file.bytes,
      headers: [detectContentType(file.bytes)],
      isAsSaved: false,
    };
  const [saved, ...others] = readDeliveries(file.bytes, file.name);
  if (!saved || others.length > 0)
    throw new ToolError(
      "unreadable-delivery",
      `Cannot send "${file.name}": it contains ${others.length + 1} deliveries`,
      {
        hint: "Give a file with one delivery",
      },
    );
  const headers = withoutMasked(saved.headers);
  const [savedId = ""] = listHeaderValues(saved, "webhook-id");
  if (!isSigned) return { id: savedId, body: saved.body, headers, isAsSaved: true };
  const rest = headers.filter(([name]) => !/^webhook-(id|timestamp|signature)$/i.test(name));
  return { id: id ?? savedId, body: saved.body, headers: rest, isAsSaved: false };
}

const json = ["content-type", "application/json"] as const;

/** Content-Type header of a body: JSON if it can be parsed, else text or bytes. */
function detectContentType(body: Uint8Array): readonly [name: string, value: string] {
  try {
    JSON.parse(Buffer.from(body).toString());
    return json;
  } catch {
    return ["content-type", isUtf8(body) ? "text/plain; charset=utf-8" : "application/octet-stream"];
  }
}

function generateMessageId(): string {
  return randomBytes(12).toString("hex");
}

/** Keys for signing a message. */
export interface SigningKeys {
  readonly secret?: string;
  readonly privateKey?: KeyObject;
}

/**
 * Headers of an attempt at this time, in Unix seconds.
 * @throws ToolError "usage" if the id or the time is invalid.
 */
export function signHeaders(message: Message, timestamp: number, keys: SigningKeys): Pairs {
  const { id, body, headers, isAsSaved } = message;
  if (isAsSaved) return headers;
  try {
    return [...headers, ...Object.entries(sign({ id, timestamp, body, ...keys }))];
  } catch (cause) {
    throw new ToolError("usage", (cause as Error).message, { hint: "See: concord webhooks send --help", cause });
  }
}
