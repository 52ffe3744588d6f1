/** Word of a shell command, in single quotes. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
