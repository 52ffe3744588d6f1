import type { EndpointAuthentication } from "../../conformance/index.ts";
import type { Optional, Options } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";

/** Options for the authentication of deliveries at an endpoint. */
export const authenticationOptions = {
  "api-key": { form: "NAME:VALUE", key: "apiKey", help: "authenticate with this header" },
  basic: { form: "USER:PASS", key: "basic", help: "authenticate with HTTP Basic" },
  oauth: { form: "ID:SECRET", key: "oauth", help: "authenticate with an access token for this client" },
} as const satisfies Options;

/** Options for the token of --oauth. */
export const tokenServerOptions = {
  "token-url": { form: "URL", key: "tokenUrl", help: "authorization server for --oauth" },
  scope: { form: "SCOPE", key: "scope", help: "scope for --oauth" },
} as const satisfies Options;

/** Authorization server of an endpoint. */
export interface TokenServer {
  readonly url: string;
  readonly scope?: string | undefined;
}

/**
 * Authentication by the options. Undefined without one of them.
 * @throws ToolError "usage" for several options, or an invalid value.
 */
export function readAuthentication(
  command: string,
  values: Optional<typeof authenticationOptions>,
  { url, scope }: TokenServer,
): EndpointAuthentication | undefined {
  const given = (["api-key", "basic", "oauth"] as const).filter((name) => values[name] !== undefined);
  if (given.length > 1) throw createUsageError(command, `--${given.join(" and --")} exclude each other`);
  const [name] = given;
  if (name === undefined) return undefined;
  const text = values[name] as string;
  const at = text.indexOf(":");
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  if (name === "api-key") {
    if (at > 0 && !/^[!#$%&'*+\-.^_`|~\w]+$/.test(before))
      throw createUsageError(command, "--api-key has an invalid header name before the colon");
    if (after === "") throw createUsageError(command, "--api-key must be KEY or NAME:KEY");
    return { type: "api_key", header: at > 0 ? before : "X-API-Key", value: after };
  }
  if (at < 1) throw createUsageError(command, `--${name} must be a name, a colon and a secret`);
  if (name === "basic") return { type: "basic", username: before, password: after };
  return {
    type: "oauth",
    client_id: before,
    client_secret: after,
    token_url: url,
    ...(scope !== undefined && { scope }),
  };
}
