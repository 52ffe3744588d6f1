import { type Json, ToolError } from "../../contracts/index.ts";
import type { SavedDelivery } from "./delivery.ts";
import { readHttp } from "./read-http.ts";
import { readJson } from "./read-json.ts";

/**
 * Reads the deliveries of a file: one HTTP request, or JSON with any number, also one on each line.
 * @throws ToolError "unreadable-delivery".
 */
export function readDeliveries(bytes: Uint8Array, source: string): readonly SavedDelivery[] {
  const text = Buffer.from(bytes).toString();
  const value = /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  const request = value === undefined ? readHttp(bytes) : undefined;
  const read = value === undefined ? (typeof request === "object" ? [request] : request) : readJson(value);
  if (typeof read === "object") return read;
  throw new ToolError("unreadable-delivery", `Cannot read a delivery from "${source}": ${read}`, {
    hint: "Give an HTTP request (headers, an empty line, the body), or JSON as written by concord webhooks listen --save",
  });
}

/** True if a file contains deliveries, not only a body. */
export function containsDelivery(bytes: Uint8Array): boolean {
  try {
    return readDeliveries(bytes, "").every(({ headers }) => headers.some(([name]) => /^webhook-id$/i.test(name)));
  } catch {
    return false;
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return parsedLines(text);
  }
}

function parsedLines(text: string): Json | undefined {
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Json);
  } catch {
    return undefined;
  }
}
