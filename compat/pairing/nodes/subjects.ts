import type { Server } from "../../model/server.ts";
import type { XmlNode } from "./xml-node.ts";
import type { ComparedSchemas } from "../../schema/compared-schemas.ts";
import type { Codes } from "../../model/code-list.ts";
import type { DistinctiveConstant } from "../../model/distinctive-constant.ts";
import type { Basis, Json, JsonSchema, JsonType, MediaType, Schema, SecurityScheme } from "../../../contracts/index.ts";
import type { Lifecycle } from "../../model/lifecycle.ts";
import type { TokenSource } from "../../model/tokens.ts";
import type { Naming } from "../../schema/bounds/naming.ts";

/** Direction of a value: "in" for values that the provider receives, "out" for values that it sends. */
export type Polarity = "in" | "out";

/** One API: its operations by method and path template without parameter names, and its webhooks by name. */
interface ApiNode {
  readonly pointer: string;
  /** `info.version`, if the document has it as a text. */
  readonly version?: string;
  readonly operations: ReadonlyMap<string, OperationNode>;
  readonly webhooks: ReadonlyMap<string, OperationNode>;
  readonly servers: readonly Server[];
  /** Token endpoints, by flow and URL. */
  readonly tokens: ReadonlyMap<string, TokenSource>;
  /** The operation with an operationId: evidence that an operation was moved. */
  byId(operationId: string): OperationNode | undefined;
}

export interface OperationNode {
  /** Name of the operation: "METHOD /path/{template}". */
  readonly name: string;
  /** The `operationId` in the document; undefined if it has none. */
  readonly operationId?: string;
  readonly pointer: string;
  readonly basis: Basis;
  readonly lifecycle?: Lifecycle;
  /** True if the operation or its path lists servers of its own. */
  readonly hasOwnServers?: boolean;
  /** For an added operation, the operation of the base that handled its requests. */
  readonly takenFrom?: string | undefined;
}

/** A security requirement. The identity of a scheme is the same on both sides, even if the scheme was renamed. */
export type Credentials = readonly (SecurityScheme & { readonly identity: string })[];

/** An operation, webhook or callback. */
export interface ExchangeNode extends OperationNode {
  readonly lifecycle: Lifecycle;
  /** Alternative requirements; undefined for webhooks and callbacks. */
  readonly security?: readonly Credentials[];
  /** True if the operation has a `security` of its own. */
  readonly hasOwnSecurity: boolean;
  /** Pointer of its security: the own one of the exchange, or that of the whole document. */
  readonly securityAt: string;
  readonly tags: readonly string[];
  readonly servers: readonly Server[];
  readonly hasOwnServers: boolean;
  /** Callbacks. Paired ones have the same key on both sides. */
  readonly callbacks: ReadonlyMap<string, OperationNode>;
}

/** The request of an exchange: parameters by location and name (path parameters by position), and a body. */
interface RequestNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly parameters: ReadonlyMap<string, ParameterNode>;
  readonly body?: BodyNode;
}

interface BodyNode extends PartWithBasis {
  readonly required: boolean;
}

export interface ParameterNode {
  readonly polarity: Polarity;
  readonly name: string;
  /** Path step in changes: "query.limit". */
  readonly step: string;
  /** Location: "query", "header", "path" or "cookie". */
  readonly in: string;
  readonly required: boolean;
  /** Style of its serialization, such as "form exploded". Equal for styles that write its types in the same way. */
  readonly writing: string;
  /** True if the path contains its name (`;id=1`). */
  readonly writesName: boolean;
  /** True if JSON writes its values as the same text: numbers and booleans. */
  readonly isAlikeInJson: boolean;
  /** True if values can contain reserved URL characters unencoded; undefined if its values have none. */
  readonly allowsReserved?: boolean;
  /** True if the name without a value is accepted (`allowEmptyValue`). */
  readonly allowsEmpty: boolean;
  /** Checks whether its schema accepts an empty text. */
  acceptsEmpty(): boolean;
  readonly pointer: string;
  readonly basis: Basis;
  readonly lifecycle: Lifecycle;
  /** Deprecation and sunset of its schema. */
  readonly schemaLifecycle: Lifecycle;
}

