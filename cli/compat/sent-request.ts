import { type Change, type WitnessRequest, noLongerSuffices } from "../../compat/index.ts";
import { type Operation, type SecurityRequirement, isJson, writeForm } from "../../contracts/index.ts";
import type { MockRequest } from "../../mock/index.ts";

/** What a request is sent with. */
interface Sending {
  /** What the organization of its token is called. */
  readonly name: string;
  readonly requirement: SecurityRequirement | "any";
  readonly prefer: string | undefined;
}

/** Credentials that the base takes: those that no longer suffice, where a change says that of some. */
export function credentialsFor({ rule, message }: Change, operation: Operation | undefined): Sending["requirement"] {
  const { security = [] } = operation ?? {};
  if (rule !== "security-narrowed") return security[0] ?? "any";
  return security.find((credentials) => message === noLongerSuffices(credentials)) ?? security[0] ?? [];
}

/** The request of a witness as a mock takes it, with credentials for an organization; or why it cannot be sent. */
export function sentRequest(request: WitnessRequest, { name, requirement, prefer }: Sending): MockRequest | string {
  const token = `org_${name}`;
  const schemes = requirement === "any" ? [] : requirement;
  const headers: Record<string, string> = {
    ...((requirement === "any" || schemes.some(({ type }) => type !== "apiKey")) && {
      authorization: `Bearer ${token}`,
    }),
    ...request.headers,
  };
  let url = request.path;
  for (const { type, scheme, in: place, parameter = "" } of schemes) {
    if (scheme === "basic") headers["authorization"] = `Basic ${Buffer.from(`${token}:`).toString("base64")}`;
    if (type !== "apiKey") continue;
    if (place === "header") headers[parameter.toLowerCase()] = token;
    else if (place === "query") url += `${url.includes("?") ? "&" : "?"}${encodeURIComponent(parameter)}=${token}`;
    else headers["cookie"] = [headers["cookie"], `${parameter}=${token}`].filter(Boolean).join("; ");
  }
  if (prefer !== undefined) headers["prefer"] = prefer;
  const body = bodyAs(request);
  if (body === undefined && request.body !== undefined)
    return `a body of the type ${request.headers["content-type"]} is not written here`;
  return { method: request.method, url, headers, ...(body !== undefined && { body: Buffer.from(body) }) };
}

function bodyAs({ headers, body }: WitnessRequest): string | undefined {
  const type = headers["content-type"] ?? "";
  if (body === undefined) return undefined;
  if (isJson(type)) return JSON.stringify(body);
  if (type === "application/x-www-form-urlencoded") return writeForm(body);
  return typeof body === "string" && !type.startsWith("multipart/") ? body : undefined;
}
