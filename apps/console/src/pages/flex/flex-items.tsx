import { Button, Checkbox, Group, Progress, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import type { Column } from "../../shared/data-table.tsx";
import { FilterBar } from "../../shared/filter-bar.tsx";
import { type Filters, pageOf, useFilters } from "../../shared/filters.ts";
import { Listing } from "../../shared/listing.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useTexts } from "../../texts/texts.ts";
import { flexTexts } from "./flex-texts.ts";

interface FlexItem {
  id: string;
  title: string;
  tags: readonly string[];
}

const tagOf: Record<string, string> = { on: "self_service_in", off: "self_service_out" };
/** As many items as one call reads. */
const most = 20;

/** The seller's active items, with whether each is on Flex. */
function useFlexItems({ q, flex, ...values }: Filters) {
  const client = useClient();
  const { userId } = useSession().session;
  const { limit, offset } = pageOf(values);
  const tags = tagOf[flex ?? ""];
  const query = { status: "active" as const, limit, offset, ...(q && { q }), ...(tags && { tags }) };
  return useQuery({
    queryKey: ["flex", "items", query],
    async queryFn() {
      const params = { path: { id: String(userId) }, query };
      const { results: ids, paging } = await dataOf(client.GET("/users/{id}/items/search", { params }));
      const blocks = Array.from({ length: Math.ceil(ids.length / most) }, (_, block) =>
        ids.slice(block * most, (block + 1) * most),
      );
      const read = await Promise.all(
        blocks.map((block) => dataOf(client.GET("/items", { params: { query: { ids: block.join(",") } } }))),
      );
      const results = read
        .flat()
        .flatMap(({ body }): FlexItem[] =>
          "title" in body ? [{ id: body.id, title: body.title, tags: body.shipping.tags }] : [],
        );
      return { paging, results };
    },
    placeholderData: (previous) => previous,
  });
}

const isOn = ({ tags }: FlexItem): boolean => tags.includes("self_service_in");
const mayBe = ({ tags }: FlexItem): boolean =>
  isOn({ tags } as FlexItem) ||
  tags.some((tag) => tag === "self_service_out" || tag === "self_service_available");

/** Items on Flex, switched one by one or many at once. */
export function FlexItems({ site }: { site: string }) {
  const said = useTexts(flexTexts);
  const filters = useFilters();
  const query = useFlexItems(filters.values);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = query.data?.results ?? [];
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((present) => {
      const next = new Set(present);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  const columns: Column<FlexItem>[] = [
    {
      title: said.item,
      cell: ({ id, title }) => (
        <Checkbox
          label={title}
          description={id}
          aria-label={said.select(title)}
          checked={chosen.has(id)}
          onChange={({ currentTarget }) => choose([id], currentTarget.checked)}
        />
      ),
    },
    {
      title: said.state,
      cell: (item) => (
        <Tone tone={isOn(item) ? "good" : "neutral"}>
          {isOn(item) ? said.on : mayBe(item) ? said.off : said.notAvailable}
        </Tone>
      ),
    },
  ];
  const all = shown.map(({ id }) => id);
  return (
    <Stack>
      <FilterBar
        filters={filters}
        fields={[
          { name: "q", label: said.search },
          {
            name: "flex",
            label: said.flexState,
            choices: [
              { value: "", label: said.all },
              { value: "on", label: said.on },
              { value: "off", label: said.off },
            ],
          },
        ]}
      />
      <Group justify="space-between">
        <Checkbox
          label={said.selectAll}
          disabled={all.length === 0}
          checked={all.length > 0 && all.every((id) => chosen.has(id))}
          onChange={({ currentTarget }) => choose(all, currentTarget.checked)}
        />
        {/* Nothing is switched that is not seen. */}
        <Switching
          site={site}
          chosen={all.filter((id) => chosen.has(id))}
          onDone={(switched) => choose(switched, false)}
        />
      </Group>
      <Listing
        label={said.items}
        query={query}
        filters={filters}
        narrowedBy={["q", "flex"]}
        columns={columns}
        keyOf={({ id }) => id}
        empty={said.noItems}
      />
    </Stack>
  );
}

interface SwitchingProps {
  site: string;
  chosen: readonly string[];
  onDone(switched: readonly string[]): void;
}

interface Progressing {
  done: number;
  total: number;
}

/** Switches many items, one call each, and says how far it is and what was refused. */
function Switching({ site, chosen, onDone }: SwitchingProps) {
  const said = useTexts(flexTexts);
  const client = useClient();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progressing>();
  useUnsaved(progress !== undefined, { isKeptOnPage: true, question: said.switchingGoes });
  const run = async (on: boolean) => {
    const refused: string[] = [];
    for (const [done, item_id] of chosen.entries()) {
      setProgress({ done, total: chosen.length });
      const params = { path: { site_id: site, item_id } };
      const path = "/flex/sites/{site_id}/items/{item_id}/v2";
      await dataOf(on ? client.POST(path, { params }) : client.DELETE(path, { params })).catch(
        (error: Error) => refused.push(`${item_id}: ${error.message}`),
      );
    }
    setProgress(undefined);
    notifications.show({
      color: refused.length > 0 ? "orange" : "teal",
      title: said.result(chosen.length - refused.length, refused.length),
      message: refused.slice(0, 10).map((line) => <div key={line}>{line}</div>),
      autoClose: refused.length > 0 ? false : 4_000,
    });
    onDone(chosen);
    await queries.invalidateQueries({ queryKey: ["flex", "items"] });
  };
  if (progress)
    return (
      <Stack gap={4} miw={200} role="status">
        <Text size="sm">{said.switching(progress.done, progress.total)}</Text>
        <Progress
          value={(100 * progress.done) / progress.total}
          aria-label={said.switching(progress.done, progress.total)}
        />
      </Stack>
    );
  return (
    <Group gap="xs">
      <Button size="xs" disabled={chosen.length === 0} onClick={() => run(true)}>
        {said.switchOn(chosen.length)}
      </Button>
      <Button size="xs" variant="default" disabled={chosen.length === 0} onClick={() => run(false)}>
        {said.switchOff(chosen.length)}
      </Button>
    </Group>
  );
}
