import { Table, Text } from "@mantine/core";
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
  const format = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" });
  return (
    <Table aria-label={said.holidays}>
      <Table.Tbody>
        {holidays.map(({ date, description, selected }) => (
          <Table.Tr key={date}>
            <Table.Td>{format.format(new Date(date))}</Table.Td>
            <Table.Td>{description}</Table.Td>
            <Table.Td>
              <Tone tone={selected ? "good" : "neutral"}>
                {selected ? said.holidayWorked : said.holidayFree}
              </Tone>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
