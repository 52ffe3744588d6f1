/** URL of a database for messages: without its passwords. */
export function withoutPassword(url: string): string {
  // By its text, because a URL that cannot be read is shown, too. A password may contain "@" and "/".
  return url.replace(/^([a-z]+:\/*[^:@/]*):.*@/i, "$1:…@").replaceAll(/([?&](?:ssl)?password=)[^&#]*/gi, "$1…");
}
