import { Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts, useWords } from "../../texts/texts.ts";
import { scenarioDescriptions } from "./described.ts";
import { scenarioTexts } from "./scenario-texts.ts";
import { Triggers } from "./triggers.tsx";

export function Page() {
  const said = useTexts(scenarioTexts);
  return (
    <PageFrame title={said.title} about={said.about}>
      <Triggers />
      <Scenarios />
    </PageFrame>
  );
}

function Scenarios() {
  const said = useTexts(scenarioTexts);
  const { client } = useLab();
  const paged = usePagingAs("scenarios");
  const query = useQuery({
    queryKey: ["lab", "scenarios", paged.paging],
    queryFn: () => dataOf(client.GET("/_sandbox/scenarios", { params: { query: paged.paging } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Panel title={said.scenarios}>
      <Stack>
        <Text size="sm">{said.scenariosAbout}</Text>
        <QueryView query={query}>
          {({ results, paging: { total } }, isReading) => (
            <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noScenarios}>
              {results.map((scenario) => (
                <Scenario key={scenario.name} scenario={scenario} />
              ))}
            </PagedRows>
          )}
        </QueryView>
      </Stack>
    </Panel>
  );
}

function Scenario({ scenario: { name, description } }: { scenario: LabSchemas["ScenarioView"] }) {
  const said = useTexts(scenarioTexts);
  const described = useWords(scenarioDescriptions);
  const { client } = useLab();
  const run = useAction(() =>
    dataOf(client.POST("/_sandbox/scenarios/{name}/runs", { params: { path: { name } } })),
  );
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <Button
          size="compact-xs"
          variant="default"
          loading={run.isPending}
          onClick={() => run.mutate()}
          aria-label={`${said.run}: ${name}`}
        >
          {said.run}
        </Button>
        {run.data && (
          <Tone tone={run.data.passed ? "good" : "bad"}>{run.data.passed ? said.passed : said.failed}</Tone>
        )}
      </Group>
      <Text size="sm">{described(name, description)}</Text>
      {run.isPending && <Text role="status">{said.running}</Text>}
      {run.data && (
        <List size="sm" aria-label={said.steps}>
          {run.data.steps.map((step) => (
            <List.Item key={step.name}>
              <Code>{step.name}</Code>{" "}
              <Tone tone={step.passed ? "good" : "bad"}>{step.passed ? said.passed : said.failed}</Tone>
              {step.detail !== null && <Text size="sm">{step.detail}</Text>}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
