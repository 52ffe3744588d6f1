import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from "node:dns";
import { BlockList, type LookupFunction, isIPv6 } from "node:net";
import { isLocalUrl } from "../model/loopback.ts";

export interface DestinationSettings {
  /** Whether requests may leave this machine. */
  readonly deliverTo?: "loopback" | "anywhere";
  /** Hosts that are allowed whatever else is set: "127.0.0.1", "receiver.test", or with a port, "127.0.0.1:9000". */
  readonly allowDelivery?: readonly string[];
  /** Whether other machines can call the mock: then this machine has to be allowed by name. */
  readonly isExposed?: boolean;
}

/** Why a URL is refused, or how its host name is resolved: to allowed addresses alone. */
export type Destination = { readonly refused: string } | { readonly lookup: LookupFunction };

/** The name that the paths of every mock's control API begin with. */
const CONTROL_SEGMENT = "_concord";

type Network = readonly [address: string, prefix: number];

/** This machine; the unspecified address leads there, too. */
const loopback: readonly Network[] = [
  ["127.0.0.0", 8],
  ["0.0.0.0", 8],
  ["::1", 128],
  ["::", 128],
];

/** Link-local addresses, and the other addresses at which clouds serve metadata and credentials. */
const metadata: readonly Network[] = [
  ["169.254.0.0", 16],
  ["fe80::", 10],
  ["fd00:ec2::254", 128],
  ["100.100.100.200", 32],
];

type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Decides where the mock may send requests whose URL a client chose.
 * @throws RangeError where an allowed host is none.
 */
export function createDestinations(
  { deliverTo, allowDelivery = [], isExposed = false }: DestinationSettings,
  lookup: Lookup = systemLookup,
): (url: URL) => Destination {
  const allowed = allowDelivery.map(readHost);
  const blocked = blockListOf(isExposed ? [...loopback, ...metadata] : metadata);
  const isBlocked = (address: string): boolean => blocked.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  const byName = lookupWhere(() => true);
  const guarded = lookupWhere((address) => !isBlocked(address));

  return (url) => {
    const path = decodedPath(url.pathname);
    if (path === undefined)
      return { refused: `The path of "${url.origin}" is percent-encoded more than ${MAX_ENCODED} times over` };
    if (isControlPath(path)) return { refused: `"${url.origin}${url.pathname}" is a control path of a Concord mock` };
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    if (allowed.some((each) => each.hostname === url.hostname && (each.port ?? port) === port))
      return { lookup: byName };
    const isLocal = isLocalUrl(url.href);
    if (deliverTo !== "anywhere" && !isLocal) return { refused: notHere(url.host) };
    const isRefused = (isExposed && isLocal) || isBlocked(addressOf(url.hostname));
    return isRefused ? { refused: notAllowed(url.host) } : { lookup: guarded };
  };

  /** Resolves host names to addresses that fulfil a condition. */
  function lookupWhere(isOpen: (address: string) => boolean): LookupFunction {
    return (hostname, options, callback) => {
      // A local name is never looked up: the answer could lead elsewhere.
      if (isLocalUrl(`http://${hostname}`)) return answer(callback, options.all, thisMachine);
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, []);
        const open = found.filter(({ address }) => isOpen(address));
        if (open.length > 0) return answer(callback, options.all, open);
        callback(new DestinationError(notAllowed(hostname, found[0]?.address)), []);
      });
    };
  }
}

/** Refuses a host name by the addresses that it resolves to. */
export class DestinationError extends Error {}

const thisMachine: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

type Callback = Parameters<LookupFunction>[2];

/** Where Node is told to take the first address alone, it asks for one. */
function answer(callback: Callback, all: boolean | undefined, addresses: readonly LookupAddress[]): void {
  if (all) return callback(null, [...addresses]);
  const { address, family } = addresses[0] as LookupAddress;
  callback(null, address, family);
}

/**
 * Whether a path names the control API, also below a prefix that a proxy may take away. Dot segments and backslashes
 * are resolved already by the URL parser.
 */
function isControlPath(path: string): boolean {
  return path.toLowerCase().split(/[/\\]/).includes(CONTROL_SEGMENT);
}

/** Each level is read anew, so a path of very many would take minutes. */
const MAX_ENCODED = 8;

/** A path without any percent-encoding, however often it was encoded; undefined where that was too often. */
function decodedPath(pathname: string): string | undefined {
  let path = pathname;
  for (let times = 0; times <= MAX_ENCODED; times++) {
    const decoded = decode(path);
    if (decoded === path) return path;
    path = decoded;
  }
  return undefined;
}

function decode(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

interface Host {
  readonly hostname: string;
  /** Any port if undefined. */
  readonly port: string | undefined;
}

/** @throws RangeError */
function readHost(text: string): Host {
  const url = URL.parse(`http://${text}`);
  if (!url || url.hostname === "" || /[/?#@\\\s]/.test(text))
    throw new RangeError(
      `Cannot allow deliveries to "${text}": that is no host; name one such as "127.0.0.1:9000" or "receiver.test"`,
    );
  return { hostname: url.hostname, port: /:(\d+)$/.exec(text)?.[1] };
}

function blockListOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, isIPv6(address) ? "ipv6" : "ipv4");
  return list;
}

/** An IPv6 address without its brackets. Names stay as they are: no block list has them. */
function addressOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function notHere(host: string): string {
  return `"${host}" is not this machine: to send there, start the mock with deliverTo: "anywhere" (--deliver-to anywhere)`;
}

function notAllowed(host: string, address?: string): string {
  const leads = address === undefined ? "is" : `leads to ${address},`;
  return `"${host}" ${leads} an address that deliveries reach only where it is allowed by name: start the mock with allowDelivery: ["${host}"] (--allow-delivery ${host})`;
}
