import { object } from "../model/json-parts.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { readHeaderStyle } from "./upgrading/collection-format.ts";
import type { Header, MediaType, Schema } from "../model/contract.ts";
import { fieldEncoding } from "./upgrading/encodings.ts";
import { parseMediaType } from "../model/media-type.ts";
import { type NodeReader, type ResolvedNode, cachedByNode } from "./node-reader.ts";
import { join } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { exampleMembers } from "../schema/examples/list-examples.ts";
import type { Standing } from "../schema/standing.ts";
import { isJson } from "../model/success.ts";
import { unresolvedSchema } from "./unresolved.ts";

/** Readers of nodes, headers, bodies and schemas. */
export interface ContentReader extends NodeReader {
  /** Examples of a parameter or a media type, by name. */
  readonly compileExamples: (node: JsonObject) => Record<string, Json>;
  readonly compileContent: (resolved: ResolvedNode) => MediaType[];
  readonly compileHeaders: (resolved: ResolvedNode) => Header[];
  readonly compileSchema: (value: Json, pointer: string, inherited: Standing) => Schema;
}

/** Creates readers of the parts that parameters, requests and responses have in common. */
export function createContentReader(nodes: NodeReader, rootStanding: Standing): ContentReader {
  const { nodeFields, resolveNode } = nodes;
  const cachedHeader = cachedByNode(readHeader);
  return { ...nodes, compileContent, compileExamples, compileHeaders, compileSchema };

  /** Returns the headers without Content-Type, which OpenAPI describes by `content`. */
  function compileHeaders({ node, pointer, standing }: ResolvedNode): Header[] {
    return Object.entries(object(node["headers"]))
      .map(([name, header]) => ({
        name: name.toLowerCase(),
        ...cachedHeader(resolveNode(header, join(pointer, "headers", name), standing)),
      }))
      .filter(({ name }) => name !== "content-type");
  }

  function readHeader(resolved: ResolvedNode): Omit<Header, "name"> {
    const content = compileContent(resolved)[0];
    return {
      ...nodeFields(resolved),
      required: resolved.node["required"] === true,
      style: readHeaderStyle(resolved.node),
      explode: resolved.node["explode"] === true,
      ...(content && isJson(content.mediaType) && { mediaType: content.mediaType }),
      schema:
        content?.schema ??
        compileSchema(
          resolved.node["schema"] ?? unresolvedSchema(resolved.node) ?? true,
          join(resolved.pointer, "schema"),
          resolved.standing,
        ),
    };
  }

  function compileContent({ node, pointer, standing }: ResolvedNode): MediaType[] {
    return Object.entries(object(node["content"])).map(([name, value]) => {
      const mediaType = resolveNode(value, join(pointer, "content", name), standing);
      const schema = mediaType.node["schema"] ?? unresolvedSchema(mediaType.node);
      return {
        ...nodeFields(mediaType),
        ...parseMediaType(name),
        ...((isObject(schema) || typeof schema === "boolean") && {
          schema: compileSchema(schema, join(mediaType.pointer, "schema"), mediaType.standing),
        }),
        examples: compileExamples(mediaType.node),
        ...compileEncodings(mediaType),
      };
    });
  }

  /** How form fields are written, and the headers of parts (OpenAPI 3.1, 4.8.15). */
  function compileEncodings({ node, pointer, standing }: ResolvedNode): Pick<MediaType, "encodings" | "partHeaders"> {
    const encodings = resolveNode(node["encoding"], join(pointer, "encoding"), standing);
    const fields = Object.entries(encodings.node).flatMap(([name, value]) =>
      isObject(value) ? [[name, resolveNode(value, join(encodings.pointer, name), encodings.standing)] as const] : [],
    );
    const headersByField = fields.flatMap(([name, field]) => {
      const headers = compileHeaders(field);
      if (headers.length > 0) return [[name, headers] as const];
      return [];
    });
    return {
      ...(fields.length > 0 && {
        encodings: Object.fromEntries(fields.map(([name, field]) => [name, fieldEncoding(field.node)])),
      }),
      ...(headersByField.length > 0 && { partHeaders: Object.fromEntries(headersByField) }),
    };
  }

  function compileExamples(holder: JsonObject): Record<string, Json> {
    const namedExamples = Object.entries(object(holder["examples"])).flatMap(([name, value]) => {
      const { node } = resolveNode(value, "", rootStanding);
      const example = exampleMembers.map((member) => node[member]).find((one) => one !== undefined);
      if (example === undefined) return [];
      return [[name, example] as const];
    });
    return Object.fromEntries(
      holder["example"] === undefined ? namedExamples : [["default", holder["example"]], ...namedExamples],
    );
  }

  function compileSchema(value: Json, pointer: string, inherited: Standing): Schema {
    const schema: JsonSchema = isObject(value) || typeof value === "boolean" ? value : true;
    return { ...nodeFields({ pointer, standing: resolveNode(schema, pointer, inherited).standing }), value: schema };
  }
}
