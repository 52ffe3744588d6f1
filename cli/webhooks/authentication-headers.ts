import { type JsonObject, ToolError } from "../../contracts/index.ts";
import type { EndpointAuthentication } from "../../conformance/index.ts";
import { createClock, createCredentials, createSender } from "../../mock/index.ts";

/**
 * Headers that authenticate a delivery. For OAuth, fetches an access token.
 * @throws ToolError "unreachable-target" if there is no token.
 */
export async function authenticationHeaders(
  authentication: EndpointAuthentication | undefined,
  command: string,
): Promise<Readonly<Record<string, string>>> {
  if (!authentication) return {};
  const sender = createSender({ deliverTo: "anywhere" });
  try {
    const credentials = createCredentials(createClock(Date.now), (outgoing) => sender.send(outgoing));
    const result = await credentials.headersFor({ ...authentication } as JsonObject);
    if (!("failed" in result)) return result.headers;
    throw new ToolError("unreachable-target", result.failed, { hint: `See: concord ${command} --help` });
  } finally {
    await sender.close();
  }
}
