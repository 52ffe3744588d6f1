/** Foreign text with escaped control characters, which a terminal could obey. */
export function escapeControlCharacters(line: string): string {
  return line.replaceAll(
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
