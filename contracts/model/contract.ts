import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { StateNote } from "./role.ts";

/** A place in a source file: 1-based line, and the JSON pointer inside that file. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
}

/** Which file each part of a bundled document was written in. */
export interface Origins {
  /** The document's own file, absolute. */
  readonly file: string;
  /** Parts that came from elsewhere, or that stood elsewhere in their file, by their pointer in the bundle. */
  readonly parts: Readonly<Record<string, Origin>>;
  /** The schemas in whose `examples` stands what they have as `example`, by their pointer in the bundle: there are many. */
  readonly examples?: readonly string[];
  /** All files that it wants, also those that cannot be read; absent where it wants none but its own. */
  readonly files?: readonly string[];
  /** By file and pointer, numbers that no double is, as they are written; absent where there is none. */
  readonly numbers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What is in a file that is not there to be read again; absent where all are. */
  readonly textOf?: (file: string) => string | undefined;
}

export interface Origin {
  readonly file: string;
  readonly pointer: string;
}

/** Whether the platform's specification shows a part (`x-spec`), or it was completed (`x-assumed`). */
export type Basis = "stated" | "assumed";

/** What every part of a contract knows of itself. */
export interface Node {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  /** Where it was written: for a part of a component, the component's file. */
  readonly at: Location;
  readonly basis: Basis;
  /** Section of the specification that states it, such as "4.1". */
  readonly section?: string;
}

/** A schema where it is used; `value` is its JSON Schema, with `$ref`s into `Contract.document`. */
export interface Schema extends Node {
  readonly value: JsonSchema;
}

export interface MediaType extends Node {
  /** In lower case, without parameters: "application/json". */
  readonly mediaType: string;
  /** Such as "charset=utf-8", in their order; absent where there are none. */
  readonly parameters?: readonly string[];
  readonly schema?: Schema;
  /** Documented examples by name; a single `example` is named "default". */
  readonly examples: Readonly<Record<string, Json>>;
  /** Of what is sent in parts, the headers of a part, by the property that it holds (`encoding`). */
  readonly partHeaders?: Readonly<Record<string, readonly Header[]>>;
  /** How the properties of a form are written of which its `encoding` says so, by name. */
  readonly encodings?: Readonly<Record<string, FieldEncoding>>;
}

/** How a property of a form is written: by a style, or as a document of its own. */
export interface FieldEncoding {
  readonly style?: string;
  readonly explode?: boolean;
  /** What it may be, where it has no style: "image/png, text/*". */
  readonly contentType?: string;
  readonly allowReserved: boolean;
}

export type ParameterLocation = "path" | "query" | "header" | "cookie";

export interface Parameter extends Node {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Set where the value is a serialised document (`content`) instead of a styled value. */
  readonly mediaType?: string;
  readonly schema: Schema;
}

export interface Header extends Node {
  /** In lower case. */
  readonly name: string;
  readonly required: boolean;
  /** "simple", or what OpenAPI 2.0 has between the items of a list. */
  readonly style: string;
  readonly explode: boolean;
  /** Set where the value is a JSON document (`content`). */
  readonly mediaType?: string;
  readonly schema: Schema;
}

export interface Body extends Node {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

export interface Response extends Node {
  /** "200", a range such as "4XX", or "default". */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
}

/** One way to authenticate: every scheme in it at once. An empty list means no credentials. */
export type SecurityRequirement = readonly SecurityScheme[];

export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  /** For `http`: "bearer", "basic", …, in lower case. */
  readonly scheme?: string;
  /** For `apiKey`: where the key travels, and under what name. */
  readonly in?: string;
  readonly parameter?: string;
  /** What the credentials must be allowed to do; absent where nothing is asked. */
  readonly scopes?: readonly string[];
}

export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

/** When an operation was published; assumed where the document says that the date is. */
export interface Published {
  /** "YYYY-MM-DD". */
  readonly date: string;
  readonly basis: Basis;
}

/** What a document says of a deprecation: since when (YYYY-MM-DD), why, and what to use instead. */
export interface Deprecation {
  readonly date?: string;
  readonly reason?: string;
  readonly replacement?: string;
}

export interface Operation extends Node {
  /** The contract's `api`. */
  readonly api: string;
  /** `operationId`, or one made of method and path. */
  readonly id: string;
  /** "METHOD /path/{template}": how reports name it. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly deprecation?: Deprecation;
  /** The day on which it stops (YYYY-MM-DD). */
  readonly sunset?: string;
  readonly published?: Published;
  /** Changes nothing: GET, HEAD, and what is marked `x-safe: true`. */
  readonly safe: boolean;
  /** `x-state`: what it does to what is remembered, where its path and bodies do not tell. */
  readonly state?: StateNote;
  readonly parameters: readonly Parameter[];
  /** Path parameters that the path has no place for: nobody can send them; absent where there is none. */
  readonly unplaced?: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Any one of these suffices; an empty list means that none is needed. */
  readonly security: readonly SecurityRequirement[];
  /** What the provider sends on the operation's behalf, named "callback expression"; absent where there is none. */
  readonly callbacks?: readonly Webhook[];
}

/** What is known of an operation without compiling it. */
export type Route = Pick<Operation, "api" | "id" | "name" | "method" | "path" | "basis">;

/** An operation that was withdrawn: listed under `x-removed`, and answered with 410. */
export interface RemovedOperation extends Node {
  /** "METHOD /path/{template}". */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly description: string;
}

/** What the provider sends to a consumer's endpoint. */
export interface Webhook extends Node {
  readonly name: string;
  /** Of a callback, where it is sent: "{$request.body#/url}". */
  readonly expression?: string;
  readonly method: Method;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Any one of these is sent with it; what is said of all of the document is for what consumers call. */
  readonly credentials?: readonly SecurityRequirement[];
  /** What is sent in turn, as for an operation; this may lead back to the webhook itself. */
  readonly callbacks?: readonly Webhook[];
}

/** Something wrong with a document that could be read all the same. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at: Location;
  /** What was written there and dropped, where that is all there is to know. */
  readonly value?: Json;
  /** Whether a part of the document was left out for it, where the code alone does not tell. */
  readonly isLost?: boolean;
}

/**
 * One OpenAPI document or GraphQL schema, compiled: readonly plain data in one dialect. Of the
 * platform's own contracts, `document`, `operations` and `webhooks` are read when they are first used.
 */
export interface Contract {
  /** A GraphQL schema has no operations of its own: its `document` is a `GraphqlDocument`. */
  readonly kind: "openapi" | "graphql";
  /** Short name: the folder's under contracts/apis, else made from the file's name. */
  readonly api: string;
  readonly title: string;
  readonly version: string;
  readonly file: string;
  /** The document as OpenAPI 3.1, in one piece: every `$ref` starts with "#/". */
  readonly document: JsonObject;
  /** Which file each part of `document` was written in; `locate` reads it. */
  readonly origins: Origins;
  /** Whether overlays changed what the files say. */
  readonly isOverlaid: boolean;
  /** Paths below which its servers have all of its own: "/api/v3"; none where they are at the root. */
  readonly basePaths: readonly string[];
  /** One for each of the operations, in their order. */
  readonly routes: readonly Route[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  readonly removed: readonly RemovedOperation[];
  readonly problems: readonly Problem[];
}
