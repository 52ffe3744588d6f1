import type { OutputChunk } from "rolldown";

/** Modules of the commands and entry points that must start fast, by name. They load no code that they do not use. */
export type FastStarts = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the name of the merged chunk of a module, from the chunks of a first build. A bundler makes a chunk for each set
 * of entry points that share code, and each takes time to load. Here only the given starts count: modules that the same
 * starts share are one chunk. A module that no start uses has no name.
 *
 * A module is used by all starts that use its importers, so merged chunks never import each other in a cycle.
 */
export function mergedChunkNames(
  chunks: readonly OutputChunk[],
  starts: FastStarts,
): (moduleId: string) => string | null {
  const chunksByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const users = new Map<OutputChunk, string[]>();
  for (const [name, modules] of Object.entries(starts)) {
    const reached = new Set(chunks.filter(({ facadeModuleId }) => modules.includes(facadeModuleId ?? "")));
    for (const chunk of reached)
      for (const file of chunk.imports) {
        const imported = chunksByFile.get(file);
        if (imported) reached.add(imported);
      }
    for (const chunk of reached) users.set(chunk, [...(users.get(chunk) ?? []), name]);
  }
  const names = new Map<string, string>();
  for (const [chunk, by] of users)
    if (chunk.facadeModuleId === null) for (const id of chunk.moduleIds) names.set(id, `for-${by.join("-")}`);
  return (moduleId) => names.get(moduleId) ?? null;
}
