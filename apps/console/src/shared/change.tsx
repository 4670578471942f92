import { Button, Group, List, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../api/problem.ts";
import { common } from "../texts/common.ts";
import { dictionary, useTexts } from "../texts/texts.ts";
import { useProblemMessage } from "./problem-message.ts";

const texts = dictionary(
  { refused: "The API refused", undo: "Undo", undone: "Undone" },
  {
    es: { refused: "La API lo rechazó", undo: "Deshacer", undone: "Deshecho" },
    pt: { refused: "A API recusou", undo: "Desfazer", undone: "Desfeito" },
  },
);

/** Of notices, so that one can be taken away. `crypto.randomUUID` is not there over plain HTTP. */
let notices = 0;

interface ChangeOptions<Input, Output> {
  /** Queries that show what changed. */
  refresh?: readonly QueryKey[];
  /** What is said once it is done; nothing when absent. */
  done?: (output: Output, input: Input) => string;
  /** Takes the change back; offered for some seconds after it. */
  undo?: (input: Input, output: Output) => Promise<unknown>;
  /** What else follows. */
  after?: (output: Output, input: Input) => void;
}

/** A change by the API. A refusal is shown by its message; a success refreshes what shows it. */
export function useChange<Input, Output>(
  run: (input: Input) => Promise<Output>,
  { refresh = [], done, undo, after }: ChangeOptions<Input, Output> = {},
) {
  const said = useTexts(texts);
  const { notDone } = useTexts(common);
  const queries = useQueryClient();
  const renew = () => Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const tellRefusal = (error: unknown) => {
    notifications.show({
      color: "red",
      title: error instanceof ApiProblem ? said.refused : notDone,
      message: <Refusal error={error} />,
      autoClose: 10_000,
    });
  };
  return useMutation({
    mutationFn: run,
    onError(error) {
      tellRefusal(error);
      // What was shown may not be so any more: somebody else has answered, or deleted it.
      return renew();
    },
    async onSuccess(output, input) {
      after?.(output, input);
      if (done) {
        const id = `change-${++notices}`;
        const takeBack = async () => {
          notifications.hide(id);
          try {
            await undo?.(input, output);
            notifications.show({ message: said.undone, autoClose: 3_000 });
          } catch (error) {
            tellRefusal(error);
          }
          await renew();
        };
        notifications.show({
          id,
          color: "teal",
          autoClose: undo ? 8_000 : 4_000,
          message: undo ? (
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{done(output, input)}</Text>
              <Button size="compact-sm" variant="default" onClick={takeBack}>
                {said.undo}
              </Button>
            </Group>
          ) : (
            done(output, input)
          ),
        });
      }
      await renew();
    },
  });
}

function Refusal({ error }: { error: unknown }) {
  const messageOf = useProblemMessage();
  const causes = error instanceof ApiProblem ? error.causes : [];
  return (
    <Stack gap={4}>
      <Text size="sm">{messageOf(error)}</Text>
      {causes.length > 0 && (
        <List size="sm">
          {causes.map(({ code, message }) => (
            <List.Item key={`${code} ${message}`}>{message}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
