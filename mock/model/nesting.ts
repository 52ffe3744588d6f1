const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/** True if a JSON text nests deeper than a limit. Scans without parsing, because deep nesting overflows the stack. */
export function nestsDeeper(text: string, limit: number): boolean {
  // Each level needs at least one character.
  return text.length > limit && countMembers(text, limit) === undefined;
}

/**
 * True if a JSON text has more values than a limit. Each value but the first follows a comma or an opening bracket, so
 * that a short text needs no scan.
 */
export function hasMoreValues(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let values = 0;
  for (let index = 0; index < text.length && values <= limit; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = closingQuote(text, index);
    else if (character === COMMA || character === 0x5b || character === 0x7b) values++;
  }
  return values > limit;
}

/** Number of object members in a JSON text, duplicates included. Undefined if it nests deeper than a limit. */
export function countMembers(text: string, limit: number): number | undefined {
  let depth = 0;
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = closingQuote(text, index);
    else if (character === COLON) members++;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > limit) return undefined;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return members;
}

/** Index of the quotation mark that closes a JSON string. The length of the text if none does. */
export function closingQuote(text: string, opening: number): number {
  let index = opening;
  for (;;) {
    index = text.indexOf('"', index + 1);
    if (index < 0) return text.length;
    let before = index;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    // An even number of backslashes escapes itself, not the quotation mark.
    if ((index - before) % 2 === 0) return index;
  }
}
