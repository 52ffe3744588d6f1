import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A TCP proxy that distributes connections to targets in rotation, and passes over those that do not listen. */
export interface Balancer extends AsyncDisposable {
  readonly port: number;
  /** Ports on 127.0.0.1. */
  targets: readonly number[];
  /** Delay of each piece of data in either direction, in milliseconds. */
  delayMs: number;
  /** True if data waits until this is false again. */
  isStalled: boolean;
  /** Closes all connections. */
  cut(): void;
}

export async function startBalancer(targets: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    keep(client);
    void connectAny().then((upstream) => {
      if (!upstream) return client.destroy();
      keep(upstream);
      forward(client, upstream);
      forward(upstream, client);
      client.resume();
      return undefined;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const balancer: Balancer = {
    port: (server.address() as AddressInfo).port,
    targets,
    delayMs: 0,
    isStalled: false,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      balancer.cut();
      await once(server, "close");
    },
  };
  return balancer;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  }

  /** Connects to the next target that listens. */
  async function connectAny(): Promise<Socket | undefined> {
    const all = balancer.targets;
    const start = turn++;
    for (let index = 0; index < all.length; index++) {
      const socket = connect({ port: all[(start + index) % all.length] as number, host: "127.0.0.1", noDelay: true });
      const isConnected = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      if (isConnected) return socket;
    }
    return undefined;
  }

  async function passLater(earlier: Promise<void>, to: Socket, work: () => void): Promise<void> {
    await earlier;
    if (balancer.delayMs > 0) await pause(balancer.delayMs);
    while (balancer.isStalled && !to.destroyed) await pause(10);
    work();
  }

  function forward(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    let waiting = 0;
    // The end of a connection comes after its data, and at once if it is broken.
    const pass = (work: () => void): void => {
      if (waiting === 0 && balancer.delayMs === 0 && !balancer.isStalled) return work();
      waiting++;
      last = passLater(last, to, () => {
        waiting--;
        work();
      });
    };
    from.on("data", (data) => pass(() => to.write(data)));
    from.once("end", () => pass(() => to.end()));
    from.once("close", (hadError) => (hadError ? to.destroy() : pass(() => to.end())));
  }
}
