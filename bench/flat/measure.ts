import type { Contender } from "../http/contenders.ts";
import { type Rounds, emptyRounds, measureRound } from "../http/measure.ts";
import { prepare } from "../http/prepare.ts";
import { requestsFor } from "../http/requests.ts";
import { type Server, startServer } from "../http/server.ts";
import { withChild } from "../children.ts";
import { writeDocuments } from "../document.ts";
import type { Settings } from "../settings.ts";

/** Rounds of Concord by exchange, then by number of documents or records. */
export interface FlatResult {
  /** "documents" or "records". */
  readonly what: string;
  readonly amounts: readonly number[];
  readonly exchanges: Readonly<Record<string, Readonly<Record<number, Rounds>>>>;
}

const exchangeNames = ["GET by id", "GET list", "POST"] as const;

/** Measures with increasing numbers of documents, each with nine operations. */
export function measureDocuments(settings: Settings): Promise<FlatResult> {
  return measure("documents", [3, 47, 500], settings, (amount) => ({ documents: amount, records: 0 }));
}

/** Measures with increasing numbers of records in the requested collection. */
export function measureRecords(settings: Settings): Promise<FlatResult> {
  return measure("records", settings.records, settings, (amount) => ({ documents: 3, records: amount }));
}

async function measure(
  what: string,
  amounts: readonly number[],
  settings: Settings,
  held: (amount: number) => { readonly documents: number; readonly records: number },
): Promise<FlatResult> {
  const exchanges = Object.fromEntries(
    exchangeNames.map((name) => [name, Object.fromEntries(amounts.map((amount) => [amount, emptyRounds()]))]),
  );
  await using running = new AsyncDisposableStack();
  const servers: { readonly amount: number; readonly server: Server; readonly ids: readonly string[] }[] = [];
  for (const amount of amounts) {
    settings.report(`Flat: ${amount} ${what}`);
    const { documents, records } = held(amount);
    const folder = writeDocuments(documents, settings.resultsFolder);
    const server = running.use(await startServer(concordWith(records), settings.built, folder));
    servers.push({ amount, server, ids: await withChild(server, prepare(server)) });
  }
  for (const name of exchangeNames) {
    settings.report(`Flat: ${name}`);
    for (let round = 0; round < settings.rounds; round++)
      for (const { amount, server, ids } of servers) {
        const requests = requestsFor(server.port);
        const sent = {
          "GET by id": () => ids.map((id) => requests.read(id)),
          "GET list": () => [requests.list()],
          POST: () => [requests.create()],
        }[name]();
        await withChild(server, measureRound(server, sent, exchanges[name]?.[amount] as Rounds, settings));
      }
  }
  return { what, amounts, exchanges };
}

function concordWith(records: number): Contender {
  return {
    name: "Concord",
    file: (built) => `${built}http/concord.js`,
    args: (port, document) => [String(port), document, String(records)],
    validates: true,
  };
}
