import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { Platform } from "../../../mock/index.ts";

export type Fault = "dies" | "fails" | "grows" | "holds" | "leaks" | "pollutes" | "splits";

/** Adds faults to a platform that an attack must find. */
export function withFaults(platform: Platform, faults: ReadonlySet<Fault>): Platform {
  const kept: unknown[] = [];
  let last = Buffer.alloc(0);
  return {
    ...platform,
    async handle(request) {
      const { status, headers, body } = await platform.handle(request);
      const isOdd = request.url.includes("__proto__");
      if (faults.has("dies") && isOdd) process.exit(3);
      if (faults.has("pollutes") && isOdd) Object.assign(Object.prototype, { polluted: true });
      if (faults.has("grows")) kept.push(Array.from({ length: 2000 }, () => ({})));
      if (faults.has("holds") && isOdd) kept.push(await openConnection());
      const before = last;
      const isLeaking = faults.has("leaks") && status === 200 && !request.url.startsWith("/_concord");
      if (isLeaking) last = Buffer.from(body);
      return {
        status: faults.has("fails") && isOdd ? 500 : status,
        headers: {
          ...headers,
          ...(faults.has("splits") && request.url.includes("constructor") && { "set-cookie": "a=b" }),
        },
        body: isLeaking ? Buffer.concat([body, before]) : body,
      };
    },
  };
}

/** Opens a connection that stays open. */
async function openConnection(): Promise<unknown> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return connect((server.address() as AddressInfo).port, "127.0.0.1");
}
