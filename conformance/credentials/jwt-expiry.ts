import { type Json, isObject } from "../../contracts/index.ts";

/** Expiry of a JSON Web Token (`exp`, RFC 7519, section 4.1.4) in milliseconds since 1970. Undefined for other tokens. */
export function jwtExpiry(token: string): number | undefined {
  const [, payload = "", ...rest] = token.split(".");
  if (rest.length !== 1) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Json;
    const seconds = isObject(claims) ? claims["exp"] : undefined;
    if (typeof seconds === "number") return seconds * 1000;
    return undefined;
  } catch {
    return undefined;
  }
}
