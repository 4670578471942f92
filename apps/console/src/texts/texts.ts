import { createContext, useContext } from "react";

export const languages = { en: "English", es: "Español", pt: "Português" } as const;
export type Language = keyof typeof languages;

type Text = string | ((...values: never[]) => string);
/** The texts of a page by name: a function where something is filled in. */
type Texts = Record<string, Text>;
/** The same names, with texts of their own. */
type Translated<T extends Texts> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };
type Dictionary<T extends Texts> = Record<Language, Translated<T>>;

/** Texts in all languages; one that lacks a name of the English texts is a type error. */
export const dictionary = <T extends Texts>(en: T, others: Omit<Dictionary<NoInfer<T>>, "en">) =>
  // A text is one of its own translations, which a mapped type cannot see.
  ({ en, ...others }) as Dictionary<T>;

export interface Locale {
  language: Language;
  choose(language: Language): void;
}

export const LocaleContext = createContext<Locale>({ language: "en", choose: () => {} });
export const useLocale = (): Locale => useContext(LocaleContext);

/** A dictionary in the language of the reader. */
export const useTexts = <T extends Texts>(all: Dictionary<T>): Translated<T> => all[useLocale().language];

/** Words for names of the API by language, English ones where the API's own would not do. */
type WordLists = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

/** Says names of the API in the language of the reader; one that has no word is said as the API does. */
export function useWords(all: WordLists): (name: string, ofApi?: string) => string {
  const words = all[useLocale().language] ?? {};
  return (name, ofApi = name.replaceAll("_", " ")) =>
    (Object.hasOwn(words, name) ? words[name] : undefined) ?? ofApi;
}

export const numberIn = (language: Language, value: number): string =>
  new Intl.NumberFormat(language).format(value);

/** The marks between the digits of a number, as the language writes it. */
export function separatorsIn(language: Language): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const markOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return { decimal: markOf("decimal"), group: markOf("group") };
}

/** `{ one: "question", other: "questions" }` by the number, as the language wants it. */
export function plural(language: Language, count: number, forms: { one: string; other: string }): string {
  const form = new Intl.PluralRules(language).select(count) === "one" ? forms.one : forms.other;
  return `${numberIn(language, count)} ${form}`;
}

const isLanguage = (text: string | null | undefined): text is Language => text != null && text in languages;
const stored = "console-language";

/** Browsers that block the data of sites throw as soon as `localStorage` is named. */
function readStored(): string | null {
  try {
    return localStorage.getItem(stored);
  } catch {
    return null;
  }
}

/** The language that was chosen, else the first of the browser's languages that the console has. */
export function preferredLanguage(): Language {
  const chosen = readStored();
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en";
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(stored, language);
  } catch {
    // It holds as long as this page is open.
  }
}
