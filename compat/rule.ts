import type { Basis, Deprecation, Json, JsonSchema, JsonType, SecurityRequirement } from "../contracts/index.ts";
import type { ChangeKind, Verdict } from "./change.ts";
import type { Concern, Effect } from "./policy/effects.ts";
import type { QuestionId } from "./policy/questions.ts";

/** Which way a value travels: "in" is what the provider receives, "out" what it sends. */
export type Polarity = "in" | "out";

/** One API: its operations by method and path template, parameter names ignored, and what it sends by name. */
interface ApiNode {
  readonly pointer: string;
  readonly operations: ReadonlyMap<string, OperationNode>;
  readonly webhooks: ReadonlyMap<string, OperationNode>;
  readonly servers: readonly string[];
  /** Where an operation with an id of this kind is found on this side: a hint that one was moved. */
  byId(id: string): OperationNode | undefined;
}

export interface OperationNode {
  /** "METHOD /path/{template}". */
  readonly name: string;
  readonly id?: string;
  readonly pointer: string;
  readonly basis: Basis;
}

/** An operation, a webhook or a callback as such. */
export interface ExchangeNode extends OperationNode {
  readonly lifecycle: Lifecycle;
  /** Any one of these suffices; undefined for what the provider sends. */
  readonly security?: readonly SecurityRequirement[];
  /** Whether it says so itself, and not all of the document. */
  readonly hasOwnSecurity: boolean;
  /** As it is written. */
  readonly operationId?: string;
  readonly tags: readonly string[];
  /** What is sent on its behalf, by name. */
  readonly callbacks: ReadonlyMap<string, OperationNode>;
}

/** What a part says of its life. */
export interface Lifecycle {
  readonly deprecated: boolean;
  readonly deprecation?: Deprecation;
  readonly sunset?: string;
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
  readonly pointer: string;
  readonly basis: Basis;
  readonly lifecycle: Lifecycle;
}

interface MarkedNode {
  /** Where it is, from the pair that encloses it. */
  readonly step: string;
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
}

/** The headers of a response, by name in lower case. */
interface HeadersNode {
  readonly polarity: Polarity;
  readonly pointer: string;
  readonly basis: Basis;
  readonly headers: ReadonlyMap<string, HeaderNode>;
}

export interface HeaderNode {
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
  /** The only values it takes, by their JSON text, without null; undefined where it does not list them. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly valuesAt: string;
  /** Whether the document says that the values can never become more (`x-closed`). */
  readonly isClosed: boolean;
  readonly properties: ReadonlyMap<string, PropertyNode>;
  /** Where each required name is said to be. */
  readonly required: ReadonlyMap<string, string>;
  readonly lifecycle: Lifecycle;
  /** What the parts say by a keyword; each of them holds. */
  all(keyword: string): readonly Said[];
  /** The schemas that all of its values fit. */
  readonly schemas: readonly JsonSchema[];
  /** The text of what a schema inside accepts, however it is said. */
  normal(schema: JsonSchema): string;
  /** For a property that only the other side has: the part here that stands where that one's stands, else `pointer`. */
  near(property: string): string;
}

export interface PropertyNode {
  readonly pointer: string;
  readonly basis: Basis;
  /** Whether it is listed to say that it may never be there. */
  readonly isNothing: boolean;
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
  /** Branches that belong to none of the other side. */
  readonly branches: readonly BranchNode[];
  /** The schemas that all of its values fit. */
  readonly schemas: readonly JsonSchema[];
  /** The property whose value tells the branches apart. */
  readonly discriminator?: string;
}

interface BranchNode {
  /** The component that it is, or its pointer. */
  readonly name: string;
  readonly pointer: string;
  readonly basis: Basis;
  readonly schemas: readonly JsonSchema[];
}

/** The pairs that the walk offers to rules. */
export interface Subjects {
  readonly api: ApiNode;
  readonly operation: ExchangeNode;
  /** A part that has a basis of its own: what encloses it did not change its basis in the same way. */
  readonly marked: MarkedNode;
  readonly request: RequestNode;
  readonly parameter: ParameterNode;
  readonly content: ContentNode;
  readonly answers: AnswersNode;
  readonly headers: HeadersNode;
  readonly union: UnionNode;
  /** Any value, whichever way it travels. */
  readonly schema: SchemaNode;
  readonly requestSchema: SchemaNode;
  readonly responseSchema: SchemaNode;
}

/** What a rule says of one pair. */
export interface Found {
  /** A sentence that says by itself what changed; given how the part is called, where the rule does not know that. */
  readonly message: string | ((part: string) => string);
  /** Pointer of the part in the base; where it does not exist, the walk takes the nearest that does. */
  readonly base: string;
  readonly revision: string;
  /** The step from the pair to the part: ".name", "query.limit". */
  readonly step?: string;
  /** The operation, for what is found between two APIs. */
  readonly operation?: OperationNode;
  /** Which values changed: two changes at one place differ by them. */
  readonly values?: readonly Json[];
  readonly basis?: Basis;
  readonly before?: Json;
  readonly after?: Json;
  /** What it does to what is accepted: the policy derives the verdict from it. */
  readonly effect?: Effect;
  /** An open question that decides in place of the effect. */
  readonly question?: QuestionId;
  /** Where it differs from the rule's own. */
  readonly verdict?: Verdict;
  readonly section?: string;
  /** A schema of what the base accepts, and the revision no longer. */
  readonly lost?: JsonSchema;
  /** A schema of what the revision accepts, and the base did not. */
  readonly gained?: JsonSchema;
  /** A verdict that no value needs to prove: a part was removed or renamed (§9.5). */
  readonly byName?: boolean;
  /** What the reader of the verdict should know. */
  readonly note?: string;
  /** A name that oasdiff has for this case of it. */
  readonly oasdiff?: string;
}

/** Says what changed between the two nodes of a pair. */
export type Report = (found: Found) => void;

/** Judges pairs of one kind. The walk finds them; a rule only compares. */
export interface Rule<On extends keyof Subjects> {
  readonly id: string;
  readonly on: On;
  readonly kind: ChangeKind;
  /** The verdict where neither an effect nor a question decides; else the worst one. */
  readonly verdict: Verdict;
  /** The clause of the policy that decides, likewise. */
  readonly section: string;
  /** What its effects are about. */
  readonly concern?: Concern;
  /** Those effects that it tells of; any where it does not say. */
  readonly effects?: readonly Effect[];
  /** What oasdiff calls it: an id, or what follows "request-property-", "response-body-" and the like in it. */
  readonly oasdiff?: OasdiffId;
  /** The rule that reports the same edit read backwards. */
  readonly mirror?: string;
  /** Why there is no such rule. */
  readonly mirrorless?: string;
  /** One sentence for the reader of a changelog. */
  readonly why: string;
  compare(base: Subjects[On], revision: Subjects[On], report: Report): void;
}

/** An id that oasdiff gives; where it depends on what was there before and is after, one for each case. */
export type OasdiffId =
  | string
  | { readonly added?: string; readonly changed?: string; readonly removed?: string }
  | ((found: Found, part: string) => string | undefined);

/** A rule, whatever it judges. */
export type AnyRule = { readonly [On in keyof Subjects]: Rule<On> }[keyof Subjects];

/** Declares a rule: types `compare` by what the rule is on. */
export function rule<const On extends keyof Subjects>(declared: Rule<On>): Rule<On> {
  return declared;
}
