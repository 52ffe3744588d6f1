import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { type Contract, ToolError } from "../../contracts/index.ts";
import type { Citations } from "../model/citations.ts";
import { forward } from "../target/forward.ts";
import { type Har, createHar } from "./har.ts";
import { type Fixtures, createObserver } from "./observer.ts";
import type { Observed, ProxyReport } from "./report.ts";

/** Options of `createProxy()`. */
export interface ProxyOptions {
  readonly contracts: readonly Contract[];
  /** Base address of the provider. */
  readonly target: string;
  /** Judge what the specification does not show, too. */
  readonly includeAssumed: boolean;
  readonly now: () => number;
  /** Make fixtures of what passes. */
  readonly makesFixtures?: boolean;
  /** The file that exchanges are recorded in. */
  readonly record?: string;
  /** Cites the clauses of findings. Default: none is cited. */
  readonly profile?: Citations;
  /** Is told of what is found for the first time. */
  onFound?(found: Observed): void;
}

/** Running proxy between a consumer and a provider. */
export interface Proxy {
  /** It does not listen yet. */
  readonly server: Server;
  /** Waits until all that has passed is judged and written; throws what went wrong with that. */
  end(): Promise<ProxyReport>;
  /** What has passed, as the mock's fixtures, where they were asked for. */
  fixtures(): Fixtures | undefined;
}

/**
 * A server that hands each request on to a provider, and judges what passes. Whatever is found, requests and answers
 * stay as they are. Prism's own proxy cannot stand here: it writes bodies anew, answers 501 itself, and has no way to
 * look at an exchange; what it judges with is asked for a second opinion.
 * @throws ToolError "invalid-target" or "unwritable-output".
 */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  const { contracts, target, includeAssumed, now, record, makesFixtures = false, profile = {}, onFound } = options;
  const base = URL.parse(target) ?? new URL("none:");
  if (!/^https?:$/.test(base.protocol))
    throw new ToolError("invalid-target", `Cannot stand before "${target}": it is not an http or https URL`, {
      hint: "Give the base address, such as http://127.0.0.1:4010",
    });
  const url = base.origin + base.pathname.replace(/\/$/, "");
  const har: Har | undefined = record === undefined ? undefined : await createHar(record, url);
  const observer = createObserver({ contracts, url, includeAssumed, makesFixtures, profile });
  const startedAt = now();
  const open = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  const server = createServer((incoming, outgoing) => {
    const done = pass(incoming, outgoing)
      // Traffic passes all the same; it is told at the end.
      .catch((error: unknown) => void (failed ??= { error }))
      .finally(() => open.delete(done));
    open.add(done);
  });
  return {
    server,
    fixtures: observer.fixtures,
    async end() {
      await Promise.all(open);
      await har?.close();
      if (failed) throw failed.error;
      return { target: url, durationMs: now() - startedAt, ...observer.report() };
    },
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const passed = await forward(incoming, outgoing, { base, now });
    if (!passed) return;
    await har?.add(passed);
    for (const found of await observer.see(passed)) onFound?.(found);
  }
}
