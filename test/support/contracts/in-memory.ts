import type { Contract, Json, JsonObject } from "../../../contracts/index.ts";
import { bundle } from "../../../contracts/openapi/bundling/bundle.ts";
import { compileContract } from "../../../contracts/openapi/compile.ts";
import { toOneDialect } from "../../../contracts/openapi/upgrading/dialect.ts";
import { findRareNames } from "../../../contracts/model/rare-names.ts";
import { createLocalFiles } from "../../../contracts/sources/files.ts";
import { documentOf } from "./scratch.ts";

/** Compiles a document in memory. Other files are given by their absolute paths. */
export function compileInMemory(parts: JsonObject, others: Readonly<Record<string, Json>> = {}): Contract {
  const file = "/docs/openapi.json";
  const values = new Map([[file, documentOf(parts)], ...Object.entries(others)]);
  const {
    document: bundled,
    origins,
    problems: found,
  } = bundle({
    file,
    values,
    failures: new Map(),
    files: createLocalFiles(),
    faults: [],
    moved: {},
    lineFinders: new Map(),
    rareNames: findRareNames({ values: Object.fromEntries(values) }),
  });
  const { document, problems } = toOneDialect(bundled, origins);
  return compileContract({ kind: "openapi", api: "test", file, document, origins, problems: [...found, ...problems] });
}

/** A contract whose only component schema is called "S". */
export function contractOfSchema(schema: Json, parts: JsonObject = {}): Contract {
  return compileInMemory({ ...parts, components: { schemas: { S: schema } } });
}
