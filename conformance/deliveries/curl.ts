import { shellWord } from "../../contracts/index.ts";
import type { WireDelivery } from "./delivery.ts";
import type { EndpointAuthentication } from "./guard.ts";
import { maskHeadersExceptSignatures } from "../../contracts/secrets/index.ts";

/** Environment variable for the credentials in a printed command. */
export const CREDENTIAL_VARIABLE = "CONCORD_ENDPOINT_CREDENTIAL";

export interface Curl extends WireDelivery {
  /** Authentication of the endpoint. Its credential is not printed. */
  readonly authentication?: EndpointAuthentication | undefined;
  /** True for a chunked body. */
  readonly isChunked?: boolean;
  /** Default: POST. */
  readonly method?: string;
  /** Further options, as shell words. */
  readonly options?: readonly string[];
}

/** Curl command that sends a delivery byte by byte. */
export function buildDeliveryCurl(url: string, curl: Curl): string {
  const { headers, body, authentication, isChunked, method = "POST", options = [] } = curl;
  const text = Buffer.from(body).toString();
  // curl would read a file if a body begins with "@", a shell cannot write every byte, and a terminal obeys some.
  const isPlain = Buffer.from(text).equals(body) && !text.startsWith("@") && !/[\0-\x09\x0b-\x1f]/.test(text);
  const words = [`curl -i --path-as-is -X ${method}`, ...options];
  // The default of curl would be a form.
  if (!headers.some(([name]) => name.toLowerCase() === "content-type")) words.push("-H Content-Type:");
  for (const [name, value] of maskHeadersExceptSignatures(
    headers,
    authentication?.type === "api_key" ? [authentication.header] : [],
  ))
    words.push(`-H ${shellWord(value === "" ? `${name};` : `${name}: ${value}`)}`);
  if (isChunked) words.push(`-H ${shellWord("Transfer-Encoding: chunked")}`);
  if (authentication) words.push(credential(authentication));
  words.push(isPlain ? `--data-binary ${shellWord(text)}` : "--data-binary @-", shellWord(url));
  const line = words.join(" ");
  if (isPlain) return line;
  return `printf %s ${Buffer.from(body).toString("base64")} | base64 -d | ${line}`;
}

function credential(authentication: EndpointAuthentication): string {
  const value = `"$${CREDENTIAL_VARIABLE}"`;
  if (authentication.type === "basic") return `-u ${value}`;
  const header = authentication.type === "api_key" ? `${authentication.header}: ` : "Authorization: Bearer ";
  return `-H ${shellWord(header)}${value}`;
}
