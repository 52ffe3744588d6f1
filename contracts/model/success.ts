import type { MediaType, Operation, Response } from "./contract.ts";

/** The response that tells of success, and the status it is sent with. */
export interface Success {
  readonly status: number;
  /** Nothing where the document describes no success at all. */
  readonly response?: Response;
}

/**
 * How an operation succeeds: its usual 2xx status (201 for what is created, 204 for what is
 * deleted, else the lowest), or `default`, or a redirect. A document that has none of them leaves
 * a bare 200.
 */
export function successOf(operation: Operation, preferred?: 201 | 204): Success {
  const candidates = operation.responses
    .filter((response) => /^[23]/.test(response.status))
    .map((response) => ({ status: Number(response.status.replaceAll("X", "0")), response }))
    .toSorted((one, other) => one.status - other.status);
  const chosen = candidates.find(({ status }) => status === preferred) ?? candidates[0];
  if (chosen) return chosen;
  const fallback = operation.responses.find((response) => response.status === "default");
  return fallback ? { status: 200, response: fallback } : { status: 200 };
}

/** The response that documents a status: its own, its range, or `default`. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const find = (name: string): Response | undefined => operation.responses.find((response) => response.status === name);
  return find(String(status)) ?? find(range) ?? find("default");
}

/** Whether a media type holds JSON: application/json, or a "+json" one. */
export function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || mediaType.endsWith("+json") || mediaType === "text/json";
}

/** The JSON form of some content; a wildcard type counts as one. */
export function jsonOf(content: readonly MediaType[]): MediaType | undefined {
  return (
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content.find(({ mediaType }) => mediaType === "*/*" || mediaType === "application/*")
  );
}
