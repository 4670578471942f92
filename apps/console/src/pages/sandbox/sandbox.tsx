import { Button, Group, Text } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { FaultList } from "../../app/fault-list.tsx";
import { worldTexts } from "../../app/world-texts.ts";
import { useOtherWorld, useSnapshots, useWorlds } from "../../app/worlds.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { DataTable } from "../../shared/data-table.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { common } from "../../texts/common.ts";
import { dictionary, useTexts } from "../../texts/texts.ts";

const texts = dictionary(
  {
    title: "World, clock and faults",
    about: "What the bar above changes, in full.",
    worlds: "Worlds",
    noWorlds: "None.",
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
      noWorlds: "Ninguno.",
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
      noWorlds: "Nenhum.",
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
        <FaultList paged={usePagingAs("faults")} />
      </Panel>
    </PageFrame>
  );
}

function Worlds() {
  const said = useTexts(texts);
  const { actions } = useTexts(common);
  const { goTo, here } = useTexts(worldTexts);
  const { world } = useLab();
  const { go } = useOtherWorld();
  const paged = usePagingAs("worlds");
  return (
    <Panel title={said.worlds}>
      <QueryView query={useWorlds(paged.paging)}>
        {({ results, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noWorlds}>
            <DataTable
              label={said.worlds}
              rows={results}
              keyOf={({ id }) => id}
              isNamed
              columns={[
                { title: said.id, cell: ({ id }) => id },
                { title: said.from, cell: ({ from }) => from },
                { title: said.created, from: "sm", cell: ({ created_at }) => <Time at={created_at} /> },
                {
                  title: said.ends,
                  from: "sm",
                  cell: ({ expires_at }) => (expires_at === null ? said.never : <Time at={expires_at} />),
                },
                {
                  title: actions,
                  cell: ({ id }) =>
                    id === world ? (
                      here
                    ) : (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${goTo}: ${id}`}
                        onClick={() => go(id)}
                      >
                        {goTo}
                      </Button>
                    ),
                },
              ]}
            />
          </PagedRows>
        )}
      </QueryView>
    </Panel>
  );
}

function Snapshots() {
  const said = useTexts(texts);
  const { actions } = useTexts(common);
  const { makeFrom } = useTexts(worldTexts);
  const { client } = useLab();
  const { make, isUnderWay } = useOtherWorld();
  const paged = usePagingAs("snapshots");
  const remove = useAction((name: string) =>
    dataOf(client.DELETE("/_sandbox/snapshots/{name}", { params: { path: { name } } })),
  );
  return (
    <Panel title={said.snapshots}>
      <QueryView query={useSnapshots(paged.paging)}>
        {({ results, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noSnapshots}>
            <DataTable
              label={said.snapshots}
              rows={results}
              keyOf={({ name }) => name}
              isNamed
              columns={[
                { title: said.name, cell: ({ name }) => name },
                { title: said.created, from: "sm", cell: ({ created_at }) => <Time at={created_at} /> },
                {
                  title: actions,
                  cell: ({ name }) => (
                    <Group gap="xs">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${makeFrom}: ${name}`}
                        disabled={isUnderWay}
                        onClick={() => make(`snapshot:${name}`)}
                      >
                        {makeFrom}
                      </Button>
                      <AskFirst
                        size="compact-xs"
                        label={said.remove}
                        question={said.question(name)}
                        onConfirm={() => remove.mutateAsync(name)}
                      />
                    </Group>
                  ),
                },
              ]}
            />
          </PagedRows>
        )}
      </QueryView>
    </Panel>
  );
}
