/** Where a document that lists no server has its own (OpenAPI 3.1, 4.8.1). */
const unlisted = ["/"];

/** Whether a URL is one of some servers, however it is written: hosts have no case, and no slash is needed at the end. */
export function isAmong(url: string, servers: readonly string[]): boolean {
  return (servers.length === 0 ? unlisted : servers).some((one) => plain(one) === plain(url));
}

/** Scheme and host in lower case, but for the names of variables, and nothing that is the default of a scheme. */
function plain(url: string): string {
  const host = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? "";
  const lower = host.replaceAll(/\{[^{}]*\}|[^{]/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
  const usual = lower.replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2");
  return (usual + url.slice(host.length)).replace(/\/+$/, "");
}
