/** The longest part of a name that an answer repeats: no declared field has a longer name. */
const maxLength = 100;

/** A name that a client chose, cut: an answer repeats it several times. */
export const shortened = (name: string): string =>
  name.length > maxLength ? `${name.slice(0, maxLength).toWellFormed()}…` : name;

/** The reference of a field, such as `body.items[0].id`. */
export const fieldPath = (where: string, path: readonly PropertyKey[]): string =>
  where + path.map((key) => (typeof key === "number" ? `[${key}]` : `.${shortened(String(key))}`)).join("");
