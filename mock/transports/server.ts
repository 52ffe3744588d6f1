import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { Socket } from "node:net";
import { ToolError } from "../../contracts/index.ts";

/** A certificate and its key, as PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** How often idle connections are looked for while a server ends, in milliseconds. */
const SWEEP = 50;

/** @throws ToolError "cannot-listen" where the port cannot be had. */
export async function started(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError(
      "cannot-listen",
      `Cannot listen on "${host}:${port}": ${code === "EADDRINUSE" ? "the port is in use" : message}`,
      { hint: "Choose another port with --port, or 0 for any", cause: error },
    );
  }
}

/**
 * TLS is loaded when it is wanted: most servers start without.
 * @throws ToolError "unusable-certificate" where there is no certificate, or not with this key.
 */
export async function serverOf(tls: Tls | undefined): Promise<Server> {
  // A missing Host is refused in the form of everything else.
  const options = { requireHostHeader: false };
  if (!tls) return createServer(options);
  const { createServer: createSecureServer } = await import("node:https");
  try {
    return createSecureServer({ ...options, cert: tls.cert, key: tls.key }).on("connection", remember);
  } catch (error) {
    throw new ToolError("unusable-certificate", `Cannot use the certificate: ${(error as Error).message}`, {
      hint: "It takes a certificate and its private key, both in PEM",
      cause: error,
    });
  }
}

/** The connections below those that are secured, by the port of who connected. */
const below = new Map<string, Socket>();

function remember(socket: Socket): void {
  const name = nameOf(socket);
  below.set(name, socket);
  socket.once("close", () => below.delete(name));
}

function nameOf({ localPort, remoteAddress, remotePort }: Socket): string {
  return `${localPort} ${remoteAddress} ${remotePort}`;
}

/** Breaks a connection, as a reset of TCP; only the one below a secured connection can be reset. */
export function reset(socket: Socket): void {
  (below.get(nameOf(socket)) ?? socket).resetAndDestroy();
}

/** Takes no more connections, and closes those that wait for a next request; what is left after the grace is cut. */
export function ended(server: Server, grace = 0): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
