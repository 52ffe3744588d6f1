import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../contracts/index.ts";
import { faultCatalogue } from "../mock/index.ts";
import { mergeOptions } from "../mock/faults/fault.ts";
import { root } from "../test/support/imports.ts";

// Writes the schemas of faults into the contract of the control API. Run it with `npm run docs:reference`.

type FaultEntry = (typeof faultCatalogue)[number];

/** The contract of the control API. */
export const controlFile = join(root, "contracts/control/openapi.yaml");

const start = "    # Generated from mock/faults/catalogue.ts by `npm run docs:reference`: begin.\n";
const end = "    # Generated from mock/faults/catalogue.ts: end.\n";

/** The contract of the control API with the schemas of these faults. */
export function withFaultSchemas(text: string, faults: readonly FaultEntry[]): string {
  const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (before < start.length || after < before) throw new Error("the marks of the generated schemas are missing");
  return text.slice(0, before) + faultSchemas(faults) + text.slice(after);
}

/** One schema for each fault, and the one that selects among them. */
function faultSchemas(faults: readonly FaultEntry[]): string {
  const refs = faults.map(({ id }) => [id, `#/components/schemas/${schemaName(id)}`] as const);
  const lines = [
    "    Fault:",
    "      description: Setting of a fault.",
    "      oneOf:",
    ...refs.map(([, $ref]) => `        - ${flow({ $ref })}`),
    "      discriminator:",
    "        propertyName: id",
    "        mapping:",
    ...refs.map(([id, $ref]) => `          ${id}: ${flow($ref)}`),
    ...faults.flatMap((fault) => ["", ...schemaLines(fault)]),
  ];
  return `${lines.join("\n")}\n`;
}

function schemaLines(fault: FaultEntry): readonly string[] {
  const options = Object.entries(mergeOptions(fault));
  const required = options.filter(([, { presence }]) => presence === "required").map(([name]) => name);
  return [
    `    ${schemaName(fault.id)}:`,
    `      description: ${flow(`The fault ${fault.id}: ${fault.summary}.`)}`,
    "      type: object",
    "      additionalProperties: false",
    `      required: ${flow(["id", ...required])}`,
    "      properties:",
    `        id: { const: ${fault.id} }`,
    ...options.map(([name, { description, schema }]) => `        ${name}: ${flow({ description, ...schema })}`),
  ];
}

/** "FailNthFault" for "fail-nth". */
function schemaName(id: string): string {
  const words = id.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join("")}Fault`;
}

/** JSON, which is YAML as well, in one line. */
function flow(value: JsonObject | readonly string[] | string): string {
  return JSON.stringify(value, undefined, 1).replaceAll(/\n */g, " ").replaceAll("[ ", "[").replaceAll(" ]", "]");
}

if (import.meta.main) writeFileSync(controlFile, withFaultSchemas(readFileSync(controlFile, "utf8"), faultCatalogue));
