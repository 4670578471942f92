/** The name of a country in its own language. */
export function countryName(countryId: string): string {
  const language = countryId === "BR" ? "pt" : "es";
  return new Intl.DisplayNames([language], { type: "region" }).of(countryId) ?? countryId;
}

/** `Avenida Corrientes 4830` is a street and its number: the last word, if it has a digit, else empty. */
export function streetOf(line: string): { street_name: string; street_number: string } {
  const text = line.trim();
  const space = text.lastIndexOf(" ");
  const last = text.slice(space + 1);
  return space > 0 && /\d/.test(last)
    ? { street_name: text.slice(0, space).trimEnd(), street_number: last }
    : { street_name: line, street_number: "" };
}
