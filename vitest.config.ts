import { defineConfig } from "vitest/config";
import { createStallReporter } from "./test/support/run/stall-reporter.ts";

const tests = "{cli,contracts,mock,conformance,compat,profiles,formats,api,bench,test,tools}/**/*.test.ts";
const fullTests = "{cli,contracts,mock,conformance,compat,profiles,formats,api,bench,test,tools}/**/*.full.test.ts";
const packages = "**/node_modules/**";

export default defineConfig({
  test: {
    projects: [
      // `npm test`: what whoever changes the code runs.
      { extends: true, test: { name: "unit", include: [tests], exclude: [packages, fullTests] } },
      // `npm run test:full`: everything else. It starts servers, browsers and other tools, and repeats laws.
      { extends: true, test: { name: "full", include: [fullTests], exclude: [packages] } },
    ],
    globalSetup: ["./test/support/run/own-folder.ts"],
    setupFiles: ["./vitest.setup.ts"],
    reporters: ["default", createStallReporter()],
    // Loading Concord anew for each file of tests took a quarter of the time: they leave nothing behind in a process.
    isolate: false,
    // All cores: the process that starts the workers hardly needs one for itself.
    maxWorkers: "100%",
    // Tests that run beside each other wait most of their time.
    maxConcurrency: 12,
    // A limit for what hangs, and no measure of speed: a loaded machine takes many times as long as an idle one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
