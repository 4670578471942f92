import { Stack, Text } from "@mantine/core";
import { DataTable } from "../../shared/data-table.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useLocale, useTexts } from "../../texts/texts.ts";
import type { Configuration } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";

/** The holidays of the address, and whether the seller delivers on them. */
export function Holidays({ holidays }: Pick<Configuration, "holidays">) {
  const said = useTexts(flexTexts);
  const { language } = useLocale();
  if (holidays.length === 0) return <Text c="dimmed">{said.noHolidays}</Text>;
  // A date without a time is a day, whatever the zone of its reader.
  const format = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {said.holidaysFixed}
      </Text>
      <DataTable
        label={said.holidays}
        rows={holidays}
        keyOf={({ date }) => date}
        isUntitled
        columns={[
          { title: "date", cell: ({ date }) => format.format(new Date(date)) },
          { title: "description", cell: ({ description }) => description },
          {
            title: "selected",
            cell: ({ selected }) => (
              <Tone tone={selected ? "good" : "neutral"}>
                {selected ? said.holidayWorked : said.holidayFree}
              </Tone>
            ),
          },
        ]}
      />
    </Stack>
  );
}
