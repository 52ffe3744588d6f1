/** Conditions of one run of a consumer. */
export interface RunConditions {
  readonly name: string;
  /** One-line description. */
  readonly about: string;
  /** Section of the specification, if it covers these faults. */
  readonly section?: string;
  /** True if the specification obliges consumers to survive them. */
  readonly isObliged: boolean;
  /** Set if a correct consumer may fail its tests: then its calls alone are judged. */
  readonly isJudgedByCalls?: true;
}

/** One message of an exchange, without its secrets. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An exchange of the consumer with the platform, without its secrets. */
export interface AffectedExchange {
  /** Time as in RFC 3339. */
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
export interface DeliveryUnderFault {
  /** Time as in RFC 3339. */
  readonly time: string;
  readonly faults: readonly string[];
  /** Ids of the webhook and of the message. */
  readonly webhook: string;
  readonly message: string;
  /** Event type, such as "meter.created". */
  readonly event: string;
  /** Status code of the consumer's response. */
  readonly status: number;
  /** Body without secrets, if a fault changed it. */
  readonly body?: unknown;
}

/** Traffic between the consumer and the platform in one run. */
export interface Traffic {
  /** Number of calls. */
  readonly calls: number;
  /** Number of calls by method and path. */
  readonly callsByPlace: ReadonlyMap<string, number>;
  /** Number of deliveries that the consumer answered. */
  readonly deliveries: number;
  /** Number of calls and deliveries that faults affected. */
  readonly strikes: number;
  /** Number of messages with deliveries left at the end: held back, or with a copy to follow. */
  readonly missed: number;
  /** Affected calls in order of time. If there are very many, the latest. */
  readonly struck: readonly AffectedExchange[];
  /** Affected deliveries in order of time. */
  readonly struckDeliveries: readonly DeliveryUnderFault[];
  /** Latest call. */
  readonly last?: AffectedExchange;
  /** All calls in order of time. If there are very many, the latest. */
  readonly exchanges?: readonly AffectedExchange[];
}

/** Mock of one run. */
export interface RunMock {
  /** Environment variables for the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Numbers of calls so far. */
  counts(): Pick<Traffic, "calls" | "callsByPlace">;
  traffic(): Promise<Traffic>;
  /** Stops the mock. */
  stop(): Promise<void>;
}

/** Creates the mocks of runs, one after the other. */
export interface MockFactory {
  startMock(conditions: RunConditions): Promise<RunMock>;
  /** Masks secrets in a text of the consumer. */
  mask(text: string): string;
}
