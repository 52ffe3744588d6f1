/** Whether a network address is one of this machine alone. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address);
}

/** Whether the host of a URL is this machine: by its address, or by a name that means it everywhere (RFC 6761). */
export function isLocalUrl(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? "";
  return /^(.+\.)?localhost$/.test(name) || name === "[::1]" || isLoopback(name);
}

/** Whether an address or a host name to listen on is reached by this machine alone. */
export function isLocalHost(host: string): boolean {
  return isLocalUrl(`http://${host.includes(":") ? `[${host}]` : host}`);
}
