import { Card, Group, SimpleGrid, Table, Text, Title } from "@mantine/core";
import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { PageFrame } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { healthTexts } from "./health-texts.ts";
import { Reconciliations } from "./reconciliations.tsx";

type Health = components["schemas"]["DeploymentHealth"];
type Service = Health["services"][number];

const tones = { up: "good", degraded: "warn", down: "bad" } as const;

/** Seconds as people say them. */
function ageOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** How the deployment is, for operators. */
export function Page() {
  const said = useTexts(healthTexts);
  return (
    <PageFrame title={said.title}>
      <Deployment />
    </PageFrame>
  );
}

const isForbidden = (error: unknown): boolean => error instanceof ApiProblem && error.status === 403;

/** Whether the user may see it is asked of the gateway alone: another service may be down. */
function Deployment() {
  const said = useTexts(healthTexts);
  const client = useClient();
  const query = useQuery({
    queryKey: ["health", "deployment"],
    queryFn: () => dataOf(client.GET("/operations/health")),
    refetchInterval: ({ state }) => (isForbidden(state.error) ? false : 5_000),
  });
  if (isForbidden(query.error)) return <Text c="dimmed">{said.operatorsOnly}</Text>;
  return (
    <>
      <QueryView query={query}>
        {({ services, notifications, date }) => (
          <>
            <Text size="sm" c="dimmed">
              {said.at} <Time at={date} />
            </Text>
            <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
              {services.map((service) => (
                <ServiceCard key={service.id} service={service} />
              ))}
            </SimpleGrid>
            <Queue notifications={notifications} />
          </>
        )}
      </QueryView>
      {!query.isPending && <Reconciliations />}
    </>
  );
}

function ServiceCard({ service }: { service: Service }) {
  const said = useTexts(healthTexts);
  const { id, state, replicas, outbox, mail } = service;
  const waits = ({ waiting, oldest_seconds }: { waiting: number; oldest_seconds: number }) =>
    waiting === 0 ? said.nothing : said.waiting(waiting, ageOf(oldest_seconds));
  return (
    <Card withBorder padding="sm" component="section" aria-label={id}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {id}
        </Title>
        <Tone tone={tones[state]}>{said[state]}</Tone>
      </Group>
      {outbox && (
        <Text size="sm">
          {said.outbox}: {waits(outbox)}
        </Text>
      )}
      {mail && (
        <Text size="sm">
          {said.mail}: {waits(mail)}
          {mail.retrying > 0 && `, ${said.retrying(mail.retrying)}`}
        </Text>
      )}
      <Text size="sm" mt="xs">
        {said.replicas}: {replicas.length}
      </Text>
      {replicas.map((replica) => (
        <Text size="xs" c="dimmed" key={`${replica.address} ${replica.process}`}>
          {replica.address ?? said.inProcess}:{" "}
          {replica.state === "up"
            ? `${said.uptime} ${ageOf(replica.uptime_seconds ?? 0)}, ${said.memory} ${Math.round((replica.memory_bytes ?? 0) / 1_048_576)} MB`
            : `${said.down}, ${replica.failure}`}
        </Text>
      ))}
    </Card>
  );
}

function Queue({ notifications }: Pick<Health, "notifications">) {
  const said = useTexts(healthTexts);
  const { due, later, missed, oldest_due_seconds, retries } = notifications;
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.notifications}>
      <Title order={2} size="h5">
        {said.notifications}
      </Title>
      <Table>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th fw={400}>{said.due}</Table.Th>
            <Table.Td>
              {due} {due > 0 && `(${said.oldestDue(ageOf(oldest_due_seconds))})`}
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th fw={400}>{said.later}</Table.Th>
            <Table.Td>{later}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th fw={400}>{said.missed}</Table.Th>
            <Table.Td>{missed}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th fw={400}>{said.retries}</Table.Th>
            <Table.Td>
              {retries.length === 0
                ? said.noRetries
                : retries.map(({ attempts, count }) => `${count} ${said.attempts(attempts)}`).join(", ")}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Card>
  );
}
