import { type Paint, createPaint } from "../../formats/index.ts";
import { reasons } from "../../contracts/signatures/index.ts";
import type { SavedDelivery } from "./delivery.ts";
import type { Diagnosis, Step } from "./diagnose.ts";
import { maskHeadersExceptSignatures } from "../../contracts/secrets/index.ts";
import { counted } from "../model/counted.ts";
import { escapeControlCharacters } from "./escape-control-characters.ts";

/** Most bytes shown of a body. */
const MAX_SHOWN_BYTES = 8192;

export interface RenderedDiagnosis extends Diagnosis {
  /** Title: a file, or the time of receiving. */
  readonly title: string;
  /** True if the delivery verifies and has the required credentials. */
  readonly isAccepted: boolean;
  /** Notes, such as the time of verification. */
  readonly notes: readonly string[];
}

/** Diagnosis as text: verdict, steps, hints. */
export function renderDiagnosis(
  { title, verdict, steps, hints, isAccepted, notes }: RenderedDiagnosis,
  { colours }: { readonly colours: boolean },
): string {
  const colourDiagnosis = createPaint(colours);
  const width = Math.max(...steps.map(({ what }) => what.length));
  const lines = [
    `${isAccepted ? colourDiagnosis("green", "OK  ") : colourDiagnosis("red", "FAIL")} ${escapeControlCharacters(title)}${verdict === "ok" ? "" : `  ${verdict}`}`,
    ...(verdict === "ok" ? [] : [`     ${reasons[verdict]}`]),
    ...notes.map((note) => `     ${escapeControlCharacters(note)}`),
    ...steps.map(
      (step) =>
        `     ${marked(step, colourDiagnosis)} ${escapeControlCharacters(`${step.what.padEnd(width)}  ${step.text}`)}`,
    ),
    ...hints.map((hint) => `     hint: ${escapeControlCharacters(hint)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function marked({ holds }: Step, paint: Paint): string {
  if (holds === undefined) return paint("dim", "--");
  if (holds) return paint("green", "ok");
  return paint("red", "no");
}

/** Headers and body of a delivery as received, with masked credentials. */
export function renderDelivery({ headers, body }: SavedDelivery, secretHeaders: readonly string[] = []): string {
  const shown = body.subarray(0, MAX_SHOWN_BYTES);
  const text = Buffer.from(shown).toString();
  const isText = Buffer.from(text).equals(shown) || body.length > shown.length;
  const rest = body.length > shown.length ? `     | … ${counted(body.length - shown.length, "byte")} more\n` : "";
  const lines = [
    ...maskHeadersExceptSignatures(headers, secretHeaders).map(([name, value]) => `${name}: ${value}`),
    "",
    ...(body.length === 0 ? ["(no body)"] : []),
    ...(isText ? text.split("\n") : [`(no text; in base64:) ${Buffer.from(shown).toString("base64")}`]),
  ];
  return `${lines.map((line) => `     | ${escapeControlCharacters(line)}`).join("\n")}\n${rest}`;
}
