import type { Dispatcher } from "undici";
import type { SecurityScheme } from "../../contracts/index.ts";

/** Token, and the time at which it expires, if that is known. */
export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Target that a token is for. */
export interface TokenAudience {
  /** Base URL of the target. */
  readonly url: string;
  /** True for a Concord mock, which issues tokens itself. */
  readonly isMock: boolean;
  readonly dispatcher?: Dispatcher | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Issues the tokens of a run, each time that one is needed. */
export interface TokenSource {
  /** True if the tokens are for a security scheme. */
  serves(scheme: SecurityScheme): boolean;
  /** @throws ToolError "token-unavailable". */
  issue(audience: TokenAudience): Promise<IssuedToken>;
  /** Further secrets to mask in output. */
  readonly secrets: readonly string[];
}
