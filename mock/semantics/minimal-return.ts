import type { ResponseWriter } from "../calls/response-writer.ts";
import type { CarryOut } from "../calls/carry-out.ts";
import { type Operation, omitUndefined } from "../../contracts/index.ts";
import { readPreferences, writePreference } from "./prefer.ts";

/** True if a writing operation documents 204 as well as a success with a body. */
export function documentsMinimalReturn({ safe, responses }: Operation): boolean {
  const hasBody = responses.some(({ status, content }) => status.startsWith("2") && content.length > 0);
  return !safe && hasBody && responses.some(({ status }) => status === "204");
}

/** Responds with 204 to `Prefer: return=minimal` (RFC 7240, section 4.2). Keeps Location and ETag. */
export function withMinimalReturn(writer: ResponseWriter, next: CarryOut): CarryOut {
  return async (call) => {
    const response = await next(call);
    const { prefer } = call.request.headers;
    if (prefer === undefined || "refused" in response || response.body.length === 0) return response;
    if (readPreferences(prefer).get("return") !== "minimal") return response;
    const { location, etag } = response.headers;
    return writer.bare(
      204,
      omitUndefined({
        location,
        etag,
        "preference-applied": writePreference("return", "minimal"),
      }),
    );
  };
}
