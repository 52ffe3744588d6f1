import { isUtf8 } from "node:buffer";
import { type KeyObject, randomBytes } from "node:crypto";
import { ToolError } from "../../contracts/index.ts";
import { sign } from "../../contracts/signatures/index.ts";
import { holdsDelivery, readDeliveries, valuesOf, withoutMasked } from "../../conformance/index.ts";
import { exampleEvent } from "./event.ts";

type Pairs = readonly (readonly [name: string, value: string])[];

/** What is sent: its attempts differ in when they are signed. */
export interface Message {
  readonly id: string;
  readonly body: Uint8Array;
  /** Those beside the body's type and the signature. */
  readonly headers: Pairs;
  /** Set where it is sent as it was saved. */
  readonly isAsSaved: boolean;
}

export interface MessageOptions {
  /** What a file holds: a body, or a delivery that was saved. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  /** An event type. */
  readonly event: string;
  readonly organization: string | undefined;
  readonly id: string | undefined;
  /** Whether there is something to sign with. */
  readonly isSigned: boolean;
}

/** The message that is meant: a saved one where that is what the file holds, a body, or an example. */
export async function messageOf({ file, event, organization, id, isSigned }: MessageOptions): Promise<Message> {
  if (!file) {
    const body = await exampleEvent(event, { now: Date.now(), id: `evt_${newId()}`, organization });
    return { id: id ?? `msg_${newId()}`, body, headers: [json], isAsSaved: false };
  }
  if (!holdsDelivery(file.bytes))
    return { id: id ?? `msg_${newId()}`, body: file.bytes, headers: [typeOf(file.bytes)], isAsSaved: false };
  const [saved, ...others] = readDeliveries(file.bytes, file.name);
  if (!saved || others.length > 0)
    throw new ToolError("unreadable-delivery", `Cannot send "${file.name}": it holds ${others.length + 1} deliveries`, {
      hint: "Give a file with one",
    });
  const headers = withoutMasked(saved.headers);
  const [savedId = ""] = valuesOf(saved, "webhook-id");
  if (!isSigned) return { id: savedId, body: saved.body, headers, isAsSaved: true };
  const rest = headers.filter(([name]) => !/^webhook-(id|timestamp|signature)$/i.test(name));
  return { id: id ?? savedId, body: saved.body, headers: rest, isAsSaved: false };
}

const json = ["content-type", "application/json"] as const;

/** What a body of a file is: JSON where it reads as that. */
function typeOf(body: Uint8Array): readonly [name: string, value: string] {
  try {
    JSON.parse(Buffer.from(body).toString());
    return json;
  } catch {
    return ["content-type", isUtf8(body) ? "text/plain; charset=utf-8" : "application/octet-stream"];
  }
}

function newId(): string {
  return randomBytes(12).toString("hex");
}

export interface SigningKeys {
  readonly secret?: string;
  readonly privateKey?: KeyObject;
}

/**
 * The headers of an attempt that is made at this time, in Unix seconds.
 * @throws ToolError "usage" where that id or time cannot be signed.
 */
export function headersAt(message: Message, timestamp: number, keys: SigningKeys): Pairs {
  const { id, body, headers, isAsSaved } = message;
  if (isAsSaved) return headers;
  try {
    return [...headers, ...Object.entries(sign({ id, timestamp, body, ...keys }))];
  } catch (cause) {
    throw new ToolError("usage", (cause as Error).message, { hint: "See: concord webhooks send --help", cause });
  }
}
