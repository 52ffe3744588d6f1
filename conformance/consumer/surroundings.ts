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
  readonly request: Message;
  readonly response: Message;
}

/** An attempt to deliver something to the consumer, that went wrong on purpose. */
export interface StruckDelivery {
  /** RFC 3339. */
  readonly time: string;
  readonly weather: readonly string[];
  /** The ids of the webhook and of the message. */
  readonly webhook: string;
  readonly message: string;
  /** The event type, such as "meter.created". */
  readonly event: string;
  /** The status that the consumer answered; nothing where there was no answer. */
  readonly status?: number;
}

/** What went between the consumer and the platform in one run. */
export interface Account {
  /** How many calls there were. */
  readonly calls: number;
  /** How many attempts there were to deliver something to the consumer. */
  readonly deliveries: number;
  /** How many of both the weather struck. */
  readonly strikes: number;
  /** The latest call that was struck. */
  readonly lastStruck?: Witnessed;
  /** The latest attempt at a delivery that was struck. */
  readonly lastDelivery?: StruckDelivery;
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
