/** Whether Postgres and UTF-8 can hold a text exactly: without NUL and lone surrogates, both of which JSON can write. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
