import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useLab, useSession } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import type { Paged } from "../shared/paging.tsx";
import { mayLeave } from "../shared/unsaved.ts";
import { useTexts } from "../texts/texts.ts";
import { worldTexts } from "./world-texts.ts";

type Part = Paged["paging"];

/** Worlds to go to. */
export function useWorlds(query: Part) {
  const { client } = useLab();
  return useQuery({
    queryKey: ["lab", "worlds", query],
    queryFn: () => dataOf(client.GET("/_sandbox/worlds", { params: { query } })),
    refetchInterval: 30_000,
  });
}

/** What a world may be made from. */
export function useSnapshots(query: Part) {
  const { client } = useLab();
  return useQuery({
    queryKey: ["lab", "snapshots", query],
    queryFn: () => dataOf(client.GET("/_sandbox/snapshots", { params: { query } })),
    staleTime: 30_000,
  });
}

/** A world that is made here lives as long as the lab allows, a day. */
const ttl_seconds = 86_400;

/** Goes to another world, or to one that is made for it. What was not saved is left only when one says so. */
export function useOtherWorld() {
  const said = useTexts(worldTexts);
  const { client, world } = useLab();
  const { goTo } = useSession();
  const going = useAction(async (id: string) => ((await goTo(id)) ? id : undefined), {
    done: (id) => (id === undefined ? undefined : said.made(id)),
  });
  const path = { params: { path: { id: world } } };
  const making = useAction(
    (from: string | undefined) =>
      from === undefined
        ? dataOf(client.POST("/_sandbox/worlds/{id}/fork", { ...path, body: { ttl_seconds } }))
        : dataOf(client.POST("/_sandbox/worlds", { body: { from, ttl_seconds } })),
    { onDone: ({ world: made }) => going.mutate(made.id) },
  );
  return {
    isUnderWay: making.isPending || going.isPending,
    go: (id: string) => void (mayLeave() && going.mutate(id)),
    make: (from: string) => void (mayLeave() && making.mutate(from)),
    fork: () => void (mayLeave() && making.mutate(undefined)),
  };
}
