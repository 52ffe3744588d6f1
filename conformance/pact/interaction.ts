import type { Json, JsonObject } from "../../contracts/index.ts";

/** Provider state, as the consumer names it. */
export interface NamedState {
  readonly name: string;
  readonly params: JsonObject;
}

interface Common {
  readonly description: string;
  readonly states: readonly NamedState[];
  /** JSON pointer into the file. */
  readonly pointer: string;
  /** True if the interaction may fail (V4). */
  readonly pending: boolean;
  /** Interaction as written, with the spelling of its numbers. */
  readonly raw: JsonObject;
}

/** Request of a consumer, and the response that it expects. */
export interface HttpInteraction extends Common {
  readonly kind: "http";
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Query as in a URL, without "?". */
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
}

/** Message that a consumer expects. */
export interface MessageInteraction extends Common {
  readonly kind: "message";
  readonly content?: Json;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Kinds of V4 that Concord does not check: synchronous messages, and plugins. */
interface OtherInteraction extends Common {
  readonly kind: "other";
  readonly type: string;
}

export type Interaction = HttpInteraction | MessageInteraction | OtherInteraction;

/** Pact between a consumer and a provider. */
export interface Pact {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  /** Version of the Pact specification, 1 to 4. */
  readonly version: number;
  readonly interactions: readonly Interaction[];
  /** Members of the file other than the interactions. */
  readonly rest: JsonObject;
}
