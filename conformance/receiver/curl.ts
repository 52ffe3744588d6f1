import { curlOfDelivery } from "../deliveries/index.ts";
import type { Shown } from "./authentication.ts";
import type { RawRequest } from "../target/raw/raw-client.ts";

/** A body that is longer goes into no command line. */
const LONGEST_BODY = 2000;

/** A curl line that sends a trial again as it was sent; nothing where its body is too long for one. */
export function curlOfSent(
  { url, method, headers, body, framing }: RawRequest,
  { shown, options }: { readonly shown: Shown | undefined; readonly options: readonly string[] },
): string | null {
  if (body.length > LONGEST_BODY) return null;
  const right = headers.find(([name, value]) => isHeader(name, shown) && value === shown?.header[1]);
  const { authentication } = shown ?? {};
  return curlOfDelivery(url.href, {
    // What is like the credentials is not printed either.
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

function isHeader(name: string, shown: Shown | undefined): boolean {
  return name.toLowerCase() === shown?.header[0].toLowerCase();
}

function masked(value: string): string {
  return value === "" ? "" : "***";
}
