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

/** True for a UUID without a prefix: "39b4d52a-643c-4e55-a792-d3e17b24218e". False says nothing. */
export function isUsualUuid(text: string): boolean {
  if (text.length !== 36) return false;
  for (let index = 0; index < 36; index++) {
    const code = text.charCodeAt(index);
    if (index === 8 || index === 13 || index === 18 || index === 23 ? code !== DASH : !isHexDigit(code)) return false;
  }
  return true;
}

/**
 * True for an address of letters, digits, and single signs of ".+_-" between them, with a host of at least two labels:
 * "ada.lovelace+list@example.org". False says nothing.
 */
export function isUsualEmail(text: string): boolean {
  let at = -1;
  let lastDot = -1;
  let isAfterSign = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isSign = !isLetterOrDigit(code);
    if (isSign && isAfterSign) return false;
    if (code === AT && at === -1) at = index;
    else if (code === POINT) lastDot = index;
    else if (isSign && !(code === DASH || (at === -1 && (code === PLUS || code === UNDERSCORE)))) return false;
    isAfterSign = isSign;
  }
  return at > 0 && lastDot > at && !isAfterSign;
}

const [T, Z, COLON, POINT, DASH, ZERO] = [0x54, 0x5a, 0x3a, 0x2e, 0x2d, 0x30];
const [AT, PLUS, UNDERSCORE] = [0x40, 0x2b, 0x5f];

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  if (Number.isNaN(twoDigits(text, 0) + twoDigits(text, 2))) return false;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 28 : 30);
}

/** Number of two digits, or NaN. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  if (isDigit(tens) && isDigit(ones)) return (tens - ZERO) * 10 + ones - ZERO;
  return Number.NaN;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

function isLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x7a);
}
