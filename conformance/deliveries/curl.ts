import { shellWord } from "../shell-word.ts";
import type { WireDelivery } from "../receiver/vectors/vector.ts";
import type { EndpointAuthentication } from "./guard.ts";
import { maskedHeaders } from "./mask.ts";

/** The variable that a printed line takes credentials from. */
export const CREDENTIAL_VARIABLE = "CONCORD_ENDPOINT_CREDENTIAL";

export interface Curl extends WireDelivery {
  /** How the endpoint is shown where it comes from; the credential itself is not printed. */
  readonly authentication?: EndpointAuthentication | undefined;
  /** Whether the body goes in chunks. */
  readonly isChunked?: boolean;
}

/** A curl line that sends a delivery byte by byte. */
export function curlOf(url: string, { headers, body, authentication, isChunked }: Curl): string {
  const text = Buffer.from(body).toString();
  // curl would read a file where a body begins with "@", and a shell cannot write every byte.
  const isPlain = Buffer.from(text).equals(body) && !text.startsWith("@") && !text.includes("\0");
  const words = ["curl -i --path-as-is -X POST"];
  // By itself, curl would call it a form.
  if (!headers.some(([name]) => name.toLowerCase() === "content-type")) words.push("-H Content-Type:");
  for (const [name, value] of maskedHeaders(headers, authentication?.type === "api_key" ? [authentication.header] : []))
    words.push(`-H ${shellWord(value === "" ? `${name};` : `${name}: ${value}`)}`);
  if (isChunked) words.push(`-H ${shellWord("Transfer-Encoding: chunked")}`);
  if (authentication) words.push(credential(authentication));
  words.push(isPlain ? `--data-binary ${shellWord(text)}` : "--data-binary @-", shellWord(url));
  const line = words.join(" ");
  return isPlain ? line : `printf %s ${Buffer.from(body).toString("base64")} | base64 -d | ${line}`;
}

function credential(authentication: EndpointAuthentication): string {
  const value = `"$${CREDENTIAL_VARIABLE}"`;
  if (authentication.type === "basic") return `-u ${value}`;
  const header = authentication.type === "api_key" ? `${authentication.header}: ` : "Authorization: Bearer ";
  return `-H ${shellWord(header)}${value}`;
}
