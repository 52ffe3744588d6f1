import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { Platform } from "../../mock/index.ts";

export type Fault = "dies" | "fails" | "grows" | "holds" | "leaks" | "pollutes" | "splits";

/** A platform that has one fault which those who attack it should find. */
export function withFault(platform: Platform, fault: Fault): Platform {
  const kept: unknown[] = [];
  let last = Buffer.alloc(0);
  return {
    ...platform,
    async handle(request) {
      const response = await platform.handle(request);
      const isOwn = request.url.startsWith("/_concord");
      const isOdd = request.url.includes("__proto__");
      if (fault === "dies" && isOdd) process.exit(3);
      if (fault === "grows") kept.push(Array.from({ length: 50_000 }, () => ({})));
      if (fault === "holds" && isOdd) kept.push(await held());
      if (fault === "pollutes" && isOdd) Object.assign(Object.prototype, { polluted: true });
      if (fault === "fails" && isOdd) return { ...response, status: 500 };
      if (fault === "splits" && isOdd) return { ...response, headers: { ...response.headers, "set-cookie": "a=b" } };
      if (fault !== "leaks" || isOwn || response.status !== 200) return response;
      const before = last;
      last = Buffer.from(response.body);
      return { ...response, body: Buffer.concat([last, before]) };
    },
  };
}

/** A connection to nobody, which stays. */
async function held(): Promise<unknown> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return connect((server.address() as AddressInfo).port, "127.0.0.1");
}
