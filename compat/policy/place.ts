import {
  type Contract,
  type Location,
  isObject,
  joinPointer,
  locate,
  oncePer,
  targetPointer,
  splitPointer,
  valueAt,
} from "../../contracts/index.ts";

/** Converts a location in a file of a contract to the pointer in its bundled document. */
export function toBundledPointer(contract: Contract, { file, pointer }: Location): string | undefined {
  const starts = startsOf(contract);
  const tokens = splitPointer(pointer);
  for (let length = tokens.length; length >= 0; length--) {
    const start = starts.get(`${file}#${joinPointer("", ...tokens.slice(0, length))}`);
    if (start !== undefined) return joinPointer(start, ...tokens.slice(length));
  }
  return undefined;
}

/** Pointers in the bundled document, by the location in a file where each bundled part starts. */
const startsOf = oncePer((contract: Contract): ReadonlyMap<string, string> => {
  const pointers = [...Object.keys(contract.origins.parts), ""];
  return new Map(
    pointers.map((pointer) => {
      const { file, pointer: written } = locate(contract, pointer);
      return [`${file}#${written}`, pointer];
    }),
  );
});

/** Pointers of a part and of everything that encloses it, from the inside out. References on the way are followed. */
export function enclosing({ document }: Contract, pointer: string): string[] {
  const tokens = splitPointer(pointer);
  const found: string[] = [];
  for (let length = tokens.length; length >= 0; length--) {
    const at = joinPointer("", ...tokens.slice(0, length));
    const node = valueAt(document, at);
    found.push(at);
    if (isObject(node) && typeof node["$ref"] === "string") found.push(targetPointer(node["$ref"]));
  }
  return found;
}
