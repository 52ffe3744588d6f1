import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts", "{cli,contracts,mock,conformance,compat,bench}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    setupFiles: ["./vitest.setup.ts"],
    testTimeout: process.env["CONCORD_LONG"] === "1" ? 600_000 : 20_000,
  },
});
