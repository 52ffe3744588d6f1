import { type KeyObject, createPublicKey } from "node:crypto";
import { boundedBody } from "../../contracts/index.ts";
import { type PublicKeySource, createPublicKeySource, escapeControlCharacters } from "../../conformance/index.ts";
import type { Io } from "../command.ts";
import type { Options, Values } from "../arguments/options.ts";
import { parseEd25519Key, readKeyFile, keyError } from "./keys.ts";

/** Options for the public key of an organization, and the token for fetching it. */
export const publicKeyOptions = {
  "public-key": {
    form: "PLACE",
    help: "the organization's public key, for v1a: a file in PEM, or its URL at the platform (with ?orgId=)",
  },
  token: { form: "TOKEN", help: "API token for that URL (default: the variable CONCORD_TOKEN)" },
  "token-env": { form: "NAME", default: "CONCORD_TOKEN", help: "variable with the token" },
} as const satisfies Options;

/** Public key, and its organization if it is known. */
export interface KnownKey {
  readonly source: PublicKeySource;
  readonly organization?: string;
}

/**
 * Public key of the organization, from a file or from the platform. It can be reloaded.
 * @throws ToolError "unusable-key" if the file or the response contains no key.
 */
export async function publicKeyFrom(
  values: Values<typeof publicKeyOptions>,
  { env, signal }: Pick<Io, "env" | "signal">,
  now: () => number,
): Promise<KnownKey | undefined> {
  const { "public-key": place, token = env[values["token-env"]] } = values;
  if (place === undefined) return undefined;
  const isUrl = /^https?:\/\//.test(place);
  const organization = isUrl ? URL.parse(place)?.searchParams.get("orgId") : undefined;
  const readKeyText = async () =>
    parsePublicKey(isUrl ? await fetchKey(place, token, signal) : readKeyFile(place), place);
  return { source: await createPublicKeySource(readKeyText, now), ...(organization && { organization }) };
}

/** Timeout for fetching a key. */
const TIMEOUT_MILLISECONDS = 10_000;

/** Maximum bytes of a response. A key has a few hundred. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Fetches a key: PEM text, or JSON with the member `public_key`. */
async function fetchKey(url: string, token: string | undefined, ended: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
  const { status, text } = await fetch(url, {
    signal,
    headers: { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) },
  })
    .then(async (response) => {
      const bytes = await boundedBody(response, MAX_RESPONSE_BYTES);
      if (!bytes) throw new Error(`the response is larger than ${MAX_RESPONSE_BYTES / 1024} KiB`);
      return { status: response.status, text: new TextDecoder().decode(bytes) };
    })
    .catch((error: unknown) => {
      const { cause = error } = error as Error;
      const { code, message } = cause as NodeJS.ErrnoException;
      throw keyError(url, code === "ECONNREFUSED" ? "nothing listens there" : message || String(code), error);
    });
  if (status === 401)
    throw keyError(url, "the response is 401", undefined, "Give a valid token: --token, or CONCORD_TOKEN");
  const excerpt = escapeControlCharacters((token ? text.replaceAll(token, "***") : text).slice(0, 200));
  if (status !== 200) throw keyError(url, `the response is ${status} ${excerpt}`.trimEnd());
  if (text.startsWith("-----BEGIN ")) return text;
  return extractKeyMember(text, url);
}

function extractKeyMember(text: string, url: string): string {
  const key = /^\s*\{/.test(text)
    ? (parseKeyJson(text) as { readonly public_key?: unknown } | undefined)?.public_key
    : undefined;
  if (typeof key === "string") return key;
  throw keyError(url, "the response is 200, but without a public_key");
}

function parseKeyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses an Ed25519 public key in PEM.
 * @throws ToolError "unusable-key" for any other text.
 */
export function parsePublicKey(pem: string, source: string): KeyObject {
  if (/^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/m.test(pem))
    throw keyError(source, "it is a private key, which a receiver must not have");
  return parseEd25519Key(pem, source, createPublicKey);
}
