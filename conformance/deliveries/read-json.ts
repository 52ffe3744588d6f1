import { type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import type { SavedDelivery } from "./delivery.ts";

type Pairs = SavedDelivery["headers"];

/**
 * Reads deliveries from JSON: output of `listen`, the delivery log of the mock (one for each attempt), vectors, and
 * requests in the format of cloud functions (`isBase64Encoded`). Returns a sentence if there are none.
 */
export function readJson(value: Json): readonly SavedDelivery[] | string {
  const all = listLogEntries(value);
  const read = all.map((entry, index) => readLogEntry(entry, all.length > 1 ? String(index + 1) : undefined));
  const fault = read.find((one) => typeof one === "string");
  const deliveries = read.filter((one) => typeof one !== "string").flat();
  return fault ?? (deliveries.length > 0 ? deliveries : "it has no deliveries");
}

function listLogEntries(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  const list = isObject(value) && (value["deliveries"] ?? value["vectors"]);
  if (Array.isArray(list)) return list as readonly Json[];
  return [value];
}

function readLogEntry(value: Json, place: string | undefined): readonly SavedDelivery[] | string {
  if (!isObject(value)) return "it is not an object with headers and a body";
  const { attempts, event } = value;
  if (Array.isArray(attempts) && isObject(event ?? null)) return readAttempts(value, attempts as readonly Json[]);
  const headers = readHeaderPairs(value["headers"] ?? null);
  if (!headers) return "it has no headers: a list of pairs, or an object";
  const body = readLogBody(value);
  if (typeof body === "string") return body;
  const { now, receivedAt, target, toleranceSeconds, ...rest } = value;
  const name = readOptionalText(value["name"]) ?? place;
  const [secret, publicKey] = [readOptionalText(rest["secret"]), readOptionalText(rest["publicKey"])];
  const received = typeof now === "number" ? now * 1000 : Date.parse(readOptionalText(receivedAt) ?? "");
  return [
    {
      headers,
      body,
      ...(name !== undefined && { name }),
      ...(typeof target === "string" && { target }),
      ...(!Number.isNaN(received) && { receivedAt: received }),
      ...(secret !== undefined && { secret }),
      ...(publicKey !== undefined && { publicKey }),
      ...(typeof toleranceSeconds === "number" && { toleranceSeconds }),
      ...(isVerdicts(rest["expected"]) && { expected: rest["expected"] }),
    },
  ];
}

/** Deliveries of a log entry, which has the event as body, and headers for each attempt. */
function readAttempts({ id, event }: JsonObject, attempts: readonly Json[]): readonly SavedDelivery[] {
  const body = Buffer.from(JSON.stringify(event));
  return attempts.flatMap((attempt, index) => {
    const headers = isObject(attempt) ? readHeaderPairs(attempt["headers"] ?? null) : undefined;
    if (!headers?.some(([name]) => name.toLowerCase() === "webhook-id")) return [];
    const receivedAt = Date.parse(String((attempt as JsonObject)["time"]));
    const name = `${String(id)}, attempt ${index + 1}`;
    return [{ name, headers, body, ...(!Number.isNaN(receivedAt) && { receivedAt }) }];
  });
}

function readHeaderPairs(value: Json): Pairs | undefined {
  if (Array.isArray(value)) {
    const pairs = value as readonly Json[];
    if (pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isTextValue)))
      return pairs as unknown as Pairs;
    return undefined;
  }
  if (!isObject(value)) return undefined;
  return Object.entries(value).flatMap(([name, given]) =>
    (Array.isArray(given) ? (given as readonly Json[]) : [given]).map((one) => [name, String(one)] as const),
  );
}

/** Body in base64, or as text if marked so. */
function readLogBody({ body, isBase64Encoded }: JsonObject): Uint8Array | string {
  if (body !== undefined && typeof body !== "string")
    return "its body was parsed: a signature is over the bytes as they were received";
  if (isBase64Encoded === false) return Buffer.from(body ?? "");
  const bytes = Buffer.from(body ?? "", "base64");
  if (bytes.toString("base64") === (body ?? "")) return bytes;
  return 'its body is not in base64; one that is text goes with "isBase64Encoded": false';
}

function isVerdicts(value: Json | undefined): value is Readonly<Record<string, string>> {
  return isObject(value ?? null) && Object.values(value as JsonObject).every(isTextValue);
}

function readOptionalText(value: Json | undefined): string | undefined {
  return isTextValue(value) ? value : undefined;
}

function isTextValue(value: Json | undefined): value is string {
  return typeof value === "string";
}
