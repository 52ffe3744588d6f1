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

const otherPort = "Choose another port with --port, or 0 for any";
const otherHost = "Give --host an address of this machine: 127.0.0.1 for itself alone, 0.0.0.0 for all that it has";

/** Why nobody can listen there, and what to do, by the code of Node's error. */
const refusals: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ["the port is in use", otherPort],
  EACCES: ["ports as low as this one are for administrators", otherPort],
  EADDRNOTAVAIL: ["this machine does not have the address", otherHost],
  ENOTFOUND: ["there is no such address", otherHost],
  EAI_AGAIN: ["nobody can say which address this is", otherHost],
};

/** @throws ToolError "cannot-listen" where the port cannot be had. */
export async function started(server: Server, port: number, host: string): Promise<void> {
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
    throw new ToolError("unusable-certificate", `Cannot use the certificate: ${faultOfTls(tls) ?? String(error)}`, {
      hint: "It takes a certificate and its private key, both in PEM",
      cause: error,
    });
  }
}

/** What is wrong with a certificate or its key, in words that are not OpenSSL's. */
function faultOfTls({ cert, key }: Tls): string | undefined {
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule("node:crypto");
  const certificate = attempt(() => new X509Certificate(cert));
  if (!certificate) return "the file of the certificate holds none";
  const secret = attempt(() => createPrivateKey(key));
  if (!secret) return "the file of the key holds none that can be read without a password";
  return certificate.checkPrivateKey(secret) ? undefined : "the key is not that of the certificate";
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
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
