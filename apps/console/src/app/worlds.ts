import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useLab, useSession } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import type { Paged } from "../shared/paging.tsx";
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

/** Goes to another world, or to one that is made for it. */
export function useOtherWorld() {
  const said = useTexts(worldTexts);
  const { client, world } = useLab();
  const { actAs, session } = useSession();
  const go = async (id: string) => {
    await actAs(session.userId, id).catch(() => actAs(undefined, id));
    notifications.show({ color: "teal", message: said.made(id) });
  };
  const make = useAction((from: string) => dataOf(client.POST("/_sandbox/worlds", { body: { from } })), {
    onDone: ({ world: made }) => void go(made.id),
  });
  const path = { params: { path: { id: world } } };
  const fork = useAction(() => dataOf(client.POST("/_sandbox/worlds/{id}/fork", { ...path, body: {} })), {
    onDone: ({ world: made }) => void go(made.id),
  });
  return { go, make, fork };
}
