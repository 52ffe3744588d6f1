import type { Json, JsonObject } from "../../contracts/index.ts";

/** One state that the provider is to be in, as the consumer calls it. */
export interface NamedState {
  readonly name: string;
  readonly params: JsonObject;
}

interface Common {
  readonly description: string;
  readonly states: readonly NamedState[];
  /** JSON pointer into the file. */
  readonly pointer: string;
  /** Whether the consumer says that it need not hold yet (V4). */
  readonly pending: boolean;
  /** As it stands in the file, its numbers as they are written. */
  readonly raw: JsonObject;
}

/** What a consumer sends, and what it does with the answer. */
export interface HttpInteraction extends Common {
  readonly kind: "http";
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** As it stands in a URL, without "?". */
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

/** What a consumer is told. */
export interface MessageInteraction extends Common {
  readonly kind: "message";
  readonly content?: Json;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What there is in V4 and not on this platform: messages that are answered, and what plugins make. */
interface OtherInteraction extends Common {
  readonly kind: "other";
  readonly type: string;
}

export type Interaction = HttpInteraction | MessageInteraction | OtherInteraction;

/** A pact between a consumer and a provider. */
export interface Pact {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  /** Of the Pact specification: 1 to 4. */
  readonly version: number;
  readonly interactions: readonly Interaction[];
  /** What stands in the file beside the interactions. */
  readonly rest: JsonObject;
}
