import type { Basis, Json, JsonType } from "../contracts/index.ts";
import type { ChangeKind, Verdict } from "./change.ts";

/** Which way a value travels: "in" is what the provider receives, "out" what it sends. */
export type Polarity = "in" | "out";

/** One API: its operations by method and path template, parameter names ignored. */
interface ApiNode {
  readonly operations: ReadonlyMap<string, OperationNode>;
}

interface OperationNode {
  /** "METHOD /path/{template}". */
  readonly name: string;
  readonly pointer: string;
  readonly basis: Basis;
}

/** What one operation takes beside a body: by place and name, path parameters by position. */
export interface RequestNode {
  readonly pointer: string;
  readonly basis: Basis;
  readonly parameters: ReadonlyMap<string, ParameterNode>;
}

export interface ParameterNode {
  readonly name: string;
  /** "query.limit". */
  readonly step: string;
  /** "query", "header", "path" or "cookie". */
  readonly in: string;
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
  /** For a property that only the other side has: the part here that stands where that one's stands, else `pointer`. */
  near(property: string): string;
}

export interface PropertyNode {
  readonly pointer: string;
  readonly basis: Basis;
}

/** The pairs that the walk offers to rules. */
export interface Subjects {
  readonly api: ApiNode;
  readonly request: RequestNode;
  /** Any value, whichever way it travels. */
  readonly schema: SchemaNode;
  readonly requestSchema: SchemaNode;
  readonly responseSchema: SchemaNode;
}

/** What a rule says of one pair. */
export interface Found {
  readonly message: string;
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
  /** Where it differs from the rule's own. */
  readonly verdict?: Verdict;
  readonly section?: string;
}

/** Says what changed between the two nodes of a pair. */
export type Report = (found: Found) => void;

/** Judges pairs of one kind. The walk finds them; a rule only compares. */
export interface Rule<On extends keyof Subjects> {
  readonly id: string;
  readonly on: On;
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  /** The clause of the policy that decides. */
  readonly section: string;
  /** The rule that reports the same edit read backwards. */
  readonly mirror?: string;
  /** Why there is no such rule. */
  readonly mirrorless?: string;
  /** One sentence for the reader of a changelog. */
  readonly why: string;
  compare(base: Subjects[On], revision: Subjects[On], report: Report): void;
}

/** A rule, whatever it judges. */
export type AnyRule = { readonly [On in keyof Subjects]: Rule<On> }[keyof Subjects];

/** Declares a rule: types `compare` by what the rule is on. */
export function rule<const On extends keyof Subjects>(declared: Rule<On>): Rule<On> {
  return declared;
}
