import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { StateNote } from "./role.ts";

/** Location in a source file. `line` is 1-based. `pointer` is a JSON pointer into that file. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
}

/** Source file and pointer of each part of a bundled document. */
export interface Origins {
  /** Absolute path, git address or URL of the main file. */
  readonly file: string;
  /** Origins of the parts that the bundle moved, by their pointer in the bundle. */
  readonly parts: Readonly<Record<string, Origin>>;
  /** Pointers of the schemas whose `example` was converted to `examples`. A list, because large documents have many. */
  readonly examples?: readonly string[];
  /** All files that the document refers to, including unreadable ones. Absent if there are no others. */
  readonly files?: readonly string[];
  /** Source text of the numbers that no double can represent, by file and pointer. Absent without such numbers. */
  readonly numbers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Returns the text of a file that cannot be read from disk again. Absent if all files can. */
  readonly textOf?: (file: string) => string | undefined;
}

export interface Origin {
  readonly file: string;
  readonly pointer: string;
}

/** Basis of a part: the specification states it (`x-spec`), or it is an assumption (`x-assumed`). */
export type Basis = "stated" | "assumed";

/** Fields that every part of a contract has. */
export interface Node {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  /** Source location. A part of a component has its location in the component's file. */
  readonly at: Location;
  readonly basis: Basis;
  /** Section of the specification that states the part, such as "4.1". */
  readonly section?: string;
}

/** One use of a schema. `value` is its JSON Schema, whose `$ref`s point into `Contract.document`. */
export interface Schema extends Node {
  readonly value: JsonSchema;
}

/** One media type of a body, with its schema and examples. */
export interface MediaType extends Node {
  /** Media type in lower case without parameters, such as "application/json". */
  readonly mediaType: string;
  /** Parameters of the media type in sorted order, such as "charset=utf-8". Absent if there are none. */
  readonly parameters?: readonly string[];
  readonly schema?: Schema;
  /** Likely shape of a body of which the document says nothing. Nothing is validated by it. */
  readonly likely?: JsonSchema;
  /** Documented examples by name. A single `example` has the name "default". */
  readonly examples: Readonly<Record<string, Json>>;
  /** Headers of each part of a multipart body (`encoding.headers`), by property name. */
  readonly partHeaders?: Readonly<Record<string, readonly Header[]>>;
  /** Encoding of the form properties that have an entry in `encoding`, by property name. */
  readonly encodings?: Readonly<Record<string, FieldEncoding>>;
}

/** Serialization of one form property: a style, or a document with its own content type. */
export interface FieldEncoding {
  readonly style?: string;
  readonly explode?: boolean;
  /** Content types that the property may have, such as "image/png, text/*". Used if `style` is absent. */
  readonly contentType?: string;
  readonly allowReserved: boolean;
}

/** Part of the request that holds a parameter. */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** Parameter of an operation. */
export interface Parameter extends Node {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Media type of a parameter with `content`. Absent for a parameter with `schema` and `style`. */
  readonly mediaType?: string;
  readonly schema: Schema;
  /** Documented examples of the parameter itself. Absent if there are none. */
  readonly examples?: readonly Json[];
}

/** Header of a response. */
export interface Header extends Node {
  /** Header name in lower case. */
  readonly name: string;
  readonly required: boolean;
  /** Style: "simple", or the array separator of an OpenAPI 2.0 `collectionFormat`. */
  readonly style: string;
  readonly explode: boolean;
  /** Media type of a header with `content`. */
  readonly mediaType?: string;
  readonly schema: Schema;
}

/** Body of a request, in each media type that the operation accepts. */
export interface Body extends Node {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

/** Response of an operation: a status code or a range of them, headers and bodies. */
export interface Response extends Node {
  /** Status code ("200"), range ("4XX") or "default". */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
}

/** One way to authenticate, which needs all schemes of the list. An empty list means no credentials. */
export type SecurityRequirement = readonly SecurityScheme[];

/** Security scheme, and what it demands of a request. */
export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  /** Authentication scheme of type `http` in lower case: "bearer", "basic", …. */
  readonly scheme?: string;
  /** Location of an `apiKey`: "header", "query" or "cookie". Its name is in `parameter`. */
  readonly in?: string;
  readonly parameter?: string;
  /** Required scopes. Absent if none are required. */
  readonly scopes?: readonly string[];
}

