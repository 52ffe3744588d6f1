import type { Json } from "../../contracts/index.ts";

/** Client of the control API of a mock. */
export interface ControlClient {
  /**
   * Sends a request to a path below "/_concord/". Returns the JSON of the response, or undefined for an empty one.
   * @throws Error if the mock does not respond, or refuses the request.
   */
  send(method: string, path: string, body?: Json): Promise<Json | undefined>;
}

/** Creates a client for the mock at a URL. `token` is its control token, if it has one. */
export function createControlClient(url: string, token?: string): ControlClient {
  const base = `${url.endsWith("/") ? url.slice(0, -1) : url}/_concord/`;
  return {
    async send(method, path, body) {
      const action = `Cannot control the mock at ${url} (${method} /_concord/${path})`;
      const response = await fetch(base + path, {
        method,
        headers: {
          "concord-control": "1",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new Error(`${action}: it does not respond`, { cause });
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${action}: ${response.status} ${text.slice(0, 500)}`);
      if (text === "") return undefined;
      return JSON.parse(text) as Json;
    },
  };
}
