/** Whether what is called so is a secret, whatever its contract says. */
export type IsSecret = (name: string) => boolean;

/** What a secret is called in the end: `password`, `newPassword`, `smtp-password`. */
const secrets = new Set(
  [
    "password passwd passphrase passcode pwd pin secret token credential credentials jwt otp totp authorization auth cookie",
    "apikey privatekey secretkey accesskey signingkey subscriptionkey sid cvv cvc cvn csrf xsrf",
    "passkey mnemonic connectionstring bearer",
  ].flatMap((line) => line.split(" ")),
);

/** Of these, a key is a secret; of others, such as a mapping or idempotency, it is none. */
const keys = new Set(
  [
    "api access auth client encryption master private secret shared signing subscription function functions webhook",
    "application app deploy ssh pgp gpg hmac session license recovery decryption admin integration consumer",
  ].flatMap((line) => line.split(" ")),
);

/** Headers whose names end with "key" hold one, but for those that are keys to something that is stored. */
const storageKey =
  /(idempotency|websocket|surrogate|cache|partition|routing|sort|row|group|message|ordering|dedup\w*|public)-?key\d?$/i;

/** Of these, a code is a secret; of others, such as an error or a country, it is none. */
const codes = new Set(
  "access auth authentication authorization backup mfa otp pin recovery security totp verification".split(" "),
);

/** What else is one in a query or a header: signatures, and the keys and codes of OAuth and cloud storage. */
const carried = new Set(["signature", "sig"]);
const carriedAlone = new Set(["key", "code"]);

/** These only say where a list goes on. */
const pageToken = /(page|next|previous|continuation|sync|cursor)token$/;

/** In the company of a secret, these are none: what it is called, of which kind it is, since when. */
const companions = new Set("id name type kind at in status scope scopes role roles description url header".split(" "));

/** The words of a name, in lower case: "X-Amz-Signature", "newPassword", "APIKey2". */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** What was found of names, which come again and again; as many as are worth it. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 5000;
const LONGEST_JUDGED = 64;

/** Whether a member of this name holds a secret, or several. */
export function isSecretName(name: string): boolean {
  if (name.length > LONGEST_JUDGED) return isSecretByWords(name);
  let isSecret = judged.get(name);
  if (isSecret === undefined) {
    if (judged.size >= MOST_JUDGED) judged.clear();
    judged.set(name, (isSecret = isSecretByWords(name)));
  }
  return isSecret;
}

function isSecretByWords(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined) return false;
  const one = last.replace(/s$/, "");
  if (pageToken.test([...words.slice(0, -1), one].join(""))) return false;
  if (secrets.has(last) || secrets.has(one) || /(password|passwd|passphrase|secret|token|credential|apikey)$/.test(one))
    return true;
  // One session is known by what is called so; several are things that are kept.
  if (
    last === "session" ||
    /(private ?key|connection ?(string|uri|url)|seed ?phrase|^saml ?(response|assertion)$)/.test(words.join(" "))
  )
    return true;
  if (one === "assertion" && /^(client|jwt)$/.test(words.at(-2) ?? "")) return true;
  if (/^j?(php)?sess(ion)?id$/.test(words.slice(-2).join("").replace(/s$/, ""))) return true;
  const before = words.at(-2) ?? "";
  return (one === "key" && keys.has(before)) || (one === "code" && codes.has(before));
}

/** Whether a name ends like that of a signature, which is a secret where it is sent in a query or a header. */
export function isSignature(name: string): boolean {
  return carried.has(wordsOf(name).at(-1) ?? "");
}

/** Whether a header, or a parameter that no contract documents, holds one. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || isSignature(name) || carriedAlone.has(wordsOf(name).join(" "));
}

/** Whether a header holds one: of headers no contract tells, and what is called but a little like a secret is one. */
export function isSecretHeader(name: string): boolean {
  return (
    isSecretParameter(name) ||
    /cookie|api-?key|token|secret|password|[cx]srf/i.test(name) ||
    (/-key\d?$/i.test(name) && !storageKey.test(name))
  );
}

/** Whether a cookie holds one: what a session is known by has many names. */
export function isSecretCookie(name: string): boolean {
  return isSecretHeader(name) || /sess|sid$|[cx]srf|bearer|ticket|^sso|login|remember/i.test(name);
}

/** Whether a member beside secrets is none itself. */
export function isCompanion(name: string): boolean {
  return !isSecretName(name) && companions.has(wordsOf(name).at(-1) ?? "");
}

/** Whether a member of such a name that is an object holds more than a secret: of a session, its user and its times. */
export function isHolder(name: string): boolean {
  return wordsOf(name).at(-1) === "session";
}

/** Whether a value is a number of things that are called like secrets: many tokens may be a number of them. */
export function isCount(name: string, value: unknown): boolean {
  return /s$/i.test(name) && (typeof value === "number" || /^\d{1,9}$/.test(String(value)));
}
