/** Whether Postgres and UTF-8 can store a text exactly: not NUL and lone surrogates, which JSON can hold. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
