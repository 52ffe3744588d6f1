import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** Ports of a TCP connection on this machine: that of the client, and that of the server. */
export interface LoopbackConnection {
  readonly peerPort: number;
  readonly port: number;
}

/** A TCP socket of this machine. */
interface Socket {
  readonly port: number;
  readonly remotePort: number;
  readonly isListening: boolean;
  readonly isOpen: boolean;
  readonly inode: string;
}

/** States in /proc/net/tcp: established, closed by the other side, listening. */
const ESTABLISHED = "01";
const CLOSE_WAIT = "08";
const LISTEN = "0A";

/**
 * Reason why the program at the other end of a connection may forward the request of another one. A proxy that adds no
 * header sends the same bytes as a direct call, so only the operating system can distinguish them: a proxy has a
 * connection of its own client. Undefined for a direct call, and on systems other than Linux, where nobody knows.
 */
export function forwardingReason(connection: LoopbackConnection): string | undefined {
  const sockets = socketsOfMachine();
  // A system that does not list this server lists nothing reliable.
  if (!sockets.some(({ isListening, port }) => isListening && port === connection.port)) return undefined;
  const ends = sockets.filter(({ port, remotePort }) => port === connection.peerPort && remotePort === connection.port);
  const own = listSocketInodes("self");
  const inodes = ends.map(({ inode }) => inode).filter((inode) => !own?.has(inode));
  if (ends.length > 0 && inodes.length === 0) return undefined;
  const held = inodes.map(findSocketHolder);
  if (held.length === 0 || held.includes(undefined))
    return "The program that sends it belongs to another user or container";
  const listening = new Set(sockets.filter(({ isListening }) => isListening).map(({ port }) => port));
  const isClient = sockets.some(
    (socket) =>
      socket.isOpen &&
      listening.has(socket.port) &&
      held.some((all) => all?.has(socket.inode)) &&
      !isOfMock(socket, sockets, own),
  );
  if (isClient) return "The program that sends it serves other clients, and may forward their requests";
  return undefined;
}

/** True for a connection that this process opened, such as a delivery to a webhook. */
function isOfMock({ port, remotePort }: Socket, sockets: readonly Socket[], own: ReadonlySet<string> | undefined) {
  const end = sockets.find((other) => other.port === remotePort && other.remotePort === port);
  return end !== undefined && own?.has(end.inode) === true;
}

function socketsOfMachine(): Socket[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => {
    const lines = readUnlessGone(() => readFileSync(file, "latin1"))?.split("\n") ?? [];
    return lines.slice(1).flatMap((line) => {
      const [, local = "", remote = "", state = "", , , , , , inode = ""] = line.trim().split(/\s+/);
      if (inode === "") return [];
      const isOpen = state === ESTABLISHED || state === CLOSE_WAIT;
      return [
        { port: parseHexPort(local), remotePort: parseHexPort(remote), isListening: state === LISTEN, isOpen, inode },
      ];
    });
  });
}

/** Port of an address such as "0100007F:0FAA". */
function parseHexPort(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(":") + 1), 16);
}

/** Sockets of the process that has a socket. Undefined if no process that this one can see has it. */
function findSocketHolder(inode: string): ReadonlySet<string> | undefined {
  // Clients are mostly younger than other processes.
  const processes = (readUnlessGone(() => readdirSync("/proc")) ?? [])
    .filter((name) => /^\d+$/.test(name))
    .toReversed();
  for (const name of processes) {
    const inodes = listSocketInodes(name);
    if (inodes?.has(inode)) return inodes;
  }
  return undefined;
}

function listSocketInodes(name: string): ReadonlySet<string> | undefined {
  const folder = `/proc/${name}/fd`;
  const descriptors = readUnlessGone(() => readdirSync(folder));
  if (!descriptors) return undefined;
  const inodes = descriptors.flatMap((each) => {
    const target = readUnlessGone(() => readlinkSync(`${folder}/${each}`));
    if (target?.startsWith("socket:[")) return [target.slice("socket:[".length, -1)];
    return [];
  });
  return new Set(inodes);
}

/** Files of processes vanish while they are read. */
function readUnlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
