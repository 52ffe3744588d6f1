import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin, Problem } from "../../model/contract.ts";
import { type MutableOrigins, presetLineFinders, locateInFile } from "../../parsing/origins.ts";
import { createResolver } from "./resolve-reference.ts";
import { collectNamedSchemas } from "./schema-names.ts";
import { createTagValues } from "../../schema/tag-values.ts";
import type { DocumentSources } from "./read.ts";

/** Maximum length of a reference in an error message. */
const MAX_SHOWN_REFERENCE = 1000;

/** State of one run of `bundle()`. */
export type BundleRun = ReturnType<typeof startRun>;

export function startRun(sources: DocumentSources) {
  const schemaNames = collectNamedSchemas(sources);
  const resolveReference = createResolver(sources, schemaNames);
  const origins = startOrigins(sources);
  const problems: Problem[] = sources.faults.map(({ file, pointer, ...fault }) => ({
    ...fault,
    at: locateInFile(origins, file, pointer),
  }));
  return {
    sources,
    main: sources.values.get(sources.file) as JsonObject,
    schemaNames,
    resolveReference,
    tagValues: createTagValues<Origin>((reference, from) => {
      const resolved = resolveReference(reference, from);
      if ("value" in resolved) return { value: resolved.value, from: resolved.origin };
      return undefined;
    }),
    origins,
    problems,
    /** Imported parts, by section of `components` and name. */
    imported: {} as Record<string, Record<string, Json>>,
    /** References to imported parts, by section and origin. */
    importedReferences: new Map<string, string>(),
    /** Imports that wait, so that the call stack does not overflow. */
    pendingImports: [] as (() => void)[],
    importDepth: 0,
    /** Last number that was appended to each name. */
    lastSuffixes: new Map<string, number>(),
    /** Final references to targets that are not imported, by the result of `resolveReference()`. Most references repeat. */
    targetsInPlace: new Map<object, string>(),
    /** References of the main document that do not change. */
    unchangedReferences: new Set<Json>(),
    /** Number of values that were copied in place of references. */
    copiedValues: 0,
  };
}

function startOrigins({ file, files, moved, values, failures, numbers, lineFinders }: DocumentSources): MutableOrigins {
  const textOf = files.textOf?.bind(files);
  const origins: MutableOrigins = omitUndefined({
    file,
    parts: { ...moved },
    files: [...values.keys(), ...failures.keys()],
    numbers,
    textOf,
  });
  presetLineFinders(origins, lineFinders);
  return origins;
}

export function reportUnresolved(
  { problems, origins }: BundleRun,
  reference: string,
  failure: string,
  from: Origin,
): void {
  const shownReference =
    reference.length > MAX_SHOWN_REFERENCE ? `${reference.slice(0, MAX_SHOWN_REFERENCE)}…` : reference;
  const message = `Cannot resolve "${shownReference}": ${failure}`;
  problems.push({ code: "unresolved-ref", message, at: locateInFile(origins, from.file, from.pointer) });
}