/** A property of a form or multipart body, and its encoding. */
export interface PartNode {
  readonly polarity: Polarity;
  readonly name: string;
  /** Path step in changes: "body.file". */
  readonly step: string;
  /** True if the media type has an `encoding` for it. */
  readonly hasEncoding: boolean;
  /** Possible serializations, such as "form exploded"; undefined if they are indistinguishable. */
  readonly writings?: readonly string[];
  /** Media types that the part can have, if they are known. */
  readonly types?: readonly string[];
  /** True if values can contain reserved URL characters unencoded; undefined if its values have none. */
  readonly allowsReserved?: boolean;
  /** Headers of the part, by name in lower case. */
  readonly headers: ReadonlyMap<string, PartHeaderNode>;
  readonly pointer: string;
  readonly basis: Basis;
}

interface PartHeaderNode extends HeaderNode {
  /** Path step in changes: "body.file:header.x-kind". */
  readonly step: string;
  readonly schema: Schema;
}

/** A part of a document, and its basis. */
export interface PartWithBasis {
  readonly pointer: string;
  readonly basis: Basis;
}

/** The bodies of a request or response, by media type. */
export interface ContentNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly types: ReadonlyMap<string, MediaType>;
}

/** The responses of an exchange, by status. */
export interface ResponsesNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly statuses: ReadonlyMap<string, ResponseNode>;
}

export interface ResponseNode extends PartWithBasis {
  readonly status: string;
  /** Digest of the body: equal for equal bodies. */
  readonly body: string;
  /** Values that its bodies list as error codes, by path: "body.code". */
  codes(): Codes;
}

/** The headers of a response, by name in lower case. */
interface ResponseHeadersNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly headers: ReadonlyMap<string, ResponseHeaderNode>;
}

export interface ResponseHeaderNode extends HeaderNode {
  /** Style of its serialization, such as "simple exploded". Equal for styles that write its types in the same way. */
  readonly writing: string;
  readonly lifecycle: Lifecycle;
}

interface HeaderNode {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly basis: Basis;
}

/** An effective schema: `$ref` resolved, allOf merged, without properties that this direction never contains. */
export interface SchemaNode {
  readonly polarity: Polarity;
  /** Pointer to its definition. */
  readonly pointer: string;
  readonly basis: Basis;
  /** JSON types that it accepts, in a fixed order. All types if it has no `type`; "number" includes "integer". */
  readonly types: readonly JsonType[];
  readonly typesAt: string;
  /** Pointer to the keyword that adds null, if it is not `type`; else `typesAt`. */
  readonly nullAt: string;
  /** References in it that cannot be resolved. */
  readonly unresolved: readonly string[];
  /** The only values that it accepts, by their JSON text, without null. Undefined if it does not list them. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly valuesAt: string;
  /** Listed values and types that have a subschema of their own, by text or name: deprecated or assumed ones. */
  readonly listedAt?: ReadonlyMap<string, PartWithBasis>;
  /** True if the document promises that no value is ever added: by `x-closed`, or by `const`. */
  readonly isClosed: boolean;
  readonly properties: ReadonlyMap<string, PropertyNode>;
  /** Pointers to properties that this direction never contains: read-only in a request, write-only in a response. */
  readonly excluded: ReadonlyMap<string, string>;
  /** Pointers to properties that it lists and always refuses. */
  readonly refused?: ReadonlyMap<string, string>;
  /** Checks that it refuses an unlisted property with this name. */
  refuses(name: string): boolean;
  /** Checks that a subschema of the same object says anything about an unlisted property: a condition, `not`. */
  mentions(name: string): boolean;
  /** Pointer to the requirement of each required name. */
  readonly required: ReadonlyMap<string, string>;
  readonly lifecycle: Lifecycle;
  /** Values of a keyword in all parts of the schema; all of them apply. */
  all(keyword: string): readonly KeywordValue[];
  /** Schemas that every value matches. */
  readonly schemas: readonly JsonSchema[];
  /** Normal form of an inner schema: equal for equivalent schemas. */
  normal(schema: JsonSchema): string;
  /** Prepares an inner schema for a comparison with one of the other side. */
  toComparedSchemas(schema: JsonSchema): ComparedSchemas;
  /** Inlines the references of an inner schema, so that it can be used with the other document. */
  inlineReferences(schema: JsonSchema): JsonSchema;
  /** Finds the shape that a discriminator value selects. Undefined for a schema without shapes. */
  readonly shapeAt?: FindShape;
  /** Pointers to shapes by discriminator values without a mapping. Only shapes that the other side has as well. */
  readonly implied?: ReadonlyMap<string, string>;
  /** For a property that only the other side has: pointer to the part of this schema at the same place, else `pointer`. */
  nearestPointer(property: string): string;
}

