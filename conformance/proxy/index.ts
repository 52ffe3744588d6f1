export { proxyJudgementOf } from "./judgement.ts";
export { type Proxy, type ProxyOptions, createProxy } from "./proxy.ts";
export type { Observed, ProxyReport } from "./report.ts";
