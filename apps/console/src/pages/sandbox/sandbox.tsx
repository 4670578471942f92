import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { FaultList } from "../../app/fault-list.tsx";
import { useWorlds } from "../../app/worlds.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { DataTable } from "../../shared/data-table.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { dictionary, useTexts } from "../../texts/texts.ts";

const texts = dictionary(
  {
    title: "World, clock and faults",
    about: "What the bar above changes, in full.",
    worlds: "Worlds",
    id: "World",
    from: "Made from",
    created: "Made at",
    ends: "Ends at",
    never: "never",
    snapshots: "Snapshots",
    noSnapshots: "None. “Keep a snapshot” in the bar stores this world as it is now.",
    name: "Name",
    remove: "Remove",
    question: (name: string) => `The snapshot ${name} is gone after this: no world can be made from it.`,
    faults: "Faults",
    due: "What waits for the clock is done on the way when it is moved: deliveries, expiries, cutoffs.",
  },
  {
    es: {
      title: "Mundo, reloj y fallas",
      about: "Lo que cambia la barra de arriba, completo.",
      worlds: "Mundos",
      id: "Mundo",
      from: "Hecho de",
      created: "Hecho el",
      ends: "Termina el",
      never: "nunca",
      snapshots: "Instantáneas",
      noSnapshots: "Ninguna. “Guardar una instantánea” en la barra guarda este mundo como está.",
      name: "Nombre",
      remove: "Quitar",
      question: (name) => `La instantánea ${name} desaparece: no se puede hacer un mundo de ella.`,
      faults: "Fallas",
      due: "Lo que espera al reloj se hace en el camino cuando se mueve: entregas, vencimientos, cortes.",
    },
    pt: {
      title: "Mundo, relógio e falhas",
      about: "O que a barra acima muda, por completo.",
      worlds: "Mundos",
      id: "Mundo",
      from: "Feito de",
      created: "Feito em",
      ends: "Termina em",
      never: "nunca",
      snapshots: "Instantâneos",
      noSnapshots: "Nenhum. “Guardar um instantâneo” na barra guarda este mundo como está.",
      name: "Nome",
      remove: "Remover",
      question: (name) => `O instantâneo ${name} desaparece: nenhum mundo pode ser feito dele.`,
      faults: "Falhas",
      due: "O que espera o relógio é feito no caminho quando ele é movido: entregas, vencimentos, cortes.",
    },
  },
);

export function Page() {
  const said = useTexts(texts);
  return (
    <PageFrame title={said.title} about={said.about}>
      <Text size="sm">{said.due}</Text>
      <Worlds />
      <Snapshots />
      <Panel title={said.faults}>
        <FaultList />
      </Panel>
    </PageFrame>
  );
}

function Worlds() {
  const said = useTexts(texts);
  const { worlds } = useWorlds();
  return (
    <Panel title={said.worlds}>
      <DataTable
        label={said.worlds}
        rows={worlds}
        keyOf={({ id }) => id}
        isNamed
        columns={[
          { title: said.id, cell: ({ id }) => id },
          { title: said.from, cell: ({ from }) => from },
          { title: said.created, from: "sm", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: said.ends,
            cell: ({ expires_at }) => (expires_at === null ? said.never : <Time at={expires_at} />),
          },
        ]}
      />
    </Panel>
  );
}

function Snapshots() {
  const said = useTexts(texts);
  const { client } = useLab();
  const query = useQuery({
    queryKey: ["lab", "snapshots"],
    queryFn: () => dataOf(client.GET("/_sandbox/snapshots", { params: { query: { limit: 50 } } })),
  });
  const remove = useAction((name: string) =>
    dataOf(client.DELETE("/_sandbox/snapshots/{name}", { params: { path: { name } } })),
  );
  return (
    <Panel title={said.snapshots}>
      <QueryView query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <Text c="dimmed">{said.noSnapshots}</Text>
          ) : (
            <Stack gap="xs">
              {results.map(({ name, created_at }) => (
                <Text key={name} component="div" size="sm">
                  <strong>{name}</strong> <Time at={created_at} />{" "}
                  <AskFirst
                    size="compact-xs"
                    label={said.remove}
                    question={said.question(name)}
                    onConfirm={() => remove.mutateAsync(name)}
                  />
                </Text>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Panel>
  );
}
