/** An identity document. */
export interface Identification {
  type: string;
  number: string;
}

/** The sum of the digits, each by its weight. */
const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);

/** So many weights from the right, counting from 2 up to `last` and from 2 again. */
const rising = (count: number, last: number): number[] =>
  Array.from({ length: count }, (_, index) => ((count - 1 - index) % (last - 1)) + 2);

/** Modulus 11 of Brazil's documents: a remainder of 0 or 1 gives the digit 0. */
function brazilian(digits: string, last: number): string {
  const remainder = weighted(digits, rising(digits.length, last)) % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/** The digits with their two check digits. */
function withBrazilianDigits(digits: string, last: number): string {
  const first = digits + brazilian(digits, last);
  return first + brazilian(first, last);
}

/** The check character of a RUT: modulus 11, weights 2 to 7 from the right. */
const rutCharacter = (digits: string): string =>
  "0123456789K"[(11 - (weighted(digits, rising(digits.length, 7)) % 11)) % 11] ?? "0";

/** A firm's CUIT begins with 30, or with 33 where its check digit would be 10. */
function cuit(digits: string): string {
  for (const prefix of ["30", "33"]) {
    const body = prefix + digits;
    const check = (11 - (weighted(body, rising(10, 7)) % 11)) % 11;
    if (check < 10) return body + check;
  }
  throw new Error(`no CUIT has the digits ${digits}`);
}

/** The check digit of a NIT: modulus 11, weights of its own. */
function nit(digits: string): string {
  const body = `8${digits}`;
  const remainder = weighted(body, [41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11;
  return `${body}-${remainder < 2 ? remainder : 11 - remainder}`;
}

/** A CI of Uruguay: seven digits and what is missing to the next ten. */
function uruguayanCi(digits: string): string {
  const body = digits.slice(0, 7);
  return body + ((10 - (weighted(body, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10);
}

const ofPersons: Readonly<Record<string, (digits: string) => Identification>> = {
  MLA: (digits) => ({ type: "DNI", number: digits }),
  MLB: (digits) => ({ type: "CPF", number: withBrazilianDigits(`${digits}0`, 12) }),
  MLC: (digits) => ({ type: "RUT", number: `${digits}-${rutCharacter(digits)}` }),
  // The generic number of the tax office.
  MLM: () => ({ type: "RFC", number: "XAXX010101000" }),
  MCO: (digits) => ({ type: "CC", number: digits }),
  MLU: (digits) => ({ type: "CI", number: uruguayanCi(digits) }),
};

const ofFirms: Readonly<Record<string, (digits: string) => Identification>> = {
  MLA: (digits) => ({ type: "CUIT", number: cuit(digits) }),
  MLB: (digits) => ({ type: "CNPJ", number: withBrazilianDigits(`${digits}0001`, 9) }),
  MCO: (digits) => ({ type: "NIT", number: nit(digits) }),
};

const ofPerson = (siteId: string, digits: string): Identification =>
  ofPersons[siteId]?.(digits) ?? { type: "CI", number: digits };

/**
 * An invented document of a site's country, from eight digits; its check digits fit. Firms of sites that know
 * no document of their own have that of a person.
 */
export const inventedIdentification = (
  siteId: string,
  digits: string,
  { firm = false } = {},
): Identification => (firm ? ofFirms[siteId]?.(digits) : undefined) ?? ofPerson(siteId, digits);
