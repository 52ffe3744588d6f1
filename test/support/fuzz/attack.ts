import { type Socket, connect } from "node:net";
import { once } from "node:events";
import { type WireAnswer, readAnswers } from "./answers.ts";

/** Bytes that are sent over a connection of their own, and what may come of it. */
export interface Attack {
  readonly name: string;
  readonly bytes: Buffer;
  /** The methods of the requests that it holds; one POST if not said. */
  readonly methods?: readonly string[];
  /** The statuses that it may be answered with; a connection that is closed without an answer is always right. */
  readonly allowed: readonly number[];
  /** It is no whole request: after it the connection is half closed, or reset. */
  readonly then?: "end" | "reset";
}

/** Statuses that some request may well be answered with. */
export const usual: readonly number[] = [
  200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 417, 422, 429, 431,
];

/** So long an answer may take, in milliseconds: longer than any does on a machine that is busy. */
const PATIENCE = 10_000;

/** Carries out an attack, and answers what came back; throws what is wrong with it. */
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
      // Once it was taken by the kernel it is on its way.
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

/** The answers on a connection, until there are as many as requests or it is closed. */
function answersOn(socket: Socket, methods: readonly string[]): Promise<WireAnswer[]> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const timer = setTimeout(() => reject(new Error(`nothing comes for ${PATIENCE} ms`)), PATIENCE);
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
