/** Value of a cookie in a Cookie header, as sent (RFC 6265, section 4.2). */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
