/** Conditions of one run of a consumer. */
export interface Conditions {
  readonly name: string;
  /** One-line description. */
  readonly about: string;
  /** Section of the specification, if it covers these faults. */
  readonly section?: string;
  /** True if the specification obliges consumers to survive them. */
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
  /** Ids of the faults that affected it. */
  readonly faults?: readonly string[];
  /** Names and values in an affected response that no contract lists. */
  readonly unlisted?: readonly string[];
  readonly request: Message;
  readonly response: Message;
}

/** A delivery that a fault affected and that the consumer answered. */
export interface FaultyDelivery {
  /** RFC 3339. */
  readonly time: string;
  readonly faults: readonly string[];
  /** The ids of the webhook and of the message. */
  readonly webhook: string;
  readonly message: string;
  /** The event type, such as "meter.created". */
  readonly event: string;
  /** The status that the consumer answered. */
  readonly status: number;
  /** Body without secrets, if a fault changed it. */
  readonly body?: unknown;
}

/** What went between the consumer and the platform in one run. */
export interface Account {
  /** How many calls there were. */
  readonly calls: number;
  /** How many deliveries the consumer answered. */
  readonly deliveries: number;
  /** Number of calls and deliveries that faults affected. */
  readonly strikes: number;
  /** How many messages had more to come when the command ended: were held back still, or had a copy to follow. */
  readonly missed: number;
  /** The affected calls, the earliest first; of very many, the latest. */
  readonly struck: readonly Witnessed[];
  /** The affected deliveries, the earliest first. */
  readonly struckDeliveries: readonly FaultyDelivery[];
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
