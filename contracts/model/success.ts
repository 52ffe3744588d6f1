import type { MediaType, Operation, Response } from "./contract.ts";

/** Successful response that a document describes for an operation, and its status code. */
export interface Success {
  readonly status: number;
  /** Absent if the document describes no successful response. */
  readonly response?: Response;
}

/** Description of a success that changed nothing: "204: The page did not exist", beside "205: The page was deleted". */
const nothingDone =
  /\b(did|does|do|was|were|is|are|has|have) ?n[o']t\b|\balready\b|\bunchanged\b|\b(no|nothing) (change|was|has|to)/i;

/**
 * Returns the successful response of an operation: the preferred status (201 or 204) or the lowest documented 2xx or 3xx
 * status, otherwise `default` with 200, otherwise a bare 200. A 200 without a body gives way to 204. Where others are
 * documented, it is none that says that nothing was done.
 */
export function chooseSuccess(operation: Operation, preferred?: 201 | 204): Success {
  const candidates = operation.responses
    .filter((response) => /^[23]/.test(response.status))
    .map((response) => ({ status: Number(response.status.replaceAll("X", "0")), response }))
    .toSorted((one, other) => one.status - other.status);
  // A 201 has created something: "The page did not exist, and was created".
  const effective = candidates.filter(
    ({ status, response }) => status === 201 || !nothingDone.test(response.description),
  );
  const usable = effective.length > 0 ? effective : candidates;
  const [lowest] = usable;
  const isEmpty = lowest?.status === 200 && lowest.response.content.length === 0;
  const wanted = preferred ?? (isEmpty ? 204 : undefined);
  const success = usable.find(({ status }) => status === wanted) ?? lowest;
  if (success) return success;
  const fallback = operation.responses.find((response) => response.status === "default");
  if (fallback) return { status: 200, response: fallback };
  return { status: 200 };
}

/** Returns the response that documents a status: the exact status, its range, or `default`. */
export function findResponse(operation: Operation, status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const findByStatus = (name: string): Response | undefined =>
    operation.responses.find((response) => response.status === name);
  return findByStatus(String(status)) ?? findByStatus(range) ?? findByStatus("default");
}

/** Returns true for JSON media types, with or without parameters: application/json, text/json and "+json" types. */
export function isJson(name: string): boolean {
  const end = name.indexOf(";");
  const mediaType = end < 0 ? name : name.slice(0, end).trimEnd();
  return mediaType === "application/json" || mediaType.endsWith("+json") || mediaType === "text/json";
}

/** Returns the JSON media type of a body, or a wildcard media type that includes JSON. */
export function findJsonMedia(content: readonly MediaType[]): MediaType | undefined {
  return (
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content.find(({ mediaType }) => mediaType === "*/*" || mediaType === "application/*")
  );
}
