import type { Server } from "../../model/server.ts";
import type { XmlNode } from "./xml-node.ts";
import type { Held } from "../../schema/held.ts";
import type { Codes } from "../../model/code-list.ts";
import type { Mark } from "../../model/mark.ts";
import type { Basis, Json, JsonSchema, JsonType, Schema, SecurityScheme } from "../../../contracts/index.ts";
import type { Lifecycle } from "../../model/lifecycle.ts";
import type { TokenSource } from "../../model/tokens.ts";
import type { Naming } from "../../schema/bounds/naming.ts";

/** Which way a value travels: "in" is what the provider receives, "out" what it sends. */
export type Polarity = "in" | "out";

/** One API: its operations by method and path template, parameter names ignored, and what it sends by name. */
interface ApiNode {
  readonly pointer: string;
  readonly operations: ReadonlyMap<string, OperationNode>;
  readonly webhooks: ReadonlyMap<string, OperationNode>;
  readonly servers: readonly Server[];
  /** Where tokens are got, by flow and URL. */
  readonly tokens: ReadonlyMap<string, TokenSource>;
  /** The operation with an operationId on this side: a hint that one was moved. */
  byId(operationId: string): OperationNode | undefined;
}

export interface OperationNode {
  /** "METHOD /path/{template}". */
  readonly name: string;
  /** As it is written: none is made up. */
  readonly operationId?: string;
  readonly pointer: string;
  readonly basis: Basis;
  readonly lifecycle?: Lifecycle;
  /** Whether it is said of it, or of its path, where it is, and not of all of the document. */
  readonly hasOwnServers?: boolean;
  /** Of a new operation, the one of the base whose template took its requests. */
  readonly takenFrom?: string | undefined;
}

/** A requirement, with what each of its schemes is known by on both sides. */
export type Credentials = readonly (SecurityScheme & { readonly identity: string })[];

/** An operation, a webhook or a callback as such. */
export interface ExchangeNode extends OperationNode {
  readonly lifecycle: Lifecycle;
  /** Any one of these suffices; undefined for what the provider sends. */
  readonly security?: readonly Credentials[];
  /** Whether it says so itself, and not all of the document. */
  readonly hasOwnSecurity: boolean;
  readonly tags: readonly string[];
  /** Where it is. */
  readonly servers: readonly Server[];
  readonly hasOwnServers: boolean;
  /** What is sent on its behalf: what belongs together has one key on both sides. */
  readonly callbacks: ReadonlyMap<string, OperationNode>;
}

/** What an exchange takes: parameters by place and name (path parameters by position), and a body. */
interface RequestNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly parameters: ReadonlyMap<string, ParameterNode>;
  readonly body?: BodyNode;
}

interface BodyNode {
  readonly required: boolean;
  readonly pointer: string;
  readonly basis: Basis;
}

export interface ParameterNode {
  readonly polarity: Polarity;
  readonly name: string;
  /** "query.limit". */
  readonly step: string;
  /** "query", "header", "path" or "cookie". */
  readonly in: string;
  readonly required: boolean;
  /** How it is written, as far as its types let that show: "form exploded". */
  readonly writing: string;
  /** Whether its name stands in the path (`;id=1`). */
  readonly writesName: boolean;
  /** Whether each of its values is the same text in JSON: numbers, true and false. */
  readonly isAlikeInJson: boolean;
  /** Whether its text may have characters that are reserved in URLs, as they are; undefined where that does not show. */
  readonly allowsReserved?: boolean;
  /** Whether it says so that its bare name is taken (`allowEmptyValue`). */
  readonly allowsEmpty: boolean;
  /** Whether its schema takes an empty text by itself. */
  takesEmpty(): boolean;
  readonly pointer: string;
  readonly basis: Basis;
  readonly lifecycle: Lifecycle;
  /** What its schema says of its life. */
  readonly schemaLifecycle: Lifecycle;
}

