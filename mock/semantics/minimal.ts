import type { ResponseWriter } from "../calls/response-writer.ts";
import type { CarryOut } from "../calls/carry-out.ts";
import type { Operation } from "../../contracts/index.ts";
import { readPreferences, writePreference } from "./prefer.ts";

/** Whether an operation that writes may leave out the body of its answer: it documents 204 beside one that has a body. */
export function mayBeMinimal({ safe, responses }: Operation): boolean {
  const hasBody = responses.some(({ status, content }) => status.startsWith("2") && content.length > 0);
  return !safe && hasBody && responses.some(({ status }) => status === "204");
}

/** Leaves out the body for who prefers so (RFC 7240, section 4.2); what the headers tell stays. */
export function minimal(writer: ResponseWriter, next: CarryOut): CarryOut {
  return async (call) => {
    const response = await next(call);
    const { prefer } = call.request.headers;
    if (prefer === undefined || "refused" in response || response.body.length === 0) return response;
    if (readPreferences(prefer).get("return") !== "minimal") return response;
    const { location, etag } = response.headers;
    return writer.bare(204, {
      ...(location !== undefined && { location }),
      ...(etag !== undefined && { etag }),
      "preference-applied": writePreference("return", "minimal"),
    });
  };
}
