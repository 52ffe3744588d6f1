import { pathToFileURL } from "node:url";
import type * as Mocks from "../../api/mock.ts";
import type { StartupFigures } from "./measure.ts";

// Starts Concord's mock once with all of the platform's contracts, and sends the durations to its parent: node
// child.ts MODULE.
const began = performance.now();
const { startMock } = (await import(pathToFileURL(process.argv[2] as string).href)) as typeof Mocks;
const imported = performance.now();
await using mock = await startMock();
const started = performance.now();
const { token } = mock.org("bench");
await fetch(`${mock.url}/v1/entity/schemas`, { headers: { authorization: `Bearer ${token}` } });
const answered = performance.now();

const FORKS = 2000;
for (let fork = 0; fork < FORKS; fork++) await mock.fork("bench");
const forking = performance.now();
for (let fork = 0; fork < FORKS; fork++) await mock.fork("bench");
const forked = performance.now();

process.send?.({
  importMs: imported - began,
  startMs: started - imported,
  firstAnswerMs: answered - started,
  forkMicroseconds: ((forked - forking) * 1000) / FORKS,
} satisfies StartupFigures);
