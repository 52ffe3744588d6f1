import { loadPlatform } from "../contracts/index.ts";

// Compiles the platform's documents after an install, so that the first start need not. It is the script
// "postprepare": for "prepare", npm would ask everybody who installs a packed file whether it may run.
await loadPlatform();
