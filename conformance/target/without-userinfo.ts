/** An address as it may be printed: a name and a password in it are nobody's business. */
export function withoutUserinfo(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/*)[^/?#]*@/i, "$1***@");
}