/** HTTP method, in upper case. */
export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

/** Publication date of an operation. Its basis is "assumed" if the document marks the date with `x-assumed`. */
export interface Published {
  /** Date in the format YYYY-MM-DD. */
  readonly date: string;
  readonly basis: Basis;
}

/** Deprecation: its date (YYYY-MM-DD), its reason and the replacement. */
export interface Deprecation {
  readonly date?: string;
  readonly reason?: string;
  readonly replacement?: string;
}

/** Operation of a contract: method and path, parameters, body, responses and security. */
export interface Operation extends Node {
  /** `api` of the contract. */
  readonly api: string;
  /** Unique id: `operationId`, or an id derived from method and path. */
  readonly id: string;
  /** Name in reports: "METHOD /path/{template}". */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly deprecation?: Deprecation;
  /** Date of removal (YYYY-MM-DD). */
  readonly sunset?: string;
  readonly published?: Published;
  /** True if the operation changes no state: GET, HEAD, or marked `x-safe: true`. */
  readonly safe: boolean;
  /** Role from `x-state`, for an operation whose role does not follow from its path and bodies. */
  readonly state?: StateNote;
  readonly parameters: readonly Parameter[];
  /** Path parameters that the path template does not contain. A request cannot send them. Absent if there are none. */
  readonly unplaced?: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Alternative requirements, of which a request must meet one. An empty list means no authentication. */
  readonly security: readonly SecurityRequirement[];
  /** Requests that the provider sends for this operation, named "callback expression". Absent if there are none. */
  readonly callbacks?: readonly Webhook[];
}

/** Fields of an operation that are known without compiling it. */
export type Route = Pick<Operation, "api" | "id" | "name" | "method" | "path" | "basis">;

/** Withdrawn operation, listed under `x-removed`. The mock responds with 410. */
export interface RemovedOperation extends Node {
  /** Name in reports: "METHOD /path/{template}". */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly description: string;
}

/** Request that the provider sends to a consumer. */
export interface Webhook extends Node {
  readonly name: string;
  /** Runtime expression for the URL of a callback, such as "{$request.body#/url}". Absent for a webhook. */
  readonly expression?: string;
  readonly method: Method;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Alternative credentials that the provider sends. The root `security` does not apply to webhooks. */
  readonly credentials?: readonly SecurityRequirement[];
  /** Callbacks that follow. The chain can lead back to this webhook. */
  readonly callbacks?: readonly Webhook[];
}

/** Fault of a document that does not prevent its compilation. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at: Location;
  /** Ignored value. Set if nothing else describes the fault. */
  readonly value?: Json;
  /** True if a part of the document was dropped. Absent where `code` implies it. */
  readonly isLost?: boolean;
}

/**
 * Compiled OpenAPI document or GraphQL schema: readonly plain data in one dialect. Contracts of the platform load
 * `document`, `operations` and `webhooks` on first use.
 */
export interface Contract {
  /** Kind of document. A GraphQL contract has no operations, and its `document` is a `GraphqlDocument`. */
  readonly kind: "openapi" | "graphql";
  /** Short name: the folder name under contracts/apis, or a name derived from the file name. */
  readonly api: string;
  readonly title: string;
  readonly version: string;
  readonly file: string;
  /** Bundled document as OpenAPI 3.1. Every `$ref` starts with "#/". */
  readonly document: JsonObject;
  /** Origins of the parts of `document`. `locate` reads them. */
  readonly origins: Origins;
  /** True if overlays were applied. */
  readonly isOverlaid: boolean;
  /** Path prefixes of the servers, such as "/api/v3". Empty if the servers are at the root. */
  readonly basePaths: readonly string[];
  /** Routes of the operations, in the same order as `operations`. */
  readonly routes: readonly Route[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  readonly removed: readonly RemovedOperation[];
  readonly problems: readonly Problem[];
}
