/** Masks the user name and password in a URL, so that the URL can be printed. */
export function withoutUserinfo(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/*)[^/?#]*@/i, "$1***@");
}
