import { type Awaitable, whenKnown } from "../model/awaitable.ts";
import { object } from "../model/shape.ts";
import { type Expected, type Journal, verify } from "../journal/index.ts";

/** Result of a matcher of `expect`, in Vitest and Jest. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matcher for an organization, such as `mock.org("acme")`, or for the whole mock: passes if it received the operation.
 * `query`, `headers` and `body` name the members that the request must have, with values or asymmetric matchers.
 * If the mock shares its state in PostgreSQL, it waits for the exchanges of all processes, and the result is a promise:
 * `await expect(…).toHaveReceived(…)`.
 *
 * @example
 * expect.extend({ toHaveReceived });
 * expect(mock.org("acme")).toHaveReceived("putSchema", { times: 1 });
 * expect(mock.org("acme")).toHaveReceived("createBook", { body: { title: expect.any(String) } });
 */
export function toHaveReceived(
  received: unknown,
  operation: string,
  expected: Omit<Expected, "operation"> = {},
): Awaitable<MatcherResult> {
  if (!hasJournal(received))
    throw new TypeError(
      'Cannot match a value without a journal: give the mock or an organization of it, such as mock.org("acme")',
    );
  if (typeof operation !== "string")
    throw new TypeError(
      `Cannot match ${JSON.stringify(operation)}: the first argument must name an operation, such as "putSchema"`,
    );
  const reason = object(expected);
  if (reason !== undefined) throw new RangeError(`Cannot match ${JSON.stringify(expected)}: ${reason}`);
  const { journal } = received;
  return whenKnown(journal.isShared ? journal.complete() : journal, (read) => {
    const { holds } = verify(read, { ...expected, operation });
    // Vitest shows the message on failure. If the expectation holds, that is a failure of a negated matcher.
    return { pass: holds, message: () => verify(read, { ...expected, operation }, holds).message };
  });
}

function hasJournal(value: unknown): value is { readonly journal: Journal } {
  return typeof value === "object" && value !== null && "journal" in value;
}
