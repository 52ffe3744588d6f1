import { createRequire } from "node:module";
import { type PactJob, type PactResult, jobPaths } from "./pact-job.ts";

// A separate process, because Pact's native library writes to standard output.

/** Used part of the package behind @pact-foundation/pact. The package's own Verifier would parse and rewrite bodies. */
interface Core {
  verifyPacts(options: {
    readonly providerBaseUrl: string;
    readonly pactUrls: readonly string[];
    readonly providerStatesSetupUrl: string;
    readonly providerStatesSetupBody: boolean;
    readonly transports: readonly { readonly protocol: string; readonly port: number; readonly path: string }[];
    readonly logLevel: string;
    readonly timeout: number;
  }): Promise<string>;
}

const pact = createRequire(createRequire(import.meta.url).resolve("@pact-foundation/pact"));
const core = (pact("@pact-foundation/pact-core") as { readonly default: Core }).default;

process.on("message", ({ file, url, timeout, logLevel }: PactJob) => {
  const { port, pathname } = new URL(url);
  core
    .verifyPacts({
      providerBaseUrl: url + jobPaths.provider,
      pactUrls: [file],
      providerStatesSetupUrl: url + jobPaths.states,
      providerStatesSetupBody: true,
      transports: [{ protocol: "message", port: Number(port), path: pathname + jobPaths.messages }],
      logLevel,
      timeout,
    })
    .then((text) => ({ text }))
    .catch((error: unknown) => ({ text: error instanceof Error ? error.message : String(error) }))
    .then((result: PactResult) => process.send?.(result));
});

process.on("disconnect", () => process.exit());
