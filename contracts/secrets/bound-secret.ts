/** Secret, with the origins that the user named for it. */
export interface BoundSecret<Value> {
  readonly value: Value;
  /** Origins such as "https://api.example.com". */
  readonly origins: ReadonlySet<string>;
}

/** Binds a secret to the origins of some URLs. */
export function bindSecret<Value>(value: Value, urls: Iterable<string | URL>): BoundSecret<Value> {
  return { value, origins: new Set([...urls].map((url) => new URL(url).origin)) };
}

/**
 * Secret for a request to a URL. Undefined if the user did not name the origin of the URL: documents, reports, redirects
 * and metadata name URLs as well.
 */
export function revealSecret<Value>({ value, origins }: BoundSecret<Value>, url: string | URL): Value | undefined {
  if (origins.has(new URL(url).origin)) return value;
  return undefined;
}
