import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../contracts/index.ts";
import { root } from "../../test/support/imports.ts";
import { type Page, code, page, prose, table } from "./markdown.ts";

const reports = [
  { room: "conformance", command: "concord conform", option: "--report json:FILE" },
  { room: "compat", command: "concord compat", option: "--format json" },
];

/** One page for each JSON report that a JSON Schema describes. */
export function reportSchemaPages(): readonly Page[] {
  return reports.map(({ room, command, option }) => {
    const file = `${room}/reports/report.schema.json`;
    const schema = JSON.parse(readFileSync(join(root, file), "utf8")) as JsonObject;
    const definitions = Object.entries((schema.$defs ?? {}) as Readonly<Record<string, JsonObject>>);
    return page(`reference/reports/${room}.md`, `JSON report of ${command}`, [
      `\`${option}\` writes this report. Its JSON Schema is the file \`${file}\`; the package exports it as \`concord-toolkit/${room}/report.schema.json\`.`,
      "Later versions may add members. Members that are listed here keep their meaning.",
      "## Report",
      membersOf(schema),
      ...definitions.flatMap(([name, definition]) => [
        `## ${name}`,
        ...(definition.description === undefined ? [] : [prose(String(definition.description))]),
        definition.properties === undefined ? `Type: ${typeOf(definition)}` : membersOf(definition),
      ]),
    ]);
  });
}

function membersOf({ properties = {}, required = [] }: JsonObject): string {
  const rows = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, member]) => [
    code(name),
    typeOf(member),
    (required as readonly string[]).includes(name) ? "always" : "",
    String(member.description ?? ""),
  ]);
  return table(["member", "type", "present", "meaning"], rows);
}

function typeOf(schema: JsonObject): string {
  const {
    $ref,
    type,
    items,
    enum: values,
    const: constant,
    anyOf,
    oneOf,
  } = schema as {
    $ref?: string;
    type?: string | readonly string[];
    items?: JsonObject;
    enum?: readonly unknown[];
    const?: unknown;
    anyOf?: readonly JsonObject[];
    oneOf?: readonly JsonObject[];
  };
  if ($ref !== undefined) return nameOf($ref);
  if (values) return values.map((value) => code(String(value))).join(", ");
  if (constant !== undefined) return code(String(constant));
  const branches = anyOf ?? oneOf;
  if (branches) return branches.map(typeOf).join(" or ");
  if (type === "array") return `list of ${items ? typeOf(items) : "anything"}`;
  if (type === undefined) return "anything";
  return [type].flat().join(" or ");
}

/** Name of the definition to which a reference points. */
function nameOf(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  return `[${name}](#${name.toLowerCase()})`;
}