/** A property of a form, or of what is sent in parts: how it is written there. */
export interface PartNode {
  readonly polarity: Polarity;
  readonly name: string;
  /** "body.file". */
  readonly step: string;
  /** Whether an `encoding` speaks of it. */
  readonly isSaid: boolean;
  /** "form exploded", or what else that may be; undefined where it does not show. */
  readonly writings?: readonly string[];
  /** The media types that it may have, where they are known. */
  readonly types?: readonly string[];
  /** Whether its text may have characters that are reserved in URLs, as they are; undefined where that does not show. */
  readonly allowsReserved?: boolean;
  /** The headers of its part, by name in lower case. */
  readonly headers: ReadonlyMap<string, PartHeaderNode>;
  readonly pointer: string;
  readonly basis: Basis;
}

interface PartHeaderNode extends HeaderNode {
  /** Where it is: "body.file:header.x-kind". */
  readonly step: string;
  readonly schema: Schema;
}

/** A part, and whether it is stated. */
export interface Marked {
  readonly pointer: string;
  readonly basis: Basis;
}

/** The bodies of a request or response, by media type. */
export interface ContentNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly types: ReadonlyMap<string, { readonly pointer: string; readonly basis: Basis }>;
}

/** What an exchange is answered with, by status. */
export interface AnswersNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly statuses: ReadonlyMap<string, AnswerNode>;
}

export interface AnswerNode {
  readonly status: string;
  readonly pointer: string;
  readonly basis: Basis;
  /** Two answers with the same one carry the same body. */
  readonly body: string;
  /** What its bodies list, by where it stands: "body.code". */
  codes(): Codes;
}

/** The headers of a response, by name in lower case. */
interface HeadersNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly headers: ReadonlyMap<string, AnswerHeaderNode>;
}

export interface AnswerHeaderNode extends HeaderNode {
  /** How it is written, as far as its types let that show: "simple exploded". */
  readonly writing: string;
  readonly lifecycle: Lifecycle;
}

interface HeaderNode {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly basis: Basis;
}

/** An effective schema: `$ref` followed, allOf merged, what this direction never carries left out. */
export interface SchemaNode {
  readonly polarity: Polarity;
  /** Where it is defined. */
  readonly pointer: string;
  readonly basis: Basis;
  /** The JSON types it takes, in a fixed order; all of them where it does not say. "number" includes "integer". */
  readonly types: readonly JsonType[];
  readonly typesAt: string;
  /** Where null is let in; `typesAt` where it is not, or is one of the types. */
  readonly nullAt: string;
  /** References in it that lead nowhere: what stands behind them is not known. */
  readonly unresolved: readonly string[];
  /** The only values it takes, by their JSON text, without null; undefined where it does not list them. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly valuesAt: string;
  /** By text or name, values and types that are shapes of which something is said: that they are to go, or assumed. */
  readonly listedAt?: ReadonlyMap<string, Marked>;
  /** Whether the document says that the values can never become more: by `x-closed`, or as there is a `const`. */
  readonly isClosed: boolean;
  readonly properties: ReadonlyMap<string, PropertyNode>;
  /** Where the properties are that this direction never carries: read-only in a request, write-only in a response. */
  readonly uncarried: ReadonlyMap<string, string>;
  /** Properties that it describes and refuses all the same, and where it describes them. */
  readonly refused?: ReadonlyMap<string, string>;
  /** Whether there can never be a property of a name that it does not list. */
  refuses(name: string): boolean;
  /** Where each required name is said to be. */
  readonly required: ReadonlyMap<string, string>;
  readonly lifecycle: Lifecycle;
  /** What the parts say by a keyword; each of them holds. */
  all(keyword: string): readonly Said[];
  /** The schemas that all of its values fit. */
  readonly schemas: readonly JsonSchema[];
  /** The text of what a schema inside accepts, however it is said. */
  normal(schema: JsonSchema): string;
  /** A schema, to be held against one of the other side. */
  held(schema: JsonSchema): Held;
  /** A schema inside with what it refers to in place of its references: as the other side can use it. */
  writtenOut(schema: JsonSchema): JsonSchema;
  /** Where there are shapes to tell apart: which one a component is. */
  readonly shapeAt?: ShapeAt;
  /** By the values that name shapes without a mapping, the pointers of those that have a counterpart on the other side. */
  readonly implied?: ReadonlyMap<string, string>;
  /** For a property that only the other side has: the part here that stands where that one's stands, else `pointer`. */
  near(property: string): string;
}

