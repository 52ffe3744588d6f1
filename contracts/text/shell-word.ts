/** Quotes a word of a command line. */
export function shellWord(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const escapes: Readonly<Record<string, string>> = {
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\t": String.raw`\t`,
  "\\": String.raw`\\`,
  "%": "%%",
  "'": String.raw`'\''`,
};

/** Quotes a format of printf (POSIX) that prints a text, without control characters, which a terminal or a copy would change. */
export function printfFormat(text: string): string {
  // A dash at the start would be an option.
  const escaped = text.replaceAll(/^-|[\p{Cc}'\\%]/gu, (character) => escapes[character] ?? octal(character));
  return `'${escaped}'`;
}

function octal(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
