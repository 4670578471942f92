import { type ReactNode, useEffect, useState } from "react";
import { type Language, LocaleContext, preferredLanguage, storeLanguage } from "./texts.ts";

export function LocaleProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(preferredLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (chosen: Language) => {
    storeLanguage(chosen);
    setLanguage(chosen);
  };
  return <LocaleContext value={{ language, choose }}>{children}</LocaleContext>;
}
