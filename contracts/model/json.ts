/** Readonly JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** Readonly JSON object with any member names. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** JSON Schema 2020-12. Other dialects are converted to it. */
export type JsonSchema = boolean | JsonObject;
