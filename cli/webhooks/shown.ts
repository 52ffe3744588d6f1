import { type JsonObject, ToolError } from "../../contracts/index.ts";
import type { EndpointAuthentication } from "../../conformance/index.ts";
import { createClock, createCredentials, createSender } from "../../mock/index.ts";

/**
 * The headers that the endpoint asks for (§5.2); for OAuth with an access token, which is fetched.
 * @throws ToolError "unreachable-target" where there is none to be had.
 */
export async function shownTo(
  authentication: EndpointAuthentication | undefined,
  command: string,
): Promise<Readonly<Record<string, string>>> {
  if (!authentication) return {};
  const sender = createSender({ deliverTo: "anywhere" });
  try {
    const credentials = createCredentials(createClock(Date.now), (outgoing) => sender.send(outgoing));
    const shown = await credentials.headersFor({ ...authentication } as JsonObject);
    if (!("failed" in shown)) return shown.headers;
    throw new ToolError("unreachable-target", shown.failed, { hint: `See: concord ${command} --help` });
  } finally {
    await sender.close();
  }
}
