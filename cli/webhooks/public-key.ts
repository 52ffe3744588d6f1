import { type KeyObject, createPublicKey } from "node:crypto";
import { boundedBody } from "../../contracts/index.ts";
import { type PublicKeySource, createPublicKeySource, visible } from "../../conformance/index.ts";
import type { Io } from "../command.ts";
import { keyIn, readKeyFile, unusable } from "./keys.ts";

/** Where the public key of an organization comes from, and what the platform is shown for it (§5.1). */
export const publicKeyOptions = {
  "public-key": { type: "string" },
  token: { type: "string" },
  "token-env": { type: "string", default: "CONCORD_TOKEN" },
} as const;

interface PublicKeyValues {
  readonly "public-key"?: string | undefined;
  readonly token?: string | undefined;
  readonly "token-env": string;
}

/** An organization's public key, and whose it is, where that is known. */
export interface KnownKey {
  readonly source: PublicKeySource;
  readonly organization?: string;
}

/**
 * The organization's public key, of a file or from the platform (§4.12); read again where that is asked for.
 * @throws ToolError "unusable-key", also where the platform does not answer with one.
 */
export async function publicKeyFrom(
  values: PublicKeyValues,
  { env, signal }: Pick<Io, "env" | "signal">,
  now: () => number,
): Promise<KnownKey | undefined> {
  const { "public-key": place, token = env[values["token-env"]] } = values;
  if (place === undefined) return undefined;
  const isUrl = /^https?:\/\//.test(place);
  const organization = isUrl ? URL.parse(place)?.searchParams.get("orgId") : undefined;
  const read = async () => publicKeyIn(isUrl ? await fetchKey(place, token, signal) : readKeyFile(place), place);
  return { source: await createPublicKeySource(read, now), ...(organization && { organization }) };
}

/** So long the platform has to answer. */
const TIMEOUT_MILLISECONDS = 10_000;

/** Bytes of an answer: a key has some hundred. */
const MAX_ANSWER = 64 * 1024;

/** The member `public_key` of what the platform answers (§2.5), or a file in PEM. */
async function fetchKey(url: string, token: string | undefined, ended: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
  const { status, text } = await fetch(url, {
    signal,
    headers: { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) },
  })
    .then(async (response) => {
      const bytes = await boundedBody(response, MAX_ANSWER);
      if (!bytes) throw new Error(`its answer is larger than ${MAX_ANSWER / 1024} KiB`);
      return { status: response.status, text: new TextDecoder().decode(bytes) };
    })
    .catch((error: unknown) => {
      const { cause = error } = error as Error;
      const { code, message } = cause as NodeJS.ErrnoException;
      throw unusable(url, code === "ECONNREFUSED" ? "nothing listens there" : message || String(code), error);
    });
  if (status === 401)
    throw unusable(
      url,
      "it answered 401",
      undefined,
      "Give a token that the platform takes: --token, or CONCORD_TOKEN",
    );
  const said = visible((token ? text.replaceAll(token, "***") : text).slice(0, 200));
  if (status !== 200) throw unusable(url, `it answered ${status} ${said}`.trimEnd());
  return text.startsWith("-----BEGIN ") ? text : memberIn(text, url);
}

function memberIn(text: string, url: string): string {
  const key = /^\s*\{/.test(text)
    ? (parsed(text) as { readonly public_key?: unknown } | undefined)?.public_key
    : undefined;
  if (typeof key === "string") return key;
  throw unusable(url, "it answered 200, but without a public_key");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws ToolError "unusable-key" where it is no Ed25519 key in PEM. */
export function publicKeyIn(pem: string, source: string): KeyObject {
  if (/^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/m.test(pem))
    throw unusable(source, "it is a private key, which no receiver should have");
  return keyIn(pem, source, createPublicKey);
}
