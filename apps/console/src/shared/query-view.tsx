import { Center, Loader } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { ProblemView } from "./problem-view.tsx";

interface Props<T> {
  query: UseQueryResult<T>;
  children(data: T, isReading: boolean): ReactNode;
}

/** A query as it stands: loading, refused, or there. What is there stays while it is asked for again. */
export function QueryView<T>({ query, children }: Props<T>) {
  const texts = useTexts(common);
  if (query.data !== undefined)
    return (
      <>
        {query.isError && <ProblemView error={query.error} retry={query.refetch} />}
        {children(query.data, query.isFetching)}
      </>
    );
  if (query.isError) return <ProblemView error={query.error} retry={query.refetch} />;
  return (
    <Center p="xl" role="status" aria-busy="true" aria-label={texts.loading}>
      <Loader aria-hidden />
    </Center>
  );
}
