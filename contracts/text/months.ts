/** Latest date that fits the format YYYY-MM-DD. */
const lastDay = "9999-12-31";

/** Adds months to a date (YYYY-MM-DD). A day that the target month lacks becomes the last day of that month. */
export function monthsAfter(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const total = year * 12 + month - 1 + months;
  const [targetYear, index] = [Math.floor(total / 12), total % 12];
  if (targetYear > 9999) return lastDay;
  return [
    String(targetYear).padStart(4, "0"),
    String(index + 1).padStart(2, "0"),
    String(Math.min(day, countDays(targetYear, index))).padStart(2, "0"),
  ].join("-");
}

/** Returns the number of days in a month. `Date` maps years below 100 to 19xx, so an equal year after 2000 is used. */
function countDays(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month + 1, 0)).getUTCDate();
}
