/** The last day that can be written as YYYY-MM-DD. */
const lastDay = "9999-12-31";

/** The same day (YYYY-MM-DD) some months later; the month's last where it has no such day. */
export function monthsAfter(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const total = year * 12 + month - 1 + months;
  const [years, index] = [Math.floor(total / 12), total % 12];
  if (years > 9999) return lastDay;
  return [
    String(years).padStart(4, "0"),
    String(index + 1).padStart(2, "0"),
    String(Math.min(day, daysIn(years, index))).padStart(2, "0"),
  ].join("-");
}

/** The calendar repeats every 400 years, and `Date` takes a year below 100 for one of the last century. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month + 1, 0)).getUTCDate();
}
