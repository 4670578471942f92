/** An identity document. */
export interface Identification {
  type: string;
  number: string;
}

/** The last digit of a CPF, of the first so many: modulus 11, weights from the right. */
const cpfDigit = (digits: string): string => {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  );
  return String(((sum * 10) % 11) % 10);
};

/** The check character of a RUT: modulus 11, weights 2 to 7 from the right. */
const rutCharacter = (digits: string): string => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * ((index % 6) + 2), 0);
  return "0123456789K"[(11 - (sum % 11)) % 11] ?? "0";
};

const kinds: Readonly<Record<string, (digits: string) => Identification>> = {
  MLA: (digits) => ({ type: "DNI", number: digits }),
  MLB(digits) {
    const first = `${digits}0`;
    const second = first + cpfDigit(first);
    return { type: "CPF", number: second + cpfDigit(second) };
  },
  MLC: (digits) => ({ type: "RUT", number: `${digits}-${rutCharacter(digits)}` }),
  // The generic number of the tax office.
  MLM: () => ({ type: "RFC", number: "XAXX010101000" }),
  MCO: (digits) => ({ type: "CC", number: digits }),
};

/** An invented document of a site's country, from eight digits; its check digits fit. */
export const inventedIdentification = (siteId: string, digits: string): Identification =>
  kinds[siteId]?.(digits) ?? { type: "CI", number: digits };
