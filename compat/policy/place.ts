import {
  type Contract,
  type Location,
  isObject,
  joinPointer,
  locate,
  oncePer,
  targetPointer,
  tokensOf,
  valueAt,
} from "../../contracts/index.ts";

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

/** Pointers into the document, by the place in a file where that part of the document begins. */
const startsOf = oncePer((contract: Contract): ReadonlyMap<string, string> => {
  const pointers = [...Object.keys(contract.origins.parts), ""];
  return new Map(
    pointers.map((pointer) => {
      const { file, pointer: written } = locate(contract, pointer);
      return [`${file}#${written}`, pointer];
    }),
  );
});

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
