import { type Socket, connect } from "node:net";
import { readFrame } from "./response-frame.ts";

export interface LoadOptions {
  /** Complete requests, head and body. Each connection sends them in rotation. */
  readonly requests: readonly Buffer[];
  readonly connections: number;
  /** True if the load has lasted long enough. Called before each request. */
  readonly isEnough: (answered: number, milliseconds: number) => boolean;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds between sending a request and receiving its complete response. */
  readonly latencies: readonly number[];
}

/**
 * Sends requests over keep-alive connections, each request after the response to the previous one. Uses plain sockets
 * and prepared bytes, because JavaScript's HTTP clients are slower than the measured servers.
 * @throws Error for a response other than 2xx, or a broken connection.
 */
export function load(port: number, { requests, connections, isEnough }: LoadOptions): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const sockets: Socket[] = [];
  const latencies: number[] = [];
  const started = performance.now();
  let open = connections;
  let last = started;

  for (let index = 0; index < connections; index++) {
    sockets.push(createConnection(port, index, { requests, answered, isFinished, finished, failed }));
  }
  return promise;

  function answered(sent: number): void {
    last = performance.now();
    latencies.push(last - sent);
  }

  function isFinished(): boolean {
    return isEnough(latencies.length, performance.now() - started);
  }

  function finished(): void {
    open -= 1;
    if (open === 0) resolve({ answered: latencies.length, seconds: (last - started) / 1000, latencies });
  }

  function failed(error: Error): void {
    for (const socket of sockets) socket.destroy();
    reject(error);
  }
}

interface Events {
  readonly requests: readonly Buffer[];
  readonly answered: (sent: number) => void;
  readonly isFinished: () => boolean;
  readonly finished: () => void;
  readonly failed: (error: Error) => void;
}

const BUFFER_BYTES = 64 * 1024;

function createConnection(port: number, index: number, events: Events): Socket {
  const { requests } = events;
  let turn = index;
  let sent = 0;
  let pending: Buffer | undefined;
  let isDone = false;
  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(BUFFER_BYTES),
      callback(length, buffer) {
        receive((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  socket.once("connect", send);
  socket.once("error", (error) => events.failed(error));
  socket.once("close", () => {
    if (!isDone) events.failed(new Error(`Cannot measure port ${port}: it closed a connection`));
  });
  return socket;

  function send(): void {
    if (events.isFinished()) {
      isDone = true;
      socket.destroy();
      events.finished();
      return;
    }
    sent = performance.now();
    socket.write(requests[turn++ % requests.length] as Buffer);
  }

  function receive(chunk: Buffer): void {
    try {
      const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
      const frame = readFrame(bytes);
      // Copies the rest of the chunk, because its memory is reused for the next one.
      if (!frame || bytes.length < frame.length) pending = pending ? bytes : Buffer.from(chunk);
      else if (frame.status < 200 || frame.status > 299) throw new Error(`Cannot measure port ${port}: ${bytes}`);
      else {
        pending = undefined;
        events.answered(sent);
        send();
      }
    } catch (error) {
      events.failed(error as Error);
    }
  }
}
