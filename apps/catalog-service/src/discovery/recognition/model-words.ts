import { stem } from "../model/features/tokens.ts";

const words = "pro max plus ultra mini lite fe neo prime power edge fusion stylus ti";

const modelWords: ReadonlySet<string> = new Set(words.split(" ").map(stem));

/** Whether a token after a model's number names another model: an iPhone 14 Pro is not an iPhone 14. */
export const isModelWord = (token: string): boolean => modelWords.has(token);

/** The token of `plus` and of its sign: `S23+`. */
export const plus = stem("plus");
