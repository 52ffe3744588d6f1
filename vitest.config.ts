import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{cli,contracts,mock,conformance,compat,profiles,bench,test,tools}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    setupFiles: ["./vitest.setup.ts"],
    // Loading Concord anew for each file of tests took a quarter of the time: they leave nothing behind in a process.
    isolate: false,
    // All cores: the process that starts the workers hardly needs one for itself.
    maxWorkers: "100%",
    // Tests that run beside each other wait most of their time.
    maxConcurrency: 12,
    testTimeout: process.env["CONCORD_LONG"] === "1" ? 600_000 : 20_000,
  },
});
