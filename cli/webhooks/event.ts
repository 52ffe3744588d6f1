import { type JsonObject, isObject, loadPlatform } from "../../contracts/index.ts";

/** Values of an example event. */
export interface EventOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly id: string;
  readonly organization: string | undefined;
}

/** Body of a delivery of this event type: the example of the platform's contract, with these values. */
export async function exampleEvent(name: string, { now, id, organization }: EventOptions): Promise<Uint8Array> {
  const contracts = await loadPlatform();
  const webhooks = contracts.find(({ api }) => api === "webhooks")?.webhooks ?? [];
  const example = webhooks.flatMap(({ body }) => body?.content ?? [])[0]?.examples["default"];
  const event: JsonObject = isObject(example ?? null) ? (example as JsonObject) : {};
  const [type = name] = name.split(".");
  const payload = event["name"] === name ? {} : { payload: { service: type, target: { type, id: "1" } } };
  const time = new Date(now).toISOString().replace(".000Z", "Z");
  return Buffer.from(JSON.stringify({ ...event, id, name, time, ...(organization && { organization }), ...payload }));
}

/** Event type in a body. */
export function eventName(body: Uint8Array): string | undefined {
  try {
    const { name } = JSON.parse(Buffer.from(body).toString()) as { readonly name?: unknown };
    if (typeof name === "string") return name.slice(0, 100);
    return undefined;
  } catch {
    return undefined;
  }
}
