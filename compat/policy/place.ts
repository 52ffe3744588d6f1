import {
  type Contract,
  type Location,
  isObject,
  joinPointer,
  locate,
  targetPointer,
  tokensOf,
  valueAt,
} from "../../contracts/index.ts";

const known = new WeakMap<Contract, Map<string, string>>();

/** The pointer into a contract's document of what was written at a place of its files. */
export function pointerOf(contract: Contract, { file, pointer }: Location): string | undefined {
  const starts = startsOf(contract);
  const tokens = tokensOf(pointer);
  for (let length = tokens.length; length >= 0; length--) {
    const start = starts.get(`${file}#${joinPointer("", ...tokens.slice(0, length))}`);
    if (start !== undefined) return joinPointer(start, ...tokens.slice(length));
  }
  return undefined;
}

/** Where in the document what was written at a place of a file begins: by file and pointer. */
function startsOf(contract: Contract): Map<string, string> {
  let starts = known.get(contract);
  if (!starts) {
    starts = new Map();
    for (const pointer of [...Object.keys(contract.origins.parts), ""]) {
      const { file, pointer: written } = locate(contract, pointer);
      starts.set(`${file}#${written}`, pointer);
    }
    known.set(contract, starts);
  }
  return starts;
}

/** The pointers of a part and of all that encloses it, from the inside; references on the way are followed. */
export function enclosing({ document }: Contract, pointer: string): string[] {
  const tokens = tokensOf(pointer);
  const found: string[] = [];
  for (let length = tokens.length; length >= 0; length--) {
    const at = joinPointer("", ...tokens.slice(0, length));
    const node = valueAt(document, at);
    found.push(at);
    if (isObject(node) && typeof node["$ref"] === "string") found.push(targetPointer(node["$ref"]));
  }
  return found;
}
