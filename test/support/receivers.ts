import { readdirSync } from "node:fs";
import type { Policy, ReceiverModule, ReceiverOptions, RunningReceiver } from "../../fixtures/receivers/receiver.ts";

/** An example receiver under test. */
export interface ExampleReceiver extends Omit<ReceiverModule, "policy" | "start"> {
  /** Its path under fixtures/receivers: "right/express", "wrong/nan-accepted". */
  readonly name: string;
  readonly policy: Policy;
  start(options: ReceiverOptions): Promise<RunningReceiver & AsyncDisposable>;
}

const home = new URL("../../fixtures/receivers/", import.meta.url);

/** Loads all example receivers of a kind. */
export function exampleReceivers(kind: "right" | "wrong"): Promise<readonly ExampleReceiver[]> {
  const files = readdirSync(new URL(`${kind}/`, home)).toSorted();
  return Promise.all(files.map((file) => exampleReceiver(`${kind}/${file.replace(/\.ts$/, "")}`)));
}

/** Loads an example receiver by name. */
export async function exampleReceiver(name: string): Promise<ExampleReceiver> {
  const receiver = (await import(new URL(`${name}.ts`, home).href)) as ReceiverModule;
  return {
    ...receiver,
    name,
    policy: receiver.policy ?? "both",
    async start(options) {
      const running = await receiver.start(options);
      return { ...running, [Symbol.asyncDispose]: () => running.close() };
    },
  };
}
