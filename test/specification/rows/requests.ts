import { bearerTokens, jsonBodies, ownHosts, tokenSays } from "../claims/platform.ts";
import type { Row } from "../row.ts";

/** Rows of §4 and §5.1 about all requests. */
export const requestRows: readonly Row[] = [
  {
    section: "4",
    row: "All paths are relative to {base_url} of the respective API; all bodies are JSON.",
    claims: [ownHosts(), jsonBodies()],
  },
  { section: "5.1", row: "5.1.1", claims: [bearerTokens("5.1")] },
  { section: "5.1", row: "5.1.2", claims: [tokenSays("made in the platform's web portal")] },
];
