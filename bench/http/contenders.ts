import { peerFiles } from "../peers.ts";

/** A server to measure, run with this Node. */
export interface Contender {
  readonly name: string;
  /** The file to run, given the folder of what was compiled. */
  readonly file: (built: string) => string;
  readonly args: (port: number, document: string) => readonly string[];
  /** Whether it reads the document, and so should refuse what breaks it. */
  readonly validates: boolean;
}

/** In the order in which they take turns. */
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
    // Its fastest mode: static examples, no log, one process (with two, -m, 5.16 crashes at start).
    args: (port, document) => ["mock", "-p", String(port), "-h", "127.0.0.1", "-v", "silent", "-m", "false", document],
    validates: true,
  },
];
