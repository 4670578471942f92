import { Badge, Button, Card, Center, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { typed, useFilters } from "../../shared/filters.ts";
import { ProblemView } from "../../shared/problem-view.tsx";
import { mayLeave } from "../../shared/unsaved.ts";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { type Prediction, usePredictions } from "./catalog-queries.ts";
import { catalogTexts } from "./catalog-texts.ts";
import { CreateItem } from "./create-item.tsx";
import { predictionFor } from "./new-item.rules.ts";

/** Predicts categories and attributes while a title is typed; from one of them an item is listed. */
export function Predict({ site }: { site: string }) {
  const said = useTexts(catalogTexts);
  const texts = useTexts(common);
  const { values, set } = useFilters();
  const [title, setTitle] = useState(values.title ?? "");
  const [asked] = useDebouncedValue(title, 150);
  const isTyped = asked.trim().length > 2;
  const { data, error, refetch, isPlaceholderData, isFetching } = usePredictions(site, asked);
  const predictions = isTyped ? data : undefined;
  // What is shown was said of another title.
  const isBehind = title !== asked || (isPlaceholderData && isFetching);
  const [category, setCategory] = useState<string>();
  const [begun, setBegun] = useState<Prediction>();
  const chosen = predictionFor(predictions, { begun, chosen: category });
  const choose = (id: string) => {
    if (id === chosen?.category_id || !mayLeave()) return;
    setBegun(undefined);
    setCategory(id);
  };
  return (
    <Stack>
      <TextInput
        label={said.titleLabel}
        description={said.titleHint}
        size="md"
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onBlur={() => set({ title }, typed)}
      />
      {error && <ProblemView error={error} retry={refetch} />}
      {!isTyped && <Text c="dimmed">{said.typeFirst}</Text>}
      {isTyped && !predictions && !error && (
        <Center p="md" role="status" aria-busy="true" aria-label={texts.loading}>
          <Loader aria-hidden />
        </Center>
      )}
      {isTyped && predictions?.length === 0 && <Text c="dimmed">{said.noPrediction}</Text>}
      {isTyped && predictions && predictions.length > 0 && (
        <Stack
          component="ul"
          gap="xs"
          p={0}
          m={0}
          style={{ listStyle: "none" }}
          aria-label={said.predictedCategories}
        >
          {predictions.map((prediction) => (
            <Predicted
              key={prediction.category_id}
              prediction={prediction}
              isChosen={prediction === chosen}
              onChoose={() => choose(prediction.category_id)}
            />
          ))}
        </Stack>
      )}
      {chosen && (
        <CreateItem
          key={chosen.category_id}
          site={site}
          title={title}
          prediction={chosen}
          isBehind={isBehind}
          tellBegun={(isBegun) => setBegun(isBegun ? chosen : undefined)}
        />
      )}
    </Stack>
  );
}

interface PredictedProps {
  prediction: Prediction;
  isChosen: boolean;
  onChoose(): void;
}

function Predicted({ prediction, isChosen, onChoose }: PredictedProps) {
  const said = useTexts(catalogTexts);
  return (
    <Card
      component="li"
      withBorder
      padding="xs"
      bg={isChosen ? "var(--mantine-primary-color-light)" : undefined}
    >
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={4}>
          <Text fw={600} size="sm">
            {prediction.category_name}{" "}
            <Text span size="xs" c="dimmed">
              {prediction.category_id} · {prediction.domain_name}
            </Text>
          </Text>
          <Group gap={4}>
            {prediction.attributes.map(({ id, name, value_name }) => (
              <Badge key={id} variant="default" tt="none">
                {name}: {value_name}
              </Badge>
            ))}
          </Group>
        </Stack>
        <Button
          size="xs"
          flex="none"
          variant={isChosen ? "filled" : "default"}
          aria-pressed={isChosen}
          aria-label={`${said.choose}: ${prediction.category_name}`}
          onClick={onChoose}
        >
          {said.choose}
        </Button>
      </Group>
    </Card>
  );
}
