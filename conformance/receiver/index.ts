export { type ReceiverReport, judgementOfReceiver } from "./report.ts";
export { type TestReceiverOptions, testReceiver } from "./test-receiver.ts";
export type { Policy } from "./vectors/vector.ts";
export { trialList } from "./list.ts";
export { createTrust } from "../target/raw/trust.ts";
