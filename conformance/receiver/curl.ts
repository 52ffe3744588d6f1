import { curlOfDelivery } from "../deliveries/index.ts";
import type { EndpointCredentials } from "./authentication.ts";
import type { RawRequest } from "../target/raw/raw-client.ts";

/** Longest body for a command line. */
const LONGEST_BODY = 2000;

/** Command that sends a trial again as it was sent. Undefined if its body is too long. */
export function curlOfSent(
  { url, method, headers, body, framing }: RawRequest,
  { shown, options }: { readonly shown: EndpointCredentials | undefined; readonly options: readonly string[] },
): string | null {
  if (body.length > LONGEST_BODY) return null;
  const right = headers.find(([name, value]) => isHeader(name, shown) && value === shown?.header[1]);
  const { authentication } = shown ?? {};
  return curlOfDelivery(url.href, {
    // Headers that resemble the credentials are not printed, either.
    headers: headers
      .filter((header) => header !== right)
      .map(([name, value]) => [name, isHeader(name, shown) ? masked(value) : value]),
    body,
    options,
    ...(method && { method }),
    isChunked: framing === "chunked",
    ...(right && authentication && { authentication }),
  });
}

function isHeader(name: string, shown: EndpointCredentials | undefined): boolean {
  return name.toLowerCase() === shown?.header[0].toLowerCase();
}

function masked(value: string): string {
  return value === "" ? "" : "***";
}
