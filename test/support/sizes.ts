import type { Sources } from "./imports.ts";

/** Characters of code in a text: without white space, and without comments where oxfmt puts them. */
export function countCode(text: string): number {
  const withoutBlocks = text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, "");
  const withoutComments = withoutBlocks.replaceAll(/(?:^|\s)\/\/.*$/gm, "");
  return withoutComments.replaceAll(/\s+/g, "").length;
}

/** Characters of code in each room, in thousands. */
export function sizesOfRooms(sources: Sources): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const [file, text] of sources) {
    const room = file.slice(0, file.indexOf("/"));
    sizes.set(room, (sizes.get(room) ?? 0) + countCode(text));
  }
  return new Map([...sizes].map(([room, size]) => [room, Math.ceil(size / 1000)]));
}
