import { type Json, ToolError } from "../../contracts/index.ts";
import type { SavedDelivery } from "./delivery.ts";
import { readJson } from "./read-json.ts";

const requestLine = /^[A-Z]+ (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const headerLine = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*?)[ \t]*$/;

/**
 * Reads a request in HTTP/1.1 format: an optional request line, headers, an empty line, and the body byte by byte.
 * Lines end with CRLF or LF. Returns a sentence if the format is wrong.
 */
function readHttp(bytes: Uint8Array): SavedDelivery | string {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.trim() === "") return "it is empty";
  const end = /\r?\n\r?\n/.exec(text);
  const lines = (end ? text.slice(0, end.index) : text.trimEnd()).split(/\r?\n/);
  const [, target] = requestLine.exec(lines[0] ?? "") ?? [];
  const headers: [string, string][] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 && target !== undefined) continue;
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return `line ${index + 1} is not a header`;
    headers.push([name, value]);
  }
  if (headers.length === 0) return "it has no headers";
  const rest = end ? bytes.subarray(end.index + end[0].length) : new Uint8Array();
  return { ...(target !== undefined && { target }), headers, ...cutBody(rest, headers) };
}

/** Body in the length of Content-Length, because editors add a newline at the end of a file. */
function cutBody(rest: Uint8Array, headers: SavedDelivery["headers"]): Pick<SavedDelivery, "body" | "notes"> {
  const [, said = ""] = headers.find(([name]) => name.toLowerCase() === "content-length") ?? [];
  if (!/^\d+$/.test(said) || Number(said) === rest.length) return { body: rest };
  const [more, less] = [rest.length - Number(said), Number(said) - rest.length];
  if (more > 0)
    return {
      body: rest.subarray(0, Number(said)),
      notes: [`The file has ${formatByteCount(more)} more than Content-Length says: they are left out`],
    };
  return {
    body: rest,
    notes: [
      `The body has ${formatByteCount(less)} less than Content-Length says: it was cut, or its line ends were changed`,
    ],
  };
}

function formatByteCount(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}

/**
 * Reads the deliveries of a file: one HTTP request, or JSON with any number, also one on each line.
 * @throws ToolError "unreadable-delivery".
 */
export function readDeliveries(bytes: Uint8Array, source: string): readonly SavedDelivery[] {
  const text = Buffer.from(bytes).toString();
  const value = /^\s*[[{]/.test(text) ? parseJsonOrLines(text) : undefined;
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

function parseJsonOrLines(text: string): Json | undefined {
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
