import { object } from "../model/shape.ts";
import { type Expected, type Journal, verify } from "../journal/index.ts";

/** Result of a matcher of `expect`, in Vitest and Jest. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matcher for an organization, such as `mock.org("acme")`, or for the whole mock: passes if it received the operation.
 *
 * @example
 * expect.extend({ toHaveReceived });
 * expect(mock.org("acme")).toHaveReceived("putSchema", { times: 1 });
 */
export function toHaveReceived(
  received: unknown,
  operation: string,
  expected: Omit<Expected, "operation"> = {},
): MatcherResult {
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
  const { holds } = verify(journal, { ...expected, operation });
  // Vitest shows the message on failure. If the expectation holds, that is a failure of a negated matcher.
  return { pass: holds, message: () => verify(journal, { ...expected, operation }, holds).message };
}

function hasJournal(value: unknown): value is { readonly journal: Journal } {
  return typeof value === "object" && value !== null && "journal" in value;
}
