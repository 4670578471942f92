import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { AskFirst } from "../../shared/ask-first.tsx";
import { useChange } from "../../shared/change.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import type { Configuration, Subscription } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";

const refresh = [["flex"]];
const tones = { in: "good", out: "neutral", pending: "warn" } as const;

/** Joining a mode that the user has no subscription of. */
export function Join({ site, mode }: { site: string; mode: Subscription["mode"] }) {
  const said = useTexts(flexTexts);
  const client = useClient();
  const { userId } = useSession().session;
  const join = useChange(
    () =>
      dataOf(
        client.POST("/shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/v1", {
          params: { path: { site_id: site, user_id: String(userId) } },
          body: { mode },
        }),
      ),
    { refresh, done: () => said.joined },
  );
  return (
    <Button variant="default" size="xs" onClick={() => join.mutate(undefined)} loading={join.isPending}>
      {said.join(mode)}
    </Button>
  );
}

interface Props {
  subscription: Subscription;
  configuration: Configuration;
}

/** A subscription as it stands, and what can become of it. */
export function SubscriptionCard({ subscription, configuration }: Props) {
  const said = useTexts(flexTexts);
  const client = useClient();
  const { site_id, user_id, service_id } = subscription;
  const change = useChange(
    (status: "in" | "out" | "pending") =>
      dataOf(
        client.PUT("/shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/{service_id}/v1", {
          params: { path: { site_id, user_id: String(user_id), service_id: String(service_id) } },
          body: { status },
        }),
      ),
    {
      refresh,
      done: (_, status) => (status === "in" ? said.activated : status === "out" ? said.left : said.joined),
    },
  );
  const { id: status } = subscription.status;
  const { address } = configuration;
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.subscription}>
      <Group justify="space-between">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600}>{subscription.mode}</Text>
            <Tone tone={tones[status]}>{said[status]}</Tone>
          </Group>
          {address && (
            <Text size="sm" c="dimmed">
              {said.from}: {address.address_line}, {address.city.name} {address.zip_code}
              {configuration.origin_zone && ` (${configuration.origin_zone.label})`}
            </Text>
          )}
          {configuration.is_moderated && (
            <Text size="sm" c="red">
              {said.moderated}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {status === "pending" && (
            <Button size="xs" onClick={() => change.mutate("in")} loading={change.isPending}>
              {said.activate}
            </Button>
          )}
          {status === "out" && (
            <Button size="xs" onClick={() => change.mutate("pending")} loading={change.isPending}>
              {said.applyAgain}
            </Button>
          )}
          {status === "in" && (
            <AskFirst
              label={said.leave}
              question={said.leaveQuestion}
              onConfirm={() => change.mutateAsync("out")}
            />
          )}
        </Group>
      </Group>
    </Card>
  );
}
