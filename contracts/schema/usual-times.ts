/**
 * True for the usual form of a date: "2026-01-05". False says nothing: the days 29 to 31 depend on the month. Reading
 * characters is several times faster than the pattern of a library.
 */
export function isUsualDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

/** True for the usual form of a date-time in UTC: "2026-01-05T12:00:00Z", with decimals or without. False says nothing. */
export function isUsualDateTime(text: string): boolean {
  const end = text.length - 1;
  if (end < 19 || text.charCodeAt(10) !== T || text.charCodeAt(end) !== Z || !startsWithDate(text)) return false;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return false;
  if (!(twoDigits(text, 11) <= 23 && twoDigits(text, 14) <= 59 && twoDigits(text, 17) <= 59)) return false;
  if (end === 19) return true;
  if (text.charCodeAt(19) !== POINT || end === 20) return false;
  for (let index = 20; index < end; index++) if (!isDigit(text.charCodeAt(index))) return false;
  return true;
}

const [T, Z, COLON, POINT, DASH, ZERO] = [0x54, 0x5a, 0x3a, 0x2e, 0x2d, 0x30];

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  if (Number.isNaN(twoDigits(text, 0) + twoDigits(text, 2))) return false;
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

/** Number of two digits, or NaN. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : Number.NaN;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}
