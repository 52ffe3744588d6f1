import type { Json, JsonObject } from "../model/json.ts";
import { isConstraint } from "../schema/keywords/index.ts";
import { type FormFault, formFaults } from "../schema/form-faults.ts";
import { type ObjectKind, isNodeKind } from "../schema/member-forms.ts";
import { swaggerForms } from "./upgrading/swagger-forms.ts";

/** Reports a member whose value does not have its form. */
export type ReportMisformed = (code: string, path: FormFault["path"], message: string, value: Json) => void;

/**
 * Checks the members of a node of OpenAPI 3.0 or 3.1, and removes those that do not have their forms, so that nothing
 * reads them. Nodes below it, and keywords that a validator checks, are not looked at.
 */
export function withoutMisformed(node: JsonObject, kind: ObjectKind, report: ReportMisformed): JsonObject {
  const faults = formFaults(node, kind, { enters: (inner) => !isNodeKind(inner) }).filter(
    ({ path: [name] }) => kind !== "schema" || !isConstraint(String(name)),
  );
  if (faults.length === 0) return node;
  for (const fault of faults) reportFault(fault, report);
  const removed = new Set(faults.flatMap(({ path: [name, ...below] }) => (below.length === 0 ? [name] : [])));
  return Object.fromEntries(Object.entries(node).filter(([name]) => !removed.has(name)));
}

/** Checks the members of a document of OpenAPI 2.0 that the conversion reads, and removes those without their forms. */
export function withoutMisformedSwagger(document: JsonObject, report: ReportMisformed): JsonObject {
  const faults = formFaults(document, "document", { forms: swaggerForms, enters: (kind) => kind !== "schema" });
  for (const fault of faults) reportFault(fault, report);
  return faults.reduce((rest, { path }) => removeByPath(rest, path) as JsonObject, document);
}

/** Removes the member at a path. Items of lists stay, so that the places of the others stay the same. */
function removeByPath(value: Json, [first, ...others]: FormFault["path"]): Json {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.map((item, index) => (index === first && others.length > 0 ? removeByPath(item, others) : item));
  }
  const entries = Object.entries(value as JsonObject);
  if (others.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== first));
  return Object.fromEntries(entries.map(([name, one]) => [name, name === first ? removeByPath(one, others) : one]));
}

/** Lists and maps without a value, which are read as absent. Without `security`, operations need no credentials. */
function isEmptyMember({ path, value, form }: FormFault): boolean {
  return value === null && (form.holds !== "value" || form.isDescriptive === true) && path.at(-1) !== "security";
}

function reportFault(fault: FormFault, report: ReportMisformed): void {
  const { path, value, form } = fault;
  const name = path.findLast((token) => typeof token === "string") ?? "";
  if (isEmptyMember(fault)) return report("empty-member", path, `"${name}" has no value: it is read as absent`, value);
  const code = form.isDescriptive ? "misformed-note" : "misformed-member";
  report(
    code,
    path,
    `Cannot use "${name}": ${shortJson(value)} is not ${form.words}${suggestBoolean(value, form)}`,
    value,
  );
}

function suggestBoolean(value: Json, { words }: FormFault["form"]): string {
  if (words !== "true or false" || typeof value !== "string") return "";
  if (/^(true|false)$/i.test(value)) return `; write ${value.toLowerCase()} without quotes`;
  if (/^(yes|no|on|off|y|n)$/i.test(value)) return `; YAML 1.2 reads ${value} as a text`;
  return "";
}

/** JSON of a value, shortened for a message. */
export function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  if (text.length > 60) return `${text.slice(0, 60)}…`;
  return text;
}
