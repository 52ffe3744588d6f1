/**
 * Placeholder for a secret while a command is built. None of its characters needs quoting or encoding. A pair is a user
 * name with its password.
 */
export function toMarker(variable: string, { isPair = false } = {}): string {
  return `concord.secret.${variable}.${isPair ? "pair" : "text"}`;
}

/** True if a text ends with a placeholder. */
export function endsWithMarker(text: string): boolean {
  return /concord\.secret\.\w+\.(?:pair|text)$/.test(text);
}

/** Text with each placeholder replaced by that of its variable. */
export function replaceMarkers(text: string, replacement: (variable: string) => string): string {
  return text.replace(/concord\.secret\.(\w+)\.(?:pair|text)/g, (_, variable: string) => replacement(variable));
}

/**
 * User name and password of a Basic header with a placeholder. A placeholder of a pair contains the colon already.
 * Undefined for any other header.
 */
export function readMarkedPair(header: string): string | undefined {
  const [, encoded = ""] = /^Basic (\S+)$/.exec(header) ?? [];
  const pair = Buffer.from(encoded, "base64").toString();
  if (endsWithMarker(pair.replace(/:$/, ""))) return pair.replace(/(\.pair):$/, "$1");
  return undefined;
}
