import { type EndpointAuthentication, maskedHeaders, shellWord } from "../../conformance/index.ts";

/** The variable that a printed line takes credentials from. */
export const CREDENTIAL_VARIABLE = "CONCORD_ENDPOINT_CREDENTIAL";

export interface Curl {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** How the endpoint is shown where it comes from; the credential itself is not printed. */
  readonly authentication: EndpointAuthentication | undefined;
}

/** A curl line that sends a delivery byte by byte. */
export function curlOf(url: string, { headers, body, authentication }: Curl): string {
  const text = Buffer.from(body).toString();
  // curl would read a file where a body begins with "@", and a shell cannot write every byte.
  const isPlain = Buffer.from(text).equals(body) && !text.startsWith("@") && !text.includes("\0");
  const words = [
    "curl -i -X POST",
    ...maskedHeaders(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
  ];
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
