/** The column of a field of a Prisma model. */
export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The SELECT list of fields, under their names. */
export const selectList = (fields: readonly string[]): string =>
  fields.map((field) => `${columnOf(field)} AS "${field}"`).join(", ");
