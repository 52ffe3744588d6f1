import { type Socket, connect } from "node:net";
import { once } from "node:events";
import { type WireAnswer, readAnswers } from "./answers.ts";

/** Bytes to send over a new connection, and the allowed results. */
export interface Attack {
  readonly name: string;
  readonly bytes: Buffer;
  /** Methods of its requests; by default one POST. */
  readonly methods?: readonly string[];
  /** Allowed statuses. Closing the connection without a response is always allowed. */
  readonly allowed: readonly number[];
  /** Present for an incomplete request: the connection is half closed or reset after it. */
  readonly then?: "end" | "reset";
}

/** Statuses that are allowed for valid and invalid requests. */
export const usual: readonly number[] = [
  200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 417, 422, 429, 431,
];

/** Timeout of a response in milliseconds, generous for busy machines. */
const TIMEOUT_MS = 10_000;

/** Runs an attack and returns the responses. Throws if they are not allowed. */
export async function attack(
  port: number,
  { bytes, methods = ["POST"], allowed, then }: Attack,
): Promise<WireAnswer[]> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  try {
    await once(socket, "connect");
    socket.on("error", () => {});
    if (then === "reset") {
      socket.write(bytes);
      // The callback runs when the kernel has accepted the bytes.
      await new Promise((resolve) => socket.write("", resolve));
      socket.resetAndDestroy();
      return [];
    }
    socket.write(bytes);
    if (then === "end") socket.end();
    const answers = await answersOn(socket, methods);
    for (const { status, body } of answers) {
      if (!allowed.includes(status)) throw new Error(`it is answered ${status}: ${body.slice(0, 300)}`);
    }
    if (answers.length > methods.length) throw new Error(`${answers.length} answers to ${methods.length} requests`);
    return answers;
  } finally {
    socket.destroy();
  }
}

/** Collects the responses of a connection until all have arrived or it is closed. */
function answersOn(socket: Socket, methods: readonly string[]): Promise<WireAnswer[]> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const timer = setTimeout(() => reject(new Error(`nothing comes for ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    const finish = (isClosed: boolean): void => {
      try {
        const answers = readAnswers(bytes, methods);
        if (!isClosed && answers.length < methods.length) return;
        clearTimeout(timer);
        resolve(answers);
      } catch (error) {
        clearTimeout(timer);
        reject(error as Error);
      }
    };
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      finish(false);
    });
    socket.on("end", () => finish(true));
    socket.on("close", () => finish(true));
  });
}
