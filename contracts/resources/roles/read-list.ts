import { oncePer } from "../../model/once-per.ts";
import type { Placing } from "../placing.ts";
import type { Resources } from "../resources.ts";

const listsIn = oncePer<Resources, Map<string, Placing | undefined>>(() => new Map());

/** List that a GET of a path returns, if it returns one. */
export function readList(resources: Resources, path: string): Placing | undefined {
  const lists = listsIn(resources);
  if (!lists.has(path)) lists.set(path, findReadList(resources, path));
  return lists.get(path);
}

function findReadList({ at, bodies, operationsAt, placeOf }: Resources, path: string): Placing | undefined {
  const read = operationsAt.get(path)?.find((each) => placeOf(each).method === "GET");
  return read && at(path).findList(bodies.responseSchema(read));
}
