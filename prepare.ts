import { loadPlatform } from "./contracts/index.ts";

// Compiles the platform's documents after an install, so that the first start need not.
await loadPlatform();
