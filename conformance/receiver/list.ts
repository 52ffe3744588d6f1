import { generateKeyPairSync } from "node:crypto";
import { refusedWithoutEffect } from "./refusals.ts";
import { stories } from "./stories.ts";
import { listTrials } from "./trials.ts";
import type { Policy } from "./vectors/vector.ts";

/** Text that lists all trials for a policy, by family. */
export function trialList(policy: Policy): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  // Placeholder keys and credentials are enough for a list.
  const keys = { secret: "", privateKey, otherSecret: "", otherPrivateKey: privateKey };
  const basic = { type: "basic", username: "", password: "" } as const;
  const shown = { authentication: basic, header: ["Authorization", "Basic "] as const };
  const { trials } = listTrials({ policy, keys, shown, event: {}, organization: "" });
  const all = [...trials, ...stories, refusedWithoutEffect];
  const width = Math.max(...all.map(({ name }) => name.length));
  return [...Map.groupBy(all, ({ family }) => family)]
    .map(([family, some]) =>
      [family, ...some.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`), ""].join("\n"),
    )
    .join("\n");
}
