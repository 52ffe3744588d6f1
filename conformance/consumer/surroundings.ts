/** What a consumer is tried in, one run in each. */
export interface Conditions {
  readonly name: string;
  /** What happens in it, in one line. */
  readonly about: string;
  /** Of the specification, where that tells of it. */
  readonly section?: string;
  /** Whether the specification obliges consumers to survive it. */
  readonly isObliged: boolean;
}

/** One message of an exchange, without its secrets. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An exchange of the consumer with the platform, without its secrets. */
export interface Witnessed {
  /** RFC 3339. */
  readonly time: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  /** What went wrong on purpose. */
  readonly weather?: readonly string[];
  /** Where it was struck: the names and values in the answer that no contract lists. */
  readonly unlisted?: readonly string[];
  readonly request: Message;
  readonly response: Message;
}

/** A delivery that the consumer answered, and that went wrong on purpose. */
export interface StruckDelivery {
  /** RFC 3339. */
  readonly time: string;
  readonly weather: readonly string[];
  /** The ids of the webhook and of the message. */
  readonly webhook: string;
  readonly message: string;
  /** The event type, such as "meter.created". */
  readonly event: string;
  /** The status that the consumer answered. */
  readonly status: number;
  /** What it was sent, without secrets, where the weather put something into that. */
  readonly body?: unknown;
}

/** What went between the consumer and the platform in one run. */
export interface Account {
  /** How many calls there were. */
  readonly calls: number;
  /** How many deliveries the consumer answered. */
  readonly deliveries: number;
  /** How many of both the weather struck. */
  readonly strikes: number;
  /** How many messages had more to come when the command ended: were held back still, or had a copy to follow. */
  readonly missed: number;
  /** The calls that were struck, the earliest first; of very many, the latest. */
  readonly struck: readonly Witnessed[];
  /** The deliveries that were struck, the earliest first. */
  readonly struckDeliveries: readonly StruckDelivery[];
  /** The latest call. */
  readonly last?: Witnessed;
}

/** A platform of a run's own. */
export interface Stage {
  /** What the command's environment tells of it. */
  readonly env: Readonly<Record<string, string>>;
  account(): Promise<Account>;
  /** Leaves nothing of it. */
  end(): Promise<void>;
}

/** Where consumers are tried; one stage after the other. */
export interface Theatre {
  begin(conditions: Conditions): Promise<Stage>;
  /** A text of the consumer without the secrets in it. */
  mask(text: string): string;
}
