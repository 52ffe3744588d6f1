import {
  type Contract,
  type Operation,
  type VersionBase,
  findBodyBase as bodyBaseBeside,
  joinQuery,
  writeQuery,
} from "../../contracts/index.ts";
import type { WireRequest } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";

/** Version property of a request body. Undefined if the body has none that a client can send. */
export function findBodyVersion(contract: Contract, operation: Operation): VersionBase | undefined {
  const roles = rolesFor(contract);
  const collection = roles.get(operation)?.collection;
  const creating = [...roles].flatMap(([other, role]) =>
    role.kind === "create" && role.collection === collection ? [other] : [],
  );
  return bodyBaseBeside(contract, operation, creating);
}

/** Request whose query has a value, instead of any other value of the same name. */
export function withQueryValue(request: WireRequest, name: string, value: string): WireRequest {
  return { ...request, path: joinQuery(request.path, writeQuery([[name, value]])) };
}
