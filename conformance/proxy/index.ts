export { toProxyJudgement } from "./judgement.ts";
export { type Proxy, type ProxyOptions, createProxy } from "./proxy.ts";
export type { ObservedFinding, ProxyReport } from "./report.ts";
