/** Decides by its name whether a value is a secret. */
export type IsSecret = (name: string) => boolean;

/** Last words of the names of secrets: `password`, `newPassword`, `smtp-password`. */
const secretWords = new Set(
  [
    "password passwd passphrase passcode pwd pin secret token credential credentials jwt otp totp authorization auth cookie",
    "apikey privatekey secretkey accesskey signingkey subscriptionkey sid cvv cvc cvn csrf xsrf",
    "passkey mnemonic connectionstring bearer",
  ].flatMap((line) => line.split(" ")),
);

/** Words before "key" that make it a secret. Other keys, such as a mapping or idempotency key, are none. */
const secretKeyKinds = new Set(
  [
    "api access auth client encryption master private secret shared signing subscription function functions webhook",
    "application app deploy ssh pgp gpg hmac session license recovery decryption admin integration consumer",
  ].flatMap((line) => line.split(" ")),
);

/** Names of headers that end with "key" and hold no secret, such as keys of storage and caching. */
const nonSecretKey =
  /(idempotency|websocket|surrogate|cache|partition|routing|sort|row|group|message|ordering|dedup\w*|public)-?key\d?$/i;

/** Words before "code" that make it a secret. Other codes, such as an error or country code, are none. */
const secretCodeKinds = new Set(
  "access auth authentication authorization backup mfa otp pin recovery security totp verification".split(" "),
);

/** Further secrets in a query or a header: signatures, and the keys and codes of OAuth and cloud storage. */
const signatureWords = new Set(["signature", "sig"]);
const secretWholeNames = new Set(["key", "code"]);

/** Page tokens, which are not secret. */
const pageToken = /(page|next|previous|continuation|sync|cursor)token$/;

/** Last words of members that describe a secret and are not secret themselves: its name, kind or date. */
const companionWords = new Set(
  "id name type kind at in status scope scopes role roles description url header".split(" "),
);

/** Words of a name, in lower case: "X-Amz-Signature", "newPassword", "APIKey2". */
function splitSecretName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** Cache of judged names, limited in size, because the same names occur again and again. */
const isSecretByName = new Map<string, boolean>();
const MAX_CACHED_NAMES = 5000;
const MAX_CACHED_LENGTH = 64;

/** Checks that a member with this name holds one or more secrets. */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_CACHED_LENGTH) return isSecretByWords(name);
  let isSecret = isSecretByName.get(name);
  if (isSecret === undefined) {
    if (isSecretByName.size >= MAX_CACHED_NAMES) isSecretByName.clear();
    isSecretByName.set(name, (isSecret = isSecretByWords(name)));
  }
  return isSecret;
}

function isSecretByWords(name: string): boolean {
  const words = splitSecretName(name);
  const lastWord = words.at(-1);
  if (lastWord === undefined) return false;
  const singular = lastWord.replace(/s$/, "");
  if (pageToken.test([...words.slice(0, -1), singular].join(""))) return false;
  if (
    secretWords.has(lastWord) ||
    secretWords.has(singular) ||
    /(password|passwd|passphrase|secret|token|credential|apikey)$/.test(singular)
  )
    return true;
  // "session" names a credential. "sessions" names stored resources.
  if (
    lastWord === "session" ||
    /(private ?key|connection ?(string|uri|url)|seed ?phrase|^saml ?(response|assertion)$)/.test(words.join(" "))
  )
    return true;
  if (singular === "assertion" && /^(client|jwt)$/.test(words.at(-2) ?? "")) return true;
  if (/^j?(php)?sess(ion)?id$/.test(words.slice(-2).join("").replace(/s$/, ""))) return true;
  const before = words.at(-2) ?? "";
  return (singular === "key" && secretKeyKinds.has(before)) || (singular === "code" && secretCodeKinds.has(before));
}

/** Checks that a name ends like that of a signature. Signatures are secret in queries and headers. */
export function isSignature(name: string): boolean {
  return signatureWords.has(splitSecretName(name).at(-1) ?? "");
}

/** Checks that a header or undocumented parameter with this name holds a secret. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || isSignature(name) || secretWholeNames.has(splitSecretName(name).join(" "));
}

/**
 * Checks that a header holds a secret. Contracts rarely document headers, so any resemblance to a secret name counts.
 */
export function isSecretHeader(name: string): boolean {
  return (
    isSecretParameter(name) ||
    /cookie|api-?key|token|secret|password|[cx]srf/i.test(name) ||
    (/-key\d?$/i.test(name) && !nonSecretKey.test(name))
  );
}

/** Checks that a cookie holds a secret. Session cookies have many names. */
export function isSecretCookie(name: string): boolean {
  return isSecretHeader(name) || /sess|sid$|[cx]srf|bearer|ticket|^sso|login|remember/i.test(name);
}

/** Checks that a member beside secrets is not secret itself. */
export function isCompanion(name: string): boolean {
  return !isSecretName(name) && companionWords.has(splitSecretName(name).at(-1) ?? "");
}

/** Checks that an object with this name holds more than a secret: a session also has a user and dates. */
export function isSessionName(name: string): boolean {
  return splitSecretName(name).at(-1) === "session";
}

/** Checks that a value is a count of things with a secret name: `tokens` may be a number of them. */
export function isCount(name: string, value: unknown): boolean {
  return /s$/i.test(name) && (typeof value === "number" || /^\d{1,9}$/.test(String(value)));
}
