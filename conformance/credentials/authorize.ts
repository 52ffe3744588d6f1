import type { WireRequest } from "../model/exchange.ts";
import type { Operation, SecurityRequirement, SecurityScheme } from "../../contracts/index.ts";

/** Value of a security scheme. Undefined if there is none. */
export type SchemeValue = (scheme: SecurityScheme) => string | undefined;

/** Request with the credentials that its operation requires. The token serves every security scheme. */
export function authorize(operation: Operation, request: WireRequest, token: string): WireRequest {
  return authorizeBySchemes(operation, request, () => token);
}

/**
 * Request with the credentials of the smallest requirement whose schemes all have a value, of the preferred ones if
 * there are any. Without such a requirement, the request is unchanged.
 */
export function authorizeBySchemes(
  { security }: Pick<Operation, "security">,
  request: WireRequest,
  valueOf: SchemeValue,
  isPreferred: (scheme: SecurityScheme) => boolean = () => false,
): WireRequest {
  const possible = security.filter((schemes) => schemes.every((scheme) => valueOf(scheme) !== undefined));
  const preferred = possible.filter((schemes) => schemes.every(isPreferred));
  const requirement = cheapestRequirement(preferred.length > 0 ? preferred : possible);
  return (requirement ?? []).reduce(
    (authorized, scheme) => withCredential(authorized, scheme, valueOf(scheme) as string),
    request,
  );
}

/** Request with an Authorization header that has a scheme but no token. Undefined for API keys and combined schemes. */
export function withSchemeAlone({ security }: Operation, request: WireRequest): WireRequest | undefined {
  const requirement = cheapestRequirement(security) ?? [];
  const [first, ...others] = requirement;
  if (!first || others.length > 0 || first.type === "apiKey") return undefined;
  return { ...request, headers: { ...request.headers, authorization: toSchemeWord(first) } };
}

/** Scheme name in the Authorization header: "Basic", or "Token" for the scheme "token". */
function toSchemeWord({ type, scheme = "" }: { readonly type: string; readonly scheme?: string | undefined }): string {
  if (type === "http" && scheme !== "") return scheme.charAt(0).toUpperCase() + scheme.slice(1);
  return "Bearer";
}

/** Security requirement with the fewest schemes. Undefined if the operation has no requirements. */
export function cheapestRequirement(security: readonly SecurityRequirement[]): SecurityRequirement | undefined {
  return security.toSorted((one, other) => one.length - other.length)[0];
}

function withCredential(
  request: WireRequest,
  { type, scheme, in: place, parameter = "" }: SecurityScheme,
  token: string,
): WireRequest {
  const addHeader = (name: string, value: string): WireRequest => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  });
  if (type === "apiKey" && place === "header") return addHeader(parameter.toLowerCase(), token);
  if (type === "apiKey" && place === "cookie") {
    const otherCookies = (request.headers["cookie"] ?? "").split(/;\s*/).filter((pair) => isAnother(pair, parameter));
    return addHeader("cookie", [...otherCookies, `${parameter}=${token}`].join("; "));
  }
  if (type === "apiKey") {
    const [path, query = ""] = request.path.split("?", 2);
    const otherParameters = query.split("&").filter((pair) => isAnother(pair, encodeURIComponent(parameter)));
    const tokenParameter = `${encodeURIComponent(parameter)}=${encodeURIComponent(token)}`;
    return { ...request, path: `${path}?${[...otherParameters, tokenParameter].join("&")}` };
  }
  // Basic credentials are "user:password" (RFC 7617, section 2). A token without a colon is a user with no password.
  const pair = token.includes(":") ? token : `${token}:`;
  if (scheme === "basic") return addHeader("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  return addHeader("authorization", `${toSchemeWord({ type, scheme })} ${token}`);
}

/** True if a query or cookie pair is not empty and has a name other than the given one. */
function isAnother(pair: string, name: string): boolean {
  return pair !== "" && pair.split("=", 1)[0] !== name;
}
