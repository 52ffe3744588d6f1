import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Socket, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../imports.ts";

/** A running load balancer. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/** Name of the program if HAProxy is installed. The variable HAPROXY names another one. */
export function findHaproxy(): string | undefined {
  const program = process.env["HAPROXY"] ?? "haproxy";
  return spawnSync(program, ["-v"]).status === 0 ? program : undefined;
}

/** Text of deploy/haproxy.cfg, with other addresses of the replicas and another port. */
function haproxyConfiguration(ports: readonly number[], port: number): string {
  let text = readFileSync(join(root, "deploy/haproxy.cfg"), "utf8").replace("bind :8080", `bind 127.0.0.1:${port}`);
  for (const [index, own] of ports.entries()) text = text.replace(`replica${index + 1}:4010`, `127.0.0.1:${own}`);
  return text;
}

/** HAProxy with the configuration of deploy/. */
export async function startHaproxy(program: string, ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "concord-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const port = await freePort();
  writeFileSync(file, haproxyConfiguration(ports, port));
  const child = spawn(program, ["-f", file], { stdio: "ignore" });
  const ended = once(child, "exit");
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A balancer of connections that asks /_concord/ready of each replica every second, as deploy/haproxy.cfg does. */
export async function startTcpBalancer(ports: readonly number[]): Promise<Balancer> {
  let ready: readonly number[] = [];
  const sockets = new Set<Socket>();
  const check = async (): Promise<void> => {
    const found = await Promise.all(
      ports.map((port) =>
        fetch(`http://127.0.0.1:${port}/_concord/ready`, { signal: AbortSignal.timeout(3000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    ready = ports.filter((_, index) => found[index]);
  };
  const timer = setInterval(() => void check(), 1000);
  await check();
  let count = 0;
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined).once("close", () => sockets.delete(client));
    forward(client, [...ready.slice(count++ % ready.length), ...ready]);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`,
    async close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };

  /** Forwards a connection to the first port that accepts it. */
  function forward(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void client.destroy();
    const upstream = connect(port, "127.0.0.1");
    upstream.once("connect", () => {
      client.pipe(upstream).pipe(client);
      upstream.on("close", () => client.destroy());
      client.on("close", () => upstream.destroy());
    });
    upstream.once("error", () =>
      upstream.connecting || !upstream.bytesRead ? forward(client, others) : client.destroy(),
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}
