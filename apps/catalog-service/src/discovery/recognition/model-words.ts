import { stem } from "../model/features/tokens.ts";

const words = "pro max plus ultra mini lite fe neo prime power edge fusion stylus ti";

const modelWords: ReadonlySet<string> = new Set(words.split(" ").map(stem));

/** Whether a token makes another model of one with a number: an iPhone 14 Pro is no iPhone 14. */
export const isModelWord = (token: string): boolean => modelWords.has(token);

/** The token of `plus` and of the sign that means it: `S23+`. */
export const plus = stem("plus");
