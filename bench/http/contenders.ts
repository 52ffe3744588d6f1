import { peerFiles } from "../peers.ts";

/** A server to measure, which runs in Node. */
export interface Contender {
  readonly name: string;
  /** File to run, for the folder of the compiled benchmarks. */
  readonly file: (built: string) => string;
  readonly args: (port: number, document: string) => readonly string[];
  /** True if the server validates requests against the document. */
  readonly validates: boolean;
}

/** Contenders in the order in which they alternate. */
export const contenders: readonly Contender[] = [
  {
    name: "node:http",
    file: (built) => `${built}http/bare.js`,
    args: (port) => [String(port)],
    validates: false,
  },
  {
    name: "Concord",
    file: (built) => `${built}http/concord.js`,
    args: (port, document) => [String(port), document],
    validates: true,
  },
  {
    name: "Prism",
    file: peerFiles.prism,
    // Fastest mode of Prism: static examples, no log, one process (with two, -m, 5.16 crashes at start).
    args: (port, document) => ["mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", "-m", "false", document],
    validates: true,
  },
];
