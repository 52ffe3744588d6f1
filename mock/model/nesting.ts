const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Whether a JSON text nests deeper than a limit. It is not parsed: what nests too deep ends the stack of who does. */
export function nestsDeeper(text: string, limit: number): boolean {
  // It takes a character to open each level.
  return text.length > limit && countMembers(text, limit) === undefined;
}

/** How many members the objects in a JSON text have, each repetition counted; nothing where it nests deeper than a limit. */
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

/** Where the quotation mark is that closes a text of JSON; past the end where none does. */
export function closingQuote(text: string, opening: number): number {
  let index = opening;
  for (;;) {
    index = text.indexOf('"', index + 1);
    if (index < 0) return text.length;
    let before = index;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    // Every second backslash belongs to the one before it.
    if ((index - before) % 2 === 0) return index;
  }
}
