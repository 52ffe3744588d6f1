import type { Options } from "./options.ts";
import { oneOf } from "./readers.ts";

/** Option of commands that print text or JSON. */
export const formatOption = {
  format: { form: "text|json", default: "text", read: oneOf("text", "json"), help: "output format" },
} as const satisfies Options;
