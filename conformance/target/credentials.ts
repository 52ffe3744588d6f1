import type { WireRequest } from "../model/wire-message.ts";
import type { Operation, SecurityRequirement, SecurityScheme } from "../../contracts/index.ts";

/** A request with the credentials that its operation needs; a token stands for whatever a scheme asks for. */
export function authorize({ security }: Operation, request: WireRequest, token: string): WireRequest {
  const requirement = cheapestRequirement(security) ?? [];
  return requirement.reduce((authorized, scheme) => withCredential(authorized, scheme, token), request);
}

/** The same with the scheme in the header and no token after it; nothing where credentials travel in another way. */
export function withSchemeAlone({ security }: Operation, request: WireRequest): WireRequest | undefined {
  const requirement = cheapestRequirement(security) ?? [];
  const [first, ...others] = requirement;
  if (!first || others.length > 0 || first.type === "apiKey") return undefined;
  return { ...request, headers: { ...request.headers, authorization: wordOf(first) } };
}

/** The word that goes before a token in the header Authorization: "Basic", or "Token" for the scheme "token". */
function wordOf({ type, scheme = "" }: { readonly type: string; readonly scheme?: string | undefined }): string {
  return type === "http" && scheme !== "" ? scheme.charAt(0).toUpperCase() + scheme.slice(1) : "Bearer";
}

/** The requirement with the fewest schemes; none where no credentials are needed. */
export function cheapestRequirement(security: readonly SecurityRequirement[]): SecurityRequirement | undefined {
  return security.toSorted((one, other) => one.length - other.length)[0];
}

function withCredential(
  request: WireRequest,
  { type, scheme, in: place, parameter = "" }: SecurityScheme,
  token: string,
): WireRequest {
  const add = (name: string, value: string): WireRequest => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  });
  if (type === "apiKey" && place === "header") return add(parameter.toLowerCase(), token);
  if (type === "apiKey" && place === "cookie") {
    const others = (request.headers["cookie"] ?? "").split(/;\s*/).filter((pair) => isAnother(pair, parameter));
    return add("cookie", [...others, `${parameter}=${token}`].join("; "));
  }
  if (type === "apiKey") {
    const [path, query = ""] = request.path.split("?", 2);
    const others = query.split("&").filter((pair) => isAnother(pair, encodeURIComponent(parameter)));
    const own = `${encodeURIComponent(parameter)}=${encodeURIComponent(token)}`;
    return { ...request, path: `${path}?${[...others, own].join("&")}` };
  }
  // A token may be a user and a password (RFC 7617, section 2), or a user alone.
  const pair = token.includes(":") ? token : `${token}:`;
  if (scheme === "basic") return add("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  return add("authorization", `${wordOf({ type, scheme })} ${token}`);
}

/** Whether a pair of a query or of cookies is there, and of another name. */
function isAnother(pair: string, name: string): boolean {
  return pair !== "" && pair.split("=", 1)[0] !== name;
}
