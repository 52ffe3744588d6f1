import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isObject } from "../../contracts/index.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";

/** Contents of a token. Names are those of JSON Web Tokens (RFC 9068). */
export interface TokenClaims {
  /** Client or user that the token stands for. It selects the organization, as the same credential would by itself. */
  readonly sub: string;
  readonly client_id?: string;
  readonly scope?: string;
  /** Distinguishes the tokens of one second. */
  readonly jti?: string;
  /** Time of issue and end of validity, in seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

/** Kind of token, which is the media type in its header. */
type TokenKind = "at+jwt" | "rt+jwt";

/** Issues tokens and reads them again. */
export interface AccessTokens {
  issue(kind: TokenKind, claims: TokenClaims): string;
  /** Claims of a token of the given kind. Undefined for any other text. */
  read(kind: TokenKind, token: string): TokenClaims | undefined;
}

/**
 * Tokens that contain everything about them, so that a mock knows those of an earlier process with the same seed and
 * secret. The signature distinguishes them from other credentials. Without a secret, whoever knows the seed can sign.
 */
export function createAccessTokens(seed: string, secret?: string): AccessTokens {
  const name = `${seed} access tokens`;
  const hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret);
  const key = hash.update(name).digest();
  const headers = { "at+jwt": encodeTokenHeader("at+jwt"), "rt+jwt": encodeTokenHeader("rt+jwt") };
  return {
    issue(kind, claims) {
      const content = `${headers[kind]}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
      return `${content}.${signContent(content).toString("base64url")}`;
    },
    read(kind, token) {
      if (!token.startsWith(`${headers[kind]}.`)) return undefined;
      const end = token.lastIndexOf(".");
      const signature = Buffer.from(token.slice(end + 1), "base64url");
      const expected = signContent(token.slice(0, end));
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
      return parseClaims(Buffer.from(token.slice(headers[kind].length + 1, end), "base64url"));
    },
  };

  function signContent(content: string): Buffer {
    return createHmac("sha256", key).update(content).digest();
  }
}

/** Claims in the content of a token. A valid signature does not prove their form: the key may be known. */
function parseClaims(content: Uint8Array): TokenClaims | undefined {
  const claims = parseJsonBody(content);
  if (!isObject(claims)) return undefined;
  const { sub, iat, exp } = claims;
  const texts = [claims["client_id"], claims["scope"], claims["jti"]];
  const isComplete = typeof sub === "string" && Number.isFinite(iat) && Number.isFinite(exp);
  const isReadable = texts.every((text) => text === undefined || typeof text === "string");
  if (isComplete && isReadable) return claims as unknown as TokenClaims;
  return undefined;
}

function encodeTokenHeader(kind: TokenKind): string {
  return Buffer.from(JSON.stringify({ alg: "HS256", typ: kind })).toString("base64url");
}
