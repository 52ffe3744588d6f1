import { describe, expect, it } from "vitest";
import { declarationsIn } from "./declarations.ts";
import { membersOf } from "./members.ts";

const text = `/** Where to listen. */
interface Listen {
    /** 0 means any free port. */
    readonly port?: number;
    readonly host?: string;
    readonly tls?: {
        key: string;
    };
}
export interface Options extends Omit<Listen, "host">, Pick<Listen, "host">, Base<string, number> {
    /**
     * Called
     * at once.
     */
    observe(event: Event, name: string): void;
}
export interface Settings extends Omit<Listen, "host" | "tls"> {
    readonly port: string;
}
`;

describe("membersOf()", () => {
  const declarations = new Map(declarationsIn(text).map((each) => [each.name, each]));
  const membersIn = (name: string) => {
    const declaration = declarations.get(name);
    return declaration && membersOf(declaration, declarations);
  };

  it("lists own and inherited members, and those of the interface first", () => {
    expect(membersIn("Listen")?.map(({ name }) => name)).toEqual(["port", "host", "tls"]);
    expect(membersIn("Settings")).toEqual([{ name: "port", isOptional: false, type: "string", comment: "" }]);
  });

  it("has no list where a base is not known", () => {
    expect(membersIn("Options")).toBeUndefined();
  });
});
