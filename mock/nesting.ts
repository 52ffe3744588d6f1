const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether a JSON text nests deeper than a limit. It is not parsed: what nests too deep ends the stack of who does. */
export function nestsDeeper(text: Uint8Array, limit: number): boolean {
  // It takes a character to open each level.
  if (text.length <= limit) return false;
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as number;
    if (isText) {
      if (character === BACKSLASH) index++;
      else if (character === QUOTE) isText = false;
    } else if (character === QUOTE) isText = true;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > limit) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
}
