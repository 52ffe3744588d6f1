import { type Expected, type Journal, type Verified, verify } from "../journal/index.ts";

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
  const { holds, message }: Verified = verify(received.journal, { ...expected, operation });
  return { pass: holds, message: () => message };
}

function hasJournal(value: unknown): value is { readonly journal: Journal } {
  return typeof value === "object" && value !== null && "journal" in value;
}
