import type { EndpointAuthentication } from "../../conformance/index.ts";
import { usage } from "../parse.ts";

/** How a delivery shows its endpoint that it comes from the platform (§5.2). */
export const authenticationOptions = {
  "api-key": { type: "string" },
  basic: { type: "string" },
  oauth: { type: "string" },
} as const;

interface AuthenticationValues {
  readonly "api-key"?: string | undefined;
  readonly basic?: string | undefined;
  readonly oauth?: string | undefined;
}

/** The authorization server of an endpoint, where that is somewhere else. */
export interface TokenServer {
  readonly url: string;
  readonly scope?: string | undefined;
}

/**
 * The authentication that the options ask for; nothing where they ask for none.
 * @throws ToolError "usage" where they ask for several, or for none that there is.
 */
export function authenticationOf(
  command: string,
  values: AuthenticationValues,
  { url, scope }: TokenServer,
): EndpointAuthentication | undefined {
  const given = (["api-key", "basic", "oauth"] as const).filter((name) => values[name] !== undefined);
  if (given.length > 1)
    throw usage(command, `--${given.join(" and --")} do not go together: a webhook has one of them`);
  const [name] = given;
  if (name === undefined) return undefined;
  const text = values[name] as string;
  const at = text.indexOf(":");
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  if (name === "api-key") {
    if (at > 0 && !/^[!#$%&'*+\-.^_`|~\w]+$/.test(before))
      throw usage(command, "--api-key names no header before its colon");
    if (after === "") throw usage(command, "--api-key takes the key, or the name of a header, a colon and the key");
    return { type: "api_key", header: at > 0 ? before : "X-API-Key", value: after };
  }
  if (at < 1) throw usage(command, `--${name} takes a name, a colon and a secret`);
  if (name === "basic") return { type: "basic", username: before, password: after };
  return {
    type: "oauth",
    client_id: before,
    client_secret: after,
    token_url: url,
    ...(scope !== undefined && { scope }),
  };
}
