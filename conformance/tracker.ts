import { type Contract, type Operation, type Router, canonical } from "../contracts/index.ts";
import type { Exchange, WireRequest } from "./exchange.ts";
import { idIn, itemIn, named, sentValues } from "./items.ts";
import { keyOf, writeRequest } from "./requests/wire.ts";
import { rolesFor } from "./roles.ts";

/** Remembers what a run has made on a live deployment, and takes it away at the end. */
export interface Tracker {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract): void;
  /** Deletes all that is left, the latest first; answers what could not be removed, and why. */
  clean(send: (request: WireRequest, operation: Operation) => Promise<Exchange>): Promise<readonly string[]>;
  /** What is there still, a line each. */
  left(): readonly string[];
}

interface Made {
  /** "POST /v1/orders made /v1/orders/o_1". */
  readonly name: string;
  /** How it is deleted; nothing where the contract does not say. */
  readonly removal?: { readonly operation: Operation; readonly request: WireRequest };
}

export function createTracker(router: Router): Tracker {
  const made = new Map<string, Made>();
  return { seen, clean, left: () => [...made.values()].map(({ name }) => name) };

  function seen(exchange: Exchange, operation: Operation, contract: Contract): void {
    const { status } = exchange.response;
    if (status < 200 || status > 299) return;
    const roles = rolesFor(contract);
    const role = roles.get(operation);
    if (role?.kind === "delete") made.delete(exchange.request.path.split("?", 1)[0] as string);
    // A PUT that is answered 201 has made what was not there.
    const isPut = role?.kind === "replace" && status === 201 && role.idParameter !== undefined;
    if (!role || !(isPut || role.kind === "create")) return;
    const sent = sentValues(exchange.request, router);
    const id = isPut ? sent.at(-1) : idIn(exchange, role, itemIn(exchange, role));
    if (id === undefined) return;
    const values = isPut ? sent : [...sent, id];
    const deleting = [...roles].find(
      ([, other]) => other.kind === "delete" && canonical(other.collection) === canonical(role.collection),
    )?.[0];
    const path = exchange.request.path.split("?", 1)[0] as string;
    const place = isPut ? path : `${path}/${String(id)}`;
    if (!deleting) {
      made.set(place, { name: `${operation.name} made ${place}` });
      return;
    }
    const parameters = Object.fromEntries(
      deleting.parameters
        .filter((parameter) => parameter.in === "path")
        .flatMap((parameter) => {
          const value = named(deleting.path, values)[parameter.name];
          return value === undefined ? [] : [[keyOf(parameter), value]];
        }),
    );
    const request = writeRequest(deleting, { parameters });
    made.set(request.path, {
      name: `${operation.name} made ${request.path}`,
      removal: { operation: deleting, request },
    });
  }

  async function clean(
    send: (request: WireRequest, operation: Operation) => Promise<Exchange>,
  ): Promise<readonly string[]> {
    const left: string[] = [];
    for (const [place, { name, removal }] of [...made].toReversed()) {
      if (!removal) {
        left.push(`${name}: the contract has no operation that deletes it`);
        continue;
      }
      const reason = await send(removal.request, removal.operation).then(
        ({ response: { status } }) =>
          status < 300 || status === 404 || status === 410 ? undefined : `it was answered ${status}`,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (reason === undefined) made.delete(place);
      else left.push(`${name}: ${reason}`);
    }
    made.clear();
    return left;
  }
}
