import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { type Contract, ToolError, decodeSegment } from "../../contracts/index.ts";
import type { Citations } from "../model/citations.ts";
import { forward } from "../target/forward.ts";
import { type Har, createHar } from "./har.ts";
import { type Fixtures, createObserver } from "./observer.ts";
import type { ObservedFinding, ProxyReport } from "./report.ts";

/** Options of `createProxy()`. */
export interface ProxyOptions {
  readonly contracts: readonly Contract[];
  /** Base URL of the provider. */
  readonly target: string;
  /** Also judges parts that are only assumed. */
  readonly includeAssumed: boolean;
  readonly now: () => number;
  /** Derives fixtures from the traffic. */
  readonly makesFixtures?: boolean;
  /** File for the recorded exchanges. */
  readonly record?: string;
  /** Cites the clauses of findings. Default: none is cited. */
  readonly profile?: Citations;
  /** Called for each new finding. */
  onFound?(found: ObservedFinding): void;
}

/** Running proxy between a consumer and a provider. */
export interface Proxy {
  /** Server, which the caller starts. */
  readonly server: Server;
  /** Waits until all traffic is judged and written. Throws the first error of that. */
  end(): Promise<ProxyReport>;
  /** Fixtures from the traffic, if they were requested. */
  fixtures(): Fixtures | undefined;
}

/**
 * Server that forwards requests to a provider, and judges the traffic without changing it. Prism's own proxy is not
 * suitable: it rewrites bodies, responds with 501 itself, and gives no access to exchanges. Its validators judge
 * the traffic too, and the report lists their objections.
 * @throws ToolError "invalid-target" or "unwritable-output".
 */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  const { contracts, target, includeAssumed, now, record, makesFixtures = false, profile = {}, onFound } = options;
  const base = URL.parse(target) ?? new URL("none:");
  if (!/^https?:$/.test(base.protocol))
    throw new ToolError("invalid-target", `Cannot forward to "${target}": it is not an http or https URL`, {
      hint: "Give the base address, such as http://127.0.0.1:4010",
    });
  const url = base.origin + base.pathname.replace(/\/$/, "");
  const har: Har | undefined = record === undefined ? undefined : await createHar(record, url);
  const observer = createObserver({ contracts, url, includeAssumed, makesFixtures, profile });
  const startedAt = now();
  const open = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  const server = createServer((incoming, outgoing) => {
    if (isControl(incoming.url ?? "/")) {
      refuseControl(outgoing);
      return;
    }
    const done = pass(incoming, outgoing)
      // A failed judgement does not stop the traffic, and is thrown at the end.
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

/** Paths of a mock that consumers need: they request their tokens there. */
const consumerPath = /^\/_concord\/oauth\/(token|authorize|\.well-known\/openid-configuration)(\?|$)/;

/**
 * True for a request to a mock itself, such as its control API. The mock would take it for one of this machine, whoever
 * sent it to the proxy. Finds the path however it is written: encoded, with dots, or as a whole URL.
 */
function isControl(target: string): boolean {
  const written = target.replace(/^[/\\]+/, "/");
  const { pathname = "/" } = URL.parse(written, "http://proxy") ?? {};
  const path = (decodeSegment(pathname) ?? pathname).replaceAll(/[/\\]+/g, "/").toLowerCase();
  const plain = URL.parse(path, "http://proxy")?.pathname ?? path;
  return /^\/_concord(\/|$)/.test(plain) && !consumerPath.test(target);
}

function refuseControl(outgoing: ServerResponse): void {
  const detail = "The proxy does not forward requests to the control API of a mock: send them to the mock itself";
  const problem = { type: "about:blank", title: "Forbidden", status: 403, detail };
  outgoing.writeHead(403, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
}
