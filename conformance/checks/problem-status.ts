import { type Json, isJson, isObject } from "../../contracts/index.ts";
import { jsonIn } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";
import type { Check } from "./check.ts";

/** Names of members that hold a status code, in errors that are no problem details. */
const statusNames = ["statusCode", "status_code", "httpStatus", "http_status", "httpStatusCode", "http_status_code"];

/** Check that the body of an error names the status code of its response (for problem details: RFC 9457, section 3.1.2). */
export const problemStatus: Check = {
  id: "problem-status",
  claim: "The body of an error names the status code of its response",
  appliesTo: ({ response }) => isProblem(response) || (response.status >= 400 && isJson(getContentType(response))),
  judge({ response }) {
    const body = jsonIn(response);
    const named = isProblem(response) ? getFirstMember(body, ["status"]) : getFirstMember(body, statusNames);
    // Without the member, or with one of another type, the schema decides.
    if (typeof named !== "number" || named === response.status) return [];
    const speaker = isProblem(response) ? "The problem details say" : "The body of the error says";
    const message = `${speaker} status ${named}, and the response has status ${response.status}`;
    return [{ key: String(response.status), message }];
  },
};

function isProblem(response: Parameters<typeof getContentType>[0]): boolean {
  return getContentType(response) === "application/problem+json";
}

function getFirstMember(body: Json | undefined, names: readonly string[]): Json | undefined {
  const name = isObject(body) ? names.find((each) => Object.hasOwn(body, each)) : undefined;
  if (isObject(body) && name !== undefined) return body[name];
  return undefined;
}
