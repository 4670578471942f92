import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { ProblemView } from "./problem-view.tsx";

interface After<T> {
  /** What is said when it has been done. */
  done?: string | ((result: T) => string | undefined) | undefined;
  onDone?: (result: T) => void;
}

/** Something that the reader has done: it says what came of it, and everything shown is read again. */
export function useAction<T, Given = void>(
  act: (given: Given) => Promise<T>,
  { done, onDone }: After<T> = {},
) {
  const { notDone } = useTexts(common);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (result: T) => {
      const message = typeof done === "function" ? done(result) : done;
      if (message !== undefined) notifications.show({ color: "teal", message });
      onDone?.(result);
      // Not waited for: it is done, however long the lists take.
      void queries.invalidateQueries();
    },
    onError: (error) =>
      void notifications.show({
        color: "red",
        autoClose: 10_000,
        message: <ProblemView error={error} title={notDone} />,
      }),
  });
}
