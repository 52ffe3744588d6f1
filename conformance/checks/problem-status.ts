import { isObject } from "../../contracts/index.ts";
import { jsonIn } from "../model/exchange.ts";
import { contentTypeOf } from "../model/media-of.ts";
import type { Check } from "./check.ts";

/** Check that problem details name the status code of their response (RFC 9457, section 3.1.2). */
export const problemStatus: Check = {
  id: "problem-status",
  claim: "Problem details name the status code of their response",
  appliesTo: ({ response }) => contentTypeOf(response) === "application/problem+json",
  judge({ response }) {
    const body = jsonIn(response);
    const named = isObject(body) ? body["status"] : undefined;
    // Without the member, or with one of another type, the schema decides.
    if (typeof named !== "number" || named === response.status) return [];
    const message = `The problem details say status ${named}, and the response has status ${response.status}`;
    return [{ key: String(response.status), message }];
  },
};
