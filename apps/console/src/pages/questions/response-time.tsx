import { Card, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { ProblemView } from "../../shared/problem-view.tsx";
import { useTimeZone } from "../../shared/time.tsx";
import { useLocale, useTexts } from "../../texts/texts.ts";
import { questionTexts } from "./question-texts.ts";
import classes from "./questions.module.css";

/** Minutes as people say them: `45 min`, `3 h 20 min`, `2 d 4 h`. */
function durationOf(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
  return `${rest} min`;
}

/** The response time as the API computes it, and how it went. */
export function ResponseTime() {
  const said = useTexts(questionTexts);
  const client = useClient();
  const { userId } = useSession().session;
  const params = { path: { user_id: String(userId) } };
  const query = useQuery({
    queryKey: ["questions", "response-time", userId],
    queryFn: async () => {
      const [now, history] = await Promise.all([
        dataOf(client.GET("/users/{user_id}/questions/response_time", { params })),
        dataOf(
          client.GET("/users/{user_id}/questions/response_time/history", {
            params: { ...params, query: { days: 30 } },
          }),
        ),
      ]);
      return { now, days: history.days };
    },
  });
  if (query.error instanceof ApiProblem && query.error.status === 404)
    return <Text c="dimmed">{said.timeNone}</Text>;
  if (query.error) return <ProblemView error={query.error} retry={query.refetch} />;
  // What follows does not move when it comes.
  if (!query.data) return <Skeleton height={92} />;
  const { now, days } = query.data;
  const segments = [
    { name: said.working, ...now.weekdays_working_hours },
    { name: said.extra, ...now.weekdays_extra_hours },
    { name: said.weekend, ...now.weekend },
  ];
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.time}>
      <Group gap="lg" align="start">
        <Stack gap={0}>
          <Text size="xs" c="dimmed">
            {said.time}, {said.within14}
          </Text>
          <Text size="xl" fw={700}>
            {durationOf(now.total.response_time)}
          </Text>
        </Stack>
        {segments.map(({ name, response_time, sales_percent_increase }) => (
          <Stack gap={0} key={name} visibleFrom="sm">
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text>{durationOf(response_time)}</Text>
            {sales_percent_increase !== null && (
              <Text size="xs" c="dimmed">
                {said.increase(sales_percent_increase)}
              </Text>
            )}
          </Stack>
        ))}
        <div style={{ flex: "1 1 10rem" }}>
          <Trend days={days} />
        </div>
      </Group>
    </Card>
  );
}

function Trend({ days }: { days: readonly { date: string; response_time: number }[] }) {
  const said = useTexts(questionTexts);
  const { language } = useLocale();
  const timeZone = useTimeZone();
  const most = Math.max(1, ...days.map(({ response_time }) => response_time));
  const line = days
    .map(
      ({ response_time }, index) =>
        `${index === 0 ? "M" : "L"}${index} ${(40 - (response_time / most) * 38).toFixed(1)}`,
    )
    .join(" ");
  const at = (index: number) => durationOf(days.at(index)?.response_time ?? 0);
  const format = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone });
  const day = (index: number) => format.format(new Date(days.at(index)?.date ?? 0));
  return (
    <Stack gap={0}>
      <svg
        className={classes.trend}
        viewBox={`0 0 ${Math.max(1, days.length - 1)} 42`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said.trend(at(0), at(-1))}
      >
        <path d={line} />
      </svg>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          {day(0)}: {at(0)}
        </Text>
        <Text size="xs" c="dimmed">
          {day(-1)}: {at(-1)}
        </Text>
      </Group>
    </Stack>
  );
}
