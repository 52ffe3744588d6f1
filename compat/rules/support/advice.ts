import type { RuleAdvice } from "./traits.ts";

/** A part that callers have to send from now on. */
export const sendAlways: RuleAdvice = {
  direction: "request",
  verdict: "breaking",
  text: "Send it with every request.",
};

/** Credentials that are no longer enough. */
export const enoughCredentials: RuleAdvice = {
  verdict: "breaking",
  text: "Call with credentials that the new version accepts.",
};

/** A part that the contract may no longer promise. */
export const askWhetherPromised: RuleAdvice = { text: "Ask the provider whether the part is still promised." };

/** A value that was removed from an enum. */
export const valueRemovedAdvice: readonly RuleAdvice[] = [
  { direction: "request", verdict: "breaking", text: "Send one of the remaining values." },
  { verdict: "breaking", text: "Expect the new value wherever your code looks for this one." },
];