/** Finds the shape of a discriminator value and its component. Paired shapes of both sides have equal results. */
export type FindShape = (pointer: string, value: string) => unknown;

export interface PropertyNode {
  readonly pointer: string;
  readonly basis: Basis;
  /** True if it is listed with a schema that accepts no value. */
  readonly isNothing: boolean;
  readonly hasDefault: boolean;
  readonly lifecycle: Lifecycle;
}

/** The value of a keyword, and its pointer. */
export interface KeywordValue {
  readonly value: Json;
  readonly at: string;
}

/** A union, without the branches that were paired. */
export interface UnionNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  /** References in it, or in a branch, that cannot be resolved. */
  readonly unresolved: readonly string[];
  /** Branches without a counterpart on the other side. */
  readonly branches: readonly BranchNode[];
  /** Schemas that every value matches. */
  readonly schemas: readonly JsonSchema[];
  /** Property name of the discriminator. */
  readonly discriminator?: string;
  /** Keyword of the union; undefined for the subtypes of a schema. */
  readonly keyword?: "oneOf" | "anyOf";
  /** True if only a name in the value selects the branch, which validators ignore. */
  readonly isByName: boolean;
  /** True for a single object schema that has the members of all shapes of the other side. */
  readonly isOneObject?: boolean;
}

/** A schema with unions, expanded into the shapes of its values. */
export interface OverlapNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  /** References in it, or in a shape, that cannot be resolved. */
  readonly unresolved: readonly string[];
  /** Schemas that every value matches. */
  readonly schemas: readonly JsonSchema[];
  readonly shapes: readonly ShapeNode[];
  /** True if a value that matches two shapes is refused: `oneOf` without a discriminator. */
  readonly isExclusive: boolean;
  /**
   * Pairs of shapes that one value can match. Excludes pairs that the other side refuses as well, and shapes that require
   * a member which the other side does not list.
   */
  overlaps(beside: OverlapNode): readonly (readonly [ShapeNode, ShapeNode])[];
}

export interface ShapeNode extends Naming {
  /** Equal for equivalent shapes. */
  key(): string;
  readonly schemas: readonly JsonSchema[];
  /** Values of its `enum` or `const`. */
  readonly values: readonly Json[];
  /** Names of required members. */
  readonly requiredNames: readonly string[];
  /** True if two branches are this shape, so that a value of it matches both. */
  readonly isRepeated: boolean;
}

interface BranchNode extends PartWithBasis {
  /** Name of its component, or a generated one. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Member that no shape of the other side has. */
  readonly marker?: DistinctiveConstant;
  /** Members that every object of the other side has, and this shape may lack. */
  readonly lacking: readonly string[];
}

/** Kinds of pairs that rules can judge, and the node of each. */
export interface Subjects {
  readonly api: ApiNode;
  readonly operation: ExchangeNode;
  readonly delivery: { readonly pointer: string; readonly credentials: readonly Credentials[] };
  /** A part, or values of its `enum`, whose basis changed while that of the enclosing part did not. */
  readonly marked: PartWithBasis & { readonly step: string; readonly values?: readonly Json[] };
  readonly request: RequestNode;
  readonly parameter: ParameterNode;
  readonly part: PartNode;
  readonly xml: XmlNode;
  readonly content: ContentNode;
  readonly responses: ResponsesNode;
  readonly headers: ResponseHeadersNode;
  readonly union: UnionNode;
  /** Changes by these rules need a value as proof. */
  readonly overlap: OverlapNode;
  /** Any schema, in either direction. */
  readonly schema: SchemaNode;
  readonly requestSchema: SchemaNode;
  readonly responseSchema: SchemaNode;
}
