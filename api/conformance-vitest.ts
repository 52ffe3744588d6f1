// Public entry point `concord-toolkit/conformance/vitest`: a run of conformance as tests of Vitest.
export { type StartedTarget, type SuiteOptions, conformanceSuite } from "../conformance/vitest.ts";
