import { loadPlatform } from "../contracts/index.ts";

// Compiles the platform's documents after an install, so that the first start is faster. Runs as "postprepare", because
// npm would ask for permission to run "prepare" when it installs a packed file.
await loadPlatform();
