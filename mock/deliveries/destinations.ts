import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from "node:dns";
import { BlockList, type LookupFunction, isIPv6 } from "node:net";
import { isLocalUrl } from "../model/loopback.ts";

export interface DestinationSettings {
  /** True if requests may leave this machine. */
  readonly deliverTo?: "loopback" | "anywhere";
  /** Hosts that are always allowed: "127.0.0.1", "receiver.test", or with a port, "127.0.0.1:9000". */
  readonly allowDelivery?: readonly string[];
  /** True if other machines can call the mock. Then this machine is refused unless it is an allowed host. */
  readonly isExposed?: boolean;
}

/** The reason why a URL is refused, or the lookup that resolves its host name to allowed addresses only. */
export type Destination = { readonly refused: string } | { readonly lookup: LookupFunction };

/** First segment of the paths of the control API. */
const CONTROL_SEGMENT = "_concord";

type Network = readonly [address: string, prefix: number];

/** Addresses of this machine. The unspecified address leads there as well. */
const loopback: readonly Network[] = [
  ["127.0.0.0", 8],
  ["0.0.0.0", 8],
  ["::1", 128],
  ["::", 128],
];

/** Link-local addresses, and other addresses where clouds serve metadata and credentials. */
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
 * Decides which URLs of clients the mock may send requests to.
 * @throws RangeError if an allowed host is invalid.
 */
export function createDestinations(
  { deliverTo, allowDelivery = [], isExposed = false }: DestinationSettings,
  lookup: Lookup = systemLookup,
): (url: URL) => Destination {
  const allowed = allowDelivery.map(readHost);
  const blocked = createBlockList(isExposed ? [...loopback, ...metadata] : metadata);
  const isBlocked = (address: string): boolean => blocked.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  const byName = lookupWhere(() => true);
  const guardedLookup = lookupWhere((address) => !isBlocked(address));

  return (url) => {
    const path = decodedPath(url.pathname);
    if (path === undefined)
      return { refused: `The path of "${url.origin}" is percent-encoded more than ${MAX_ENCODED} times over` };
    if (isControlPath(path)) return { refused: `"${url.origin}${url.pathname}" is a control path of a Concord mock` };
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    if (allowed.some((each) => each.hostname === url.hostname && (each.port ?? port) === port))
      return { lookup: byName };
    const isLocal = isLocalUrl(url.href);
    if (deliverTo !== "anywhere" && !isLocal) return { refused: otherMachineRefusal(url.host) };
    const isRefused = (isExposed && isLocal) || isBlocked(stripBrackets(url.hostname));
    if (isRefused) return { refused: notAllowed(url.host) };
    return { lookup: guardedLookup };
  };

  /** Resolves host names to addresses that match a condition. */
  function lookupWhere(isOpen: (address: string) => boolean): LookupFunction {
    return (hostname, options, callback) => {
      // Local names are never looked up, because the result could be another machine.
      if (isLocalUrl(`http://${hostname}`)) return passAddresses(callback, options.all, thisMachine);
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, []);
        const open = found.filter(({ address }) => isOpen(address));
        if (open.length > 0) return passAddresses(callback, options.all, open);
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

/** Passes one address or all of them, as Node requests. */
function passAddresses(callback: Callback, all: boolean | undefined, addresses: readonly LookupAddress[]): void {
  if (all) return callback(null, [...addresses]);
  const { address, family } = addresses[0] as LookupAddress;
  callback(null, address, family);
}

/**
 * True if a path leads to the control API, also below a prefix that a proxy may remove. The URL parser has resolved dot
 * segments and backslashes already.
 */
function isControlPath(path: string): boolean {
  return path.toLowerCase().split(/[/\\]/).includes(CONTROL_SEGMENT);
}

/** Maximum number of levels of percent-encoding: each level is decoded separately. */
const MAX_ENCODED = 8;

/** Decodes all levels of percent-encoding. Undefined if there are too many. */
function decodedPath(pathname: string): string | undefined {
  let path = pathname;
  for (let times = 0; times <= MAX_ENCODED; times++) {
    const decoded = decodeAscii(path);
    if (decoded === path) return path;
    path = decoded;
  }
  return undefined;
}

function decodeAscii(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

interface Host {
  readonly hostname: string;
  /** Undefined allows any port. */
  readonly port: string | undefined;
}

/** Parses an allowed host. @throws RangeError if the text is not a host. */
function readHost(text: string): Host {
  const url = URL.parse(`http://${text}`);
  if (!url || url.hostname === "" || /[/?#@\\\s]/.test(text))
    throw new RangeError(
      `Cannot allow deliveries to "${text}": that is not a host; a host is, for example, "127.0.0.1:9000" or "receiver.test"`,
    );
  return { hostname: url.hostname, port: /:(\d+)$/.exec(text)?.[1] };
}

function createBlockList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, isIPv6(address) ? "ipv6" : "ipv4");
  return list;
}

/** An IPv6 address without brackets. Names stay unchanged, because block lists do not contain them. */
function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function otherMachineRefusal(host: string): string {
  return `"${host}" is not this machine: to send there, start the mock with deliverTo: "anywhere" (--deliver-to anywhere)`;
}

function notAllowed(host: string, address?: string): string {
  const predicate = address === undefined ? "is" : `leads to ${address},`;
  return `"${host}" ${predicate} an address that deliveries reach only where it is allowed by name: start the mock with allowDelivery: ["${host}"] (--allow-delivery ${host})`;
}
