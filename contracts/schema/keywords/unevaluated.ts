import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import { createRequire } from "node:module";
import type * as Core from "ajv";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { targetPointer } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import type { SchemaSource } from "../ajv.ts";
import { isAnything } from "./well-formed.ts";
import { schemas } from "../schema.ts";

const require = createRequire(import.meta.url);

type Part = string | number;

/** Types of `dataPropType`, an enum that Ajv does not export. */
const dataPropTypes = { array: 0, object: 1 };

/**
 * Replaces `unevaluatedProperties` and `unevaluatedItems`. Ajv counts all items as evaluated once `contains` matches,
 * and loses or adds parts where a branch does not apply or a schema is referenced.
 */
export function replaceUnevaluated(ajv: Ajv2020, source?: SchemaSource): void {
  const { _ } = require("ajv") as typeof Core;
  ajv.opts.unevaluated = false;
  for (const [keyword, type, param] of [
    ["unevaluatedProperties", "object", "unevaluatedProperty"],
    ["unevaluatedItems", "array", "unevaluatedItem"],
  ] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type,
      schemaType: ["boolean", "object"],
      trackErrors: true,
      code(context) {
        const { gen, data, it, schema, parentSchema, errsCount } = context;
        if (isAnything(schema as Json)) return;
        const { [keyword]: _own, ...others } = parentSchema as JsonObject;
        const find = createFind(ajv, others, source);
        const parts = gen.const("unevaluated", _`${gen.scopeValue("func", { ref: find })}(${data})`);
        gen.forOf("part", parts, (part) => {
          if (schema === false) {
            context.setParams({ part });
            context.error();
            if (!it.allErrors) gen.break();
            return;
          }
          const valid = gen.name("valid");
          context.subschema({ keyword, dataProp: part, dataPropType: dataPropTypes[type] }, valid);
          if (!it.allErrors) gen.if(_`!${valid}`, () => gen.break());
        });
        context.ok(_`${errsCount} === errors`);
      },
      error: { message: "must not be there", params: ({ params }) => _`{${param}: ${params["part"]}}` },
    });
  }
}

/** Returns a function that finds the names or indexes that no keyword of a schema evaluates. */
function createFind(ajv: Ajv2020, schema: JsonObject, source?: SchemaSource): (value: Json) => Part[] {
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (value) => {
    const beyond = new Set<Part>(Array.isArray(value) ? value.keys() : Object.keys(value as JsonObject));
    const seen = new Set<JsonSchema>();
    removeEvaluated(schema);
    return [...beyond];

    /** Removes the parts that a schema evaluates, if the value fits it. */
    function removeEvaluated(part: JsonSchema): void {
      if (typeof part === "boolean" || seen.has(part) || beyond.size === 0) return;
      seen.add(part);
      if (typeof part["$ref"] === "string") removeEvaluated(source?.schemaAt(targetPointer(part["$ref"])) ?? true);
      schemas(part["allOf"]).forEach(removeEvaluated);
      for (const branch of [...schemas(part["anyOf"]), ...schemas(part["oneOf"])])
        if (fitsBranch(branch, value)) removeEvaluated(branch);
      if (part["if"] !== undefined) collectCondition(part);
      if (Array.isArray(value)) removeItems(part, value);
      else removeMembers(part, value as JsonObject);
    }

    function collectCondition({ if: condition, then, else: otherwise }: JsonObject): void {
      const holds = fitsBranch(condition as JsonSchema, value);
      if (holds) removeEvaluated(condition as JsonSchema);
      removeEvaluated(((holds ? then : otherwise) ?? true) as JsonSchema);
    }

    function removeItems(part: JsonObject, list: readonly Json[]): void {
      if (part["items"] !== undefined || part["unevaluatedItems"] !== undefined) beyond.clear();
      schemas(part["prefixItems"]).forEach((_, index) => beyond.delete(index));
      const { contains } = part;
      if (contains === undefined) return;
      for (const index of beyond)
        if (fitsBranch(contains as JsonSchema, list[index as number] as Json)) beyond.delete(index);
    }

    function removeMembers(part: JsonObject, object: JsonObject): void {
      const { properties, patternProperties, dependentSchemas } = part;
      if (part["additionalProperties"] !== undefined || part["unevaluatedProperties"] !== undefined) beyond.clear();
      if (isObject(properties)) for (const name of Object.keys(properties)) beyond.delete(name);
      for (const pattern of Object.keys(patternProperties ?? {})) {
        const expression = ajv.opts.code.regExp(pattern, "u");
        for (const name of beyond) if (expression.test(String(name))) beyond.delete(name);
      }
      for (const [name, dependent] of Object.entries((dependentSchemas ?? {}) as JsonObject))
        if (Object.hasOwn(object, name)) removeEvaluated(dependent as JsonSchema);
    }
  };

  function fitsBranch(branch: JsonSchema, value: Json): boolean {
    if (typeof branch === "boolean") return branch;
    let accepts = compiled.get(branch);
    if (!accepts) {
      compiled.set(branch, (accepts = ajv.compile(branch)));
      ajv.removeSchema(branch);
    }
    return accepts(value);
  }
}
