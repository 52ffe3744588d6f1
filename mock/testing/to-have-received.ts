import { object } from "../model/shape.ts";
import { type Expected, type Journal, verify } from "../journal/index.ts";

/** What a matcher of `expect` answers, in Vitest as in Jest. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matches what an organization received, `mock.org("acme")`, or all of them, `mock`: anything with a journal.
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
      'Cannot match what has no journal: give the mock, or an organization of it, such as mock.org("acme")',
    );
  if (typeof operation !== "string")
    throw new TypeError(`Cannot match ${JSON.stringify(operation)}: name an operation first, such as "putSchema"`);
  const fault = object(expected);
  if (fault !== undefined) throw new RangeError(`Cannot match ${JSON.stringify(expected)}: ${fault}`);
  const { journal } = received;
  const { holds } = verify(journal, { ...expected, operation });
  // It is shown where the test fails: of what holds, where it should not.
  return { pass: holds, message: () => verify(journal, { ...expected, operation }, holds).message };
}

function hasJournal(value: unknown): value is { readonly journal: Journal } {
  return typeof value === "object" && value !== null && "journal" in value;
}
