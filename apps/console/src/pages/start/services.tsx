import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { clientFor } from "../../session/acting.ts";
import { useSession } from "../../session/session.ts";
import { Panel } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { startTexts } from "./start-texts.ts";

const tones = { up: "good", degraded: "warn", down: "bad" } as const;

/** The state of each service, which the sandbox lets its operator see. */
export function Services({ operator }: { operator: number }) {
  const said = useTexts(startTexts);
  const { session } = useSession();
  const query = useQuery({
    queryKey: ["operations", "health"],
    queryFn: async () => {
      // The console's own session of the operator: what it asks is no request of a client.
      const client = await clientFor(session, operator);
      return dataOf(client.GET("/operations/health"));
    },
    refetchInterval: 10_000,
  });
  return (
    <Panel title={said.services}>
      <QueryView query={query}>
        {({ services }) => (
          <Group gap="md">
            {services.map(({ id, state }) => (
              <Text key={id} component="span" size="sm">
                {id} <Tone tone={tones[state]}>{said[state]}</Tone>
              </Text>
            ))}
          </Group>
        )}
      </QueryView>
    </Panel>
  );
}
