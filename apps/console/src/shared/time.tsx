import { useMemo } from "react";
import { useMe } from "../session/me.ts";
import { useLocale } from "../texts/texts.ts";
import { zoneOf } from "./zones.rules.ts";

/** The zone of the user's site. */
export const useTimeZone = (): string => zoneOf(useMe().data?.site_id);

/** Writes moments in the zone of the user's site. */
export function useTimeFormat(): (moment: string | number | Date, style?: "long" | "time") => string {
  const { language } = useLocale();
  const timeZone = useTimeZone();
  // Formatters are dear to make, and lists ask with each frame.
  return useMemo(() => {
    const long = new Intl.DateTimeFormat(language, { timeZone, dateStyle: "medium", timeStyle: "medium" });
    const time = new Intl.DateTimeFormat(language, { timeZone, timeStyle: "medium" });
    return (moment, style = "long") => (style === "time" ? time : long).format(new Date(moment));
  }, [language, timeZone]);
}

/** A moment, as the user's site says it. */
export function Time({ at, style = "long" }: { at: string; style?: "long" | "time" }) {
  const format = useTimeFormat();
  return (
    <time dateTime={at} title={at}>
      {format(at, style)}
    </time>
  );
}
