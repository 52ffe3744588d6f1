import { type Operation, isObject, findResponse } from "../../contracts/index.ts";
import { refusesSender } from "../target/access.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";

/** Kind of unsuccessful response: its status, or the reason why a success status does not count. */
export type ResponseFailure = number | "web-page" | "redirected" | "graphql-errors" | "endless" | "403-for-content";

/** Statuses that refuse a request for its form, its content or a precondition. They are no success, even if documented. */
const blamesRequest: ReadonlySet<number> = new Set([400, 405, 406, 409, 411, 412, 413, 414, 415, 417, 422, 428, 431]);

/** Kind of failure of a response. Undefined for a success. */
export function classifyResponse({ request, response }: Exchange, operation: Operation): ResponseFailure | undefined {
  const { status } = response;
  const documented = findResponse(operation, status);
  if (status >= 200 && status < 300) {
    if (isUndocumentedPage(response, documented?.content ?? [])) return "web-page";
    if (isGraphqlRefusal(request, response)) return "graphql-errors";
    return undefined;
  }
  if (status === 304) return undefined;
  const isDocumented = documented !== undefined && documented.status !== "default";
  if (status >= 300 && status < 400) return isDocumented ? undefined : "redirected";
  const hasSuccess = operation.responses.some((each) => /^([23]|default)/.test(each.status));
  if (!hasSuccess && isDocumented && !refusesSender(response) && !blamesRequest.has(status)) return undefined;
  if (status === 403 && !refusesSender(response)) return "403-for-content";
  return status;
}

/** True if a response is an undocumented web page, such as a login form. */
function isUndocumentedPage(
  response: Exchange["response"],
  content: readonly { readonly mediaType: string }[],
): boolean {
  const type = getContentType(response);
  if (type !== "text/html" && type !== "application/xhtml+xml") return false;
  const isAllowed = content.some(({ mediaType }) => mediaType === type || mediaType.includes("*"));
  return !isAllowed && /<html[\s>]|<!doctype html/i.test(response.body.slice(0, 2000));
}

/** True if a GraphQL response has errors and no data. */
function isGraphqlRefusal(request: Exchange["request"], response: Exchange["response"]): boolean {
  const [sent, answer] = [jsonIn(request), jsonIn(response)];
  if (!isObject(sent) || typeof sent["query"] !== "string" || !isObject(answer)) return false;
  return Array.isArray(answer["errors"]) && (answer["data"] ?? null) === null;
}
