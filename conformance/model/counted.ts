/** Number with its noun in singular or plural: "1 failure", "2 failures". */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Rounded percentage. A part smaller than the whole shows at most "99 %", and a part above zero at least "1 %". */
export function percentOf(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  const shown = percent > 99 && percent < 100 ? 99 : percent > 0 && percent < 1 ? 1 : Math.round(percent);
  return `${shown} %`;
}
