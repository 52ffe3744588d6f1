import { Verifier } from "@pact-foundation/pact";
import type { PactJob, PactResult } from "./pact-runner.ts";

// A process of its own, since Pact's native library writes to the standard output that it finds.

process.on("message", ({ file, url, token, states, message, timeout, logLevel }: PactJob) => {
  const verifier = new Verifier({
    providerBaseUrl: url,
    pactUrls: [file],
    logLevel,
    timeout,
    stateHandlers: Object.fromEntries(
      states.map(({ name, values }) => [name, () => Promise.resolve(values as Record<string, never>)]),
    ),
    ...(token !== undefined && {
      requestFilter: (request, _response, next) => {
        request.headers.authorization = `Bearer ${token}`;
        next();
      },
    }),
    ...(message && {
      messageProviders: {
        [message.description]: () => ({ __pactMessageMetadata: message.metadata, message: message.body }),
      },
    }),
  });
  verifier
    .verifyProvider()
    .then((text) => ({ text }))
    .catch((error: unknown) => ({ text: error instanceof Error ? error.message : String(error) }))
    .then((result: PactResult) => process.send?.(result));
});

process.on("disconnect", () => process.exit());
