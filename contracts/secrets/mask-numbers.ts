import { MASK } from "./mask-placeholder.ts";

/** Card numbers by their first digits and length, per network. */
const cardNumber =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;

/** Length of an IBAN in each country (ISO 13616). */
const ibanLengths = new Map(
  `NO15 BE16 DK18 FI18 FO18 GL18 NL18 FK18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 MN20 CH21 HR21 LI21 LV21
  BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 TL23 OM23 SO23 AD24 CZ24 ES24 MD24 PK24 RO24
  SA24 SE24 SK24 TN24 VG24 LY25 PT25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28
  HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33`
    .trim()
    .split(/\s+/)
    .map((each) => [each.slice(0, 2), Number(each.slice(2))] as const),
);

/** Masks card and bank account numbers whose length and check digits are valid. */
export function maskNumbers(text: string): string {
  if (!/\d{4}/.test(text)) return text;
  return text
    .replaceAll(/(?<![\w.+-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)/g, (number) => (isCard(number) ? MASK : number))
    .replaceAll(/(?<![\w-])[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}(?![\w-])/g, (number) => (isIban(number) ? MASK : number));
}

/** Checks for a valid card number: prefix and length of a network, and a correct check digit (Luhn). */
export function isCard(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, "");
  if (!cardNumber.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isIban(text: string): boolean {
  const iban = text.replaceAll(" ", "");
  if (ibanLengths.get(iban.slice(0, 2)) !== iban.length) return false;
  const moved = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
