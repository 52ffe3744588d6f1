import { styleText } from "node:util";

/** Function that gives text a colour or style of a terminal. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Creates the function. Without colours, it returns the text. */
export function createPaint(colours: boolean): Paint {
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}
