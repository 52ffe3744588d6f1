import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { Socket } from "node:net";
import { ToolError } from "../../contracts/index.ts";

/** Certificate and private key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Interval at which a server that shuts down closes idle connections, in milliseconds. */
const SWEEP = 50;

const otherPort = "Choose another port with --port, or 0 for any";
const otherHost = "Give --host an address of this machine: 127.0.0.1 for local clients only, 0.0.0.0 for all";

/** Reason and hint for an error of Node, by its code. */
const refusals: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ["the port is in use", otherPort],
  EACCES: ["only administrators may use a port this low", otherPort],
  EADDRNOTAVAIL: ["this machine does not have the address", otherHost],
  ENOTFOUND: ["there is no such address", otherHost],
  EAI_AGAIN: ["the name cannot be resolved", otherHost],
};

/**
 * Starts a server.
 * @throws ToolError "cannot-listen" if the port is not available.
 */
export async function startServer(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const [reason = message, hint = otherPort] = refusals[code] ?? [];
    throw new ToolError("cannot-listen", `Cannot listen on "${host}:${port}": ${reason}`, { hint, cause: error });
  }
}

/**
 * Creates an HTTP or HTTPS server. Loads TLS only if needed.
 * @throws ToolError "unusable-certificate" if the certificate is invalid or does not match the key.
 */
export async function createHttpServer(tls: Tls | undefined): Promise<Server> {
  // The mock refuses a missing Host itself, with a problem document.
  const options = { requireHostHeader: false };
  if (!tls) return createServer(options);
  const { createServer: createSecureServer } = await import("node:https");
  try {
    return createSecureServer({ ...options, cert: tls.cert, key: tls.key }).on("connection", rememberSocket);
  } catch (error) {
    throw new ToolError("unusable-certificate", `Cannot use the certificate: ${faultOfTls(tls) ?? String(error)}`, {
      hint: "Give a certificate and its private key, both in PEM",
      cause: error,
    });
  }
}

/** Reason why a certificate or its key is unusable. */
function faultOfTls({ cert, key }: Tls): string | undefined {
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule("node:crypto");
  const certificate = readOrUndefined(() => new X509Certificate(cert));
  if (!certificate) return "the certificate file contains no certificate";
  const secret = readOrUndefined(() => createPrivateKey(key));
  if (!secret) return "the key file contains no key that can be read without a password";
  if (certificate.checkPrivateKey(secret)) return undefined;
  return "the key does not belong to the certificate";
}

function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** TCP connections below TLS connections, by their addresses and ports. */
const tcpSockets = new Map<string, Socket>();

function rememberSocket(socket: Socket): void {
  const name = nameSocket(socket);
  tcpSockets.set(name, socket);
  socket.once("close", () => tcpSockets.delete(name));
}

function nameSocket({ localPort, remoteAddress, remotePort }: Socket): string {
  return `${localPort} ${remoteAddress} ${remotePort}`;
}

/** Resets a connection. With TLS, only the TCP connection below it can be reset. */
export function resetConnection(socket: Socket): void {
  (tcpSockets.get(nameSocket(socket)) ?? socket).resetAndDestroy();
}

/** Closes a server: idle connections at once, all others after `grace` milliseconds at the latest. */
export function closeServer(server: Server, grace = 0): Promise<void> {
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
