/** A line of what somebody else wrote: what a terminal would take for a command is written out. */
export function visible(line: string): string {
  return line.replaceAll(
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
