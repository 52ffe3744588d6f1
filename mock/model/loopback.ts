/** True for a loopback address. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address);
}

/** True if the host of a URL is a loopback address or a name under "localhost" (RFC 6761). */
export function isLocalUrl(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? "";
  return /^(.+\.)?localhost$/.test(name) || name === "[::1]" || isLoopback(name);
}

/** True if only this machine can reach a server that listens on this address or host name. */
export function isLocalHost(host: string): boolean {
  return isLocalUrl(`http://${host.includes(":") ? `[${host}]` : host}`);
}
