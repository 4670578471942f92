import { type Language, languages } from "@marketplace/search-index/languages";
import { z } from "zod";
import { sites } from "../sites/sites.service.ts";

/** The language of the titles of some sites, by site. */
export type SearchLanguages = Readonly<Record<string, Language>>;

const known = Object.keys(languages).join(", ");

/** `MLA=en,MLU=pt`: by which language's rules the titles of a site are searched. */
export const languagesVariable = () =>
  z.string().transform((text, context): SearchLanguages => {
    const pairs = text.split(",").map((pair) => pair.trim().split("="));
    for (const [site = "", language = ""] of pairs) {
      const fault = (message: string) => context.addIssue({ code: "custom", message, input: text });
      if (!sites.some(({ id }) => id === site)) fault(`"${site}" is no site`);
      else if (!(language in languages)) fault(`the language of ${site} must be one of ${known}`);
    }
    return Object.fromEntries(pairs) as SearchLanguages;
  });
