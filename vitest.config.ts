import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts", "{cli,contracts,mock,conformance,compat,fixtures}/**/*.test.ts"],
    setupFiles: ["./vitest.setup.ts"],
    testTimeout: 20_000,
  },
});
