import { Anchor, Card, Group, Image, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ApiProblem } from "../../api/problem.ts";
import { useMoney } from "../../shared/money.ts";
import { ProblemView } from "../../shared/problem-view.tsx";
import { useApiWords } from "../../texts/api-words.ts";
import { useTexts } from "../../texts/texts.ts";
import { useItem } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";

/** The item that a question is about. */
export function ItemCard({ id }: { id: string }) {
  const said = useTexts(questionTexts);
  const money = useMoney();
  const word = useApiWords();
  const { data: item, error, refetch } = useItem(id);
  if (error instanceof ApiProblem && error.status === 404) return <Text c="dimmed">{said.noItem}</Text>;
  if (error) return <ProblemView error={error} retry={refetch} />;
  if (!item) return <Skeleton height={80} />;
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.item}>
      <Group wrap="nowrap" align="start">
        {item.thumbnail.startsWith(location.origin) && (
          <Image src={item.thumbnail} alt="" w={64} h={64} fit="contain" />
        )}
        <Stack gap={2}>
          <Text fw={600} size="sm">
            {item.title}
          </Text>
          <Text size="sm">
            {item.price !== null && money(item.price, item.currency_id)} ·{" "}
            {said.units(item.available_quantity)} · {word(item.status)}
          </Text>
          <Anchor component={Link} to="/questions" search={{ status: "all", item: id } as never} size="xs">
            {id}
          </Anchor>
        </Stack>
      </Group>
    </Card>
  );
}
