import { numberIn, whole } from "./parameters.ts";
import type { CallFault } from "./fault.ts";

export interface Truncated {
  readonly id: "truncated";
  /** Bytes of the body that are sent, never all of them. Default: half of the body. */
  readonly bytes?: number;
}

/** Closes the connection in the middle of a body whose full length was announced. */
export const truncated: CallFault<Truncated> = {
  id: "truncated",
  affects: "calls",
  usage: ["truncated, truncated=100", "the connection ends after half of the body, or so many bytes"],
  parameters: { bytes: whole(0) },
  read(text) {
    if (text === undefined) return {};
    const bytes = numberIn(text);
    return bytes === undefined ? undefined : { bytes };
  },
  change(response, { setting: { bytes }, request }) {
    const { length } = response.body;
    if (length === 0 || request.method === "HEAD") return undefined;
    const cut = Math.min(bytes ?? Math.floor(length / 2), length - 1);
    return { ...response, transport: { ...response.transport, cut } };
  },
};
