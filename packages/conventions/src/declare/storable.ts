/**
 * Whether Postgres and UTF-8 can store a text exactly. JSON can contain NUL and lone surrogates, which they
 * cannot.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
