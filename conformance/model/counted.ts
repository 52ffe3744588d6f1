export { counted } from "../../contracts/index.ts";

/** Rounded percentage. A part smaller than the whole shows at most "99 %", and a part above zero at least "1 %". */
export function formatPercent(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  const shown = percent > 99 && percent < 100 ? 99 : percent > 0 && percent < 1 ? 1 : Math.round(percent);
  return `${shown} %`;
}
