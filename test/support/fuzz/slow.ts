import { type Socket, connect } from "node:net";
import { once } from "node:events";
import { type Attack, usual } from "./attack.ts";
import type { Target } from "./malformed.ts";

/** Attacks that close or reset the connection after each byte of a request. */
export function cutAttacks({ token, into, body }: Target): Attack[] {
  const head = `POST ${into} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  const whole = Buffer.from(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  return Array.from({ length: whole.length }, (_, length) => ({
    name: `a request cut after ${length} bytes`,
    bytes: whole.subarray(0, length),
    allowed: usual.filter((status) => status >= 400),
    then: length % 2 === 0 ? ("end" as const) : ("reset" as const),
  }));
}

/**
 * Opens slow clients at once: endless heads and bodies, and clients that do not read. They are closed when the result is
 * disposed of.
 */
export async function slowClients(port: number, { token, path, into }: Target, count: number): Promise<Disposable> {
  const auth = `host: x\r\nauthorization: Bearer ${token}\r\n`;
  const beginnings = [
    "GET",
    `GET ${path} HTTP/1.1\r\n${auth}a: b`,
    `POST ${into} HTTP/1.1\r\n${auth}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":`,
    `POST ${into} HTTP/1.1\r\n${auth}transfer-encoding: chunked\r\n\r\n5\r\nab`,
    `GET ${path} HTTP/1.1\r\n${auth}\r\n`.repeat(500),
  ];
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<Socket> => {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.pause();
      socket.write(beginnings[index % beginnings.length] as string);
      return socket;
    }),
  );
  return {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
