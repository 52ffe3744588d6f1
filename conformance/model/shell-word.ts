const controls = /\p{Cc}/u;

const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\" };

/**
 * Quotes a word of a command line. A word with control characters is written as bash and zsh escape it, because a
 * terminal or a copy would change them.
 */
export function shellWord(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  if (!controls.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replaceAll(/[\p{Cc}'\\]/gu, (character) => escapes[character] ?? escapeOf(character));
  return `$'${escaped}'`;
}

function escapeOf(character: string): string {
  return `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, "0")}`;
}
