import type { Contract, Schema } from "../model/contract.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import { nameOfReference } from "../schema/reference-name.ts";
import { resolveMemberSchema, listMemberSchemas, listSchemaParts } from "../schema/schema.ts";
import { writeText } from "./text.ts";

/** Writes a value as XML, with the names of the `xml` objects of its schema (OpenAPI 3.1, 4.8.26). */
export function writeXml(contract: Contract, schema: Pick<Schema, "value">, value: Json): string {
  const root = nameOfReference(schema.value as Json) ?? "root";
  if (Array.isArray(value)) return writeElement(root, schema.value, writeItems(schema.value, root, value));
  return writeMember(root, schema.value, value);

  function writeMember(name: string, member: JsonSchema, one: Json): string {
    if (Array.isArray(one)) {
      const items = writeItems(member, name, one);
      if (readXmlKeyword(member)["wrapped"] === true) return writeElement(name, member, items);
      return items;
    }
    if (!isObject(one)) return writeElement(name, member, escapeXml(one === null ? "" : writeText(one)));
    let attributes = "";
    let children = "";
    for (const [key, part] of Object.entries(one)) {
      const inner = resolveMemberSchema(contract, member, key);
      if (readXmlKeyword(inner)["attribute"] === true)
        attributes += ` ${toXmlName(key, inner)}="${escapeXml(writeText(part as Json))}"`;
      else children += writeMember(key, inner, part as Json);
    }
    return writeElement(name, member, children, attributes);
  }

  function writeItems(list: JsonSchema, name: string, items: readonly Json[]): string {
    const item = { allOf: listMemberSchemas(contract, list, "items") };
    return items.map((one) => writeMember(name, item, one)).join("");
  }

  function writeElement(name: string, own: JsonSchema, content: string, attributes = ""): string {
    const { namespace, prefix } = readXmlKeyword(own);
    const scope = typeof prefix === "string" ? `xmlns:${prefix}` : "xmlns";
    const declared = typeof namespace === "string" ? ` ${scope}="${escapeXml(namespace)}"` : "";
    const tag = toXmlName(name, own);
    return `<${tag}${declared}${attributes}>${content}</${tag}>`;
  }

  function toXmlName(name: string, own: JsonSchema): string {
    const { name: given = name, prefix } = readXmlKeyword(own);
    if (typeof prefix === "string") return `${prefix}:${String(given)}`;
    return String(given);
  }

  function readXmlKeyword(own: JsonSchema): JsonObject {
    return (
      listSchemaParts(contract, own)
        .map(({ xml }) => xml)
        .find((xml) => isObject(xml)) ?? {}
    );
  }
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
