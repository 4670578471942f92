import { Badge, Card, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useLab } from "../session/session.ts";
import { Time } from "../shared/time.tsx";
import { dictionary, useTexts } from "../texts/texts.ts";

const texts = dictionary(
  { bar: "World and clock", world: "World" },
  { es: { bar: "Mundo y reloj", world: "Mundo" }, pt: { bar: "Mundo e relógio", world: "Mundo" } },
);

/** Which world this tab is in, and what its clock says. */
export function WorldBar() {
  const said = useTexts(texts);
  const { client, world } = useLab();
  const { data } = useQuery({
    queryKey: ["lab", "clock"],
    queryFn: () => dataOf(client.GET("/_sandbox/clock")),
    refetchInterval: 10_000,
  });
  return (
    <Card withBorder padding="xs" component="section" aria-label={said.bar}>
      <Group gap="sm">
        <Text size="sm">
          {said.world} <Badge variant="default">{world}</Badge>
        </Text>
        {data && (
          <Text size="sm">
            <Time at={data.now} />
          </Text>
        )}
      </Group>
    </Card>
  );
}
