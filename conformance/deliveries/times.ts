/** Time as text for people and programs. */
export function timeText(milliseconds: number): string {
  const time = new Date(milliseconds);
  if (Number.isNaN(time.getTime())) return "out of range";
  return time.toISOString().replace(".000Z", "Z");
}

const units = [
  ["day", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Duration in its two largest units: "5 min 2 s". */
export function durationText(seconds: number): string {
  let left = seconds;
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count === 0) return [];
    return [`${count} ${unit === "day" && count !== 1 ? "days" : unit}`];
  });
  return parts.slice(0, 2).join(" ") || "0 s";
}
