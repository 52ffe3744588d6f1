import { toList, nonEmptyText } from "../model/json-parts.ts";
import type { ContentReader } from "./content-reader.ts";
import type { Parameter, ParameterLocation } from "../model/contract.ts";
import { type ResolvedNode, cachedByNode } from "./node-reader.ts";
import { join } from "../model/pointer.ts";
import { reservedHeaders } from "../model/reserved-headers.ts";
import { listParameterNames, withoutQuery } from "../model/template.ts";
import { unresolvedSchema } from "./unresolved.ts";

const parameterLocations: readonly string[] = ["path", "query", "header", "cookie"];

/**
 * Creates a reader of the parameters of an operation and its path item. The operation's parameter wins if name and
 * location are equal. Parameters for which the path template has no place are added to `unplaced`.
 */
export function createParameterReader(reader: ContentReader) {
  const readCached = cachedByNode((found) => readParameter(reader, found));
  return (item: ResolvedNode, operation: ResolvedNode, path: string, unplaced: Parameter[] = []): Parameter[] => {
    const declared = [operation, item].flatMap(({ node, pointer, standing }) =>
      toList(node["parameters"]).map((parameter, index) =>
        readCached(reader.resolveNode(parameter, join(pointer, "parameters", index), standing)),
      ),
    );
    const templateNames = new Set(listParameterNames(path));
    const parametersByKey = new Map<string, Parameter>();
    for (const parameter of declared) {
      if (!parameter || parametersByKey.has(`${parameter.in} ${parameter.name}`)) continue;
      if (parameter.in !== "path" || templateNames.has(parameter.name)) {
        parametersByKey.set(`${parameter.in} ${parameter.name}`, parameter);
        continue;
      }
      const message = `Path template "${path}" does not contain path parameter "${parameter.name}"`;
      reader.report("unused-path-parameter", message, parameter.pointer);
      unplaced.push(parameter);
    }
    return [...parametersByKey.values(), ...describeUndeclared(reader, path, parametersByKey, operation)];
  };
}

/** Returns parameters that the path template contains and the document does not describe. They accept any string. */
function describeUndeclared(
  { nodeFields, report }: ContentReader,
  path: string,
  declared: ReadonlyMap<string, Parameter>,
  operation: ResolvedNode,
): Parameter[] {
  const pathNames = new Set(listParameterNames(withoutQuery(path)));
  return [...new Set(listParameterNames(path))]
    .filter((name) => !declared.has(`path ${name}`) && (pathNames.has(name) || !declared.has(`query ${name}`)))
    .map((name) => {
      const message = `Path parameter "${name}" of "${path}" is not described`;
      report("undeclared-path-parameter", message, operation.pointer);
      const owner = nodeFields(operation);
      return {
        ...owner,
        name,
        in: "path",
        required: true,
        style: "simple",
        explode: false,
        schema: { ...owner, value: { type: "string" } },
      };
    });
}

function readParameter(
  { nodeFields, report, compileContent, compileExamples, compileSchema }: ContentReader,
  found: ResolvedNode,
): Parameter | undefined {
  const { node, pointer } = found;
  const { name, in: location, explode } = node;
  // The unresolved reference has been reported already.
  if (unresolvedSchema(node)) return undefined;
  if (typeof name !== "string" || typeof location !== "string" || !parameterLocations.includes(location)) {
    report(
      "invalid-parameter",
      "A parameter needs a name, and a place that is path, query, header or cookie",
      typeof name === "string" && location !== undefined ? join(pointer, "in") : pointer,
    );
    return undefined;
  }
  const isInPath = location === "path";
  if (isInPath && node["required"] === false)
    report(
      "optional-path-parameter",
      `Path parameter "${name}" has "required": false, and is read as required: every path has it`,
      join(pointer, "required"),
    );
  if (location === "header" && reservedHeaders.includes(name.toLowerCase())) return undefined;
  const style = nonEmptyText(node["style"], isInPath || location === "header" ? "simple" : "form");
  const content = compileContent(found)[0];
  const examples = Object.values(content?.examples ?? compileExamples(node));
  return {
    ...nodeFields(found),
    name,
    in: location as ParameterLocation,
    required: isInPath || node["required"] === true,
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject",
    ...(content && { mediaType: content.mediaType }),
    schema: content?.schema ?? compileSchema(node["schema"] ?? true, join(pointer, "schema"), found.standing),
    ...(examples.length > 0 && { examples }),
  };
}
