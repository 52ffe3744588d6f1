/** An XML element with its text, including CDATA, and its children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
// Characters outside of Char in XML 1.0 (2.2).
// oxlint-disable-next-line no-control-regex
const invalidCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/**
 * Strict XML parser for feeds: elements, attributes, text and CDATA.
 * @throws Error if the text is not well-formed.
 */
export function readXml(xml: string): XmlElement {
  if (invalidCharacter.test(xml) || !xml.isWellFormed()) throw new Error("a character that XML does not take");
  const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\s*/i.exec(xml);
  let at = declaration?.[0].length ?? 0;
  const root = element();
  if (xml.slice(at).trim() !== "") throw new Error(`text behind the root at ${at}`);
  return root;

  function take(pattern: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(pattern.source, "uy");
    sticky.lastIndex = at;
    const found = sticky.exec(xml);
    if (found) at = sticky.lastIndex;
    return found ?? undefined;
  }

  function element(): XmlElement {
    const name = take(/<([A-Za-z_][\w.:-]*)/)?.[1];
    if (name === undefined) throw new Error(`no element at ${at}: ${xml.slice(at, at + 40)}`);
    const attributes: Record<string, string> = {};
    for (let found = take(/\s+([A-Za-z_][\w.:-]*)="([^"<]*)"/); found;) {
      const [, key = "", value = ""] = found;
      if (Object.hasOwn(attributes, key)) throw new Error(`"${key}" twice at ${at}`);
      attributes[key] = decoded(value);
      found = take(/\s+([A-Za-z_][\w.:-]*)="([^"<]*)"/);
    }
    if (take(/\s*\/>/)) return { name, attributes, text: "", children: [] };
    if (!take(/\s*>/)) throw new Error(`"${name}" does not end at ${at}: ${xml.slice(at, at + 40)}`);
    const children: XmlElement[] = [];
    let text = "";
    for (;;) {
      const closed = take(/<\/([\w.:-]+)\s*>/)?.[1];
      if (closed === name) return { name, attributes, text: children.length > 0 ? text.trim() : text, children };
      if (closed !== undefined) throw new Error(`"${closed}" closes "${name}" at ${at}`);
      const cdata = take(/<!\[CDATA\[([^]*?)\]\]>/)?.[1];
      const chars = cdata === undefined ? take(/[^<]+/)?.[0] : undefined;
      if (chars?.includes("]]>")) throw new Error(`"]]>" in text at ${at}`);
      if (cdata !== undefined) text += cdata;
      else if (chars !== undefined) text += decoded(chars);
      else children.push(element());
    }
  }

  function decoded(text: string): string {
    if (/&(?!(?:lt|gt|amp|quot|apos);)/.test(text)) throw new Error(`a bare "&" before ${at}`);
    return text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] as string);
  }
}

/** Children of an element with a name. */
export function childrenNamed({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** Text of the only child with a name. */
export function childText(parent: XmlElement, name: string): string {
  const found = childrenNamed(parent, name);
  if (found.length !== 1) throw new Error(`"${parent.name}" has ${found.length} of "${name}"`);
  return (found[0] as XmlElement).text;
}