/** Which shape the component at a pointer is by a value: two of both sides that belong together are the same one. */
export type ShapeAt = (pointer: string, value: string) => unknown;

export interface PropertyNode {
  readonly pointer: string;
  readonly basis: Basis;
  /** Whether it is listed to say that it may never be there. */
  readonly isNothing: boolean;
  readonly hasDefault: boolean;
  readonly lifecycle: Lifecycle;
}

/** The value of a keyword, and where it stands. */
export interface Said {
  readonly value: Json;
  readonly at: string;
}

/** What is left of a union when its branches were paired. */
export interface UnionNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  /** References in it, or in a branch, that lead nowhere. */
  readonly unresolved: readonly string[];
  /** Branches that belong to none of the other side. */
  readonly branches: readonly BranchNode[];
  /** The schemas that all of its values fit. */
  readonly schemas: readonly JsonSchema[];
  /** The property whose value tells the branches apart. */
  readonly discriminator?: string;
  /** How it is written; undefined where it is none, but what builds on a schema. */
  readonly keyword?: "oneOf" | "anyOf";
  /** Whether only a name in a value says which branch it has: no validator tells of it. */
  readonly isByName: boolean;
  /** Whether it is one object with all that the shapes of the other side have, which not every value of it fits. */
  readonly isOneObject?: boolean;
}

/** A schema that has unions, as the shapes of its values. */
export interface OverlapNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  /** References in it, or in a shape, that lead nowhere. */
  readonly unresolved: readonly string[];
  /** The schemas that all of its values fit. */
  readonly schemas: readonly JsonSchema[];
  readonly shapes: readonly Shape[];
  /** Whether a value is refused that has any two of the shapes (`oneOf`, and nothing that tells them apart). */
  readonly isExclusive: boolean;
  /**
   * Shapes that a value might have both of, but for those that another side has and refuses as well, and those that need
   * a member which it does not name.
   */
  overlaps(beside: OverlapNode): readonly (readonly [Shape, Shape])[];
}

interface Shape extends Naming {
  /** Two shapes with the same one say the same. */
  key(): string;
  readonly schemas: readonly JsonSchema[];
  /** Those that it lists. */
  readonly values: readonly Json[];
  /** The names of members that have to be there. */
  readonly needs: readonly string[];
}

interface BranchNode extends Marked {
  /** The component that it is, or its pointer. */
  readonly name: string;
  /** What its values fit. */
  readonly schema: JsonSchema;
  /** What tells it apart from all shapes of the other side. */
  readonly mark?: Mark;
}

/** The pairs that the walk offers to rules. */
export interface Subjects {
  readonly api: ApiNode;
  readonly operation: ExchangeNode;
  readonly delivery: { readonly pointer: string; readonly credentials: readonly Credentials[] };
  /** A part whose basis changed otherwise than that of what encloses it, with the step from there; or values of its `enum`. */
  readonly marked: Marked & { readonly step: string; readonly values?: readonly Json[] };
  readonly request: RequestNode;
  readonly parameter: ParameterNode;
  readonly part: PartNode;
  readonly xml: XmlNode;
  readonly content: ContentNode;
  readonly answers: AnswersNode;
  readonly headers: HeadersNode;
  readonly union: UnionNode;
  /** What these rules say holds only where a value shows it. */
  readonly overlap: OverlapNode;
  /** Any value, whichever way it travels. */
  readonly schema: SchemaNode;
  readonly requestSchema: SchemaNode;
  readonly responseSchema: SchemaNode;
}
