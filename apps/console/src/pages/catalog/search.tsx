import {
  Button,
  Card,
  Group,
  Image,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useFilters } from "../../shared/filters.ts";
import { useMoney } from "../../shared/money.ts";
import { useNumbers } from "../../shared/numbers.ts";
import { Paging } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { useApiWords } from "../../texts/api-words.ts";
import { useTexts } from "../../texts/texts.ts";
import classes from "./catalog.module.css";
import { useSearchResults } from "./catalog-queries.ts";
import { catalogTexts } from "./catalog-texts.ts";

/** Searches the items of a site, with facets. */
export function Search({ site }: { site: string }) {
  const said = useTexts(catalogTexts);
  const { values, set } = useFilters();
  const { q = "" } = values;
  const [words, setWords] = useState(q);
  // The way back changes the address, too.
  useEffect(() => setWords(q), [q]);
  const query = useSearchResults(site, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ q: words });
  };
  return (
    <Stack>
      <form onSubmit={submit}>
        <Group align="end" component="search">
          <TextInput
            label={said.words}
            value={words}
            style={{ flex: "1 1 16rem" }}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <Button type="submit">{said.search}</Button>
        </Group>
      </form>
      {(query.isFetching || query.data || query.error) && (
        <QueryView query={query}>{(found) => <Found found={found} />}</QueryView>
      )}
    </Stack>
  );
}

type FoundItems = NonNullable<ReturnType<typeof useSearchResults>["data"]>;

function Found({ found }: { found: FoundItems }) {
  const said = useTexts(catalogTexts);
  const filters = useFilters();
  const money = useMoney();
  const word = useApiWords();
  const { paging, results, sort, available_sorts } = found;
  return (
    <>
      <Group justify="space-between" align="end">
        <Text role="status">{said.results(paging.total)}</Text>
        <NativeSelect
          aria-label={said.sort}
          value={sort.id}
          data={[sort, ...available_sorts].map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => filters.set({ sort: currentTarget.value })}
        />
      </Group>
      <Applied filters={found.filters} />
      <div className={classes.columns}>
        <Facets facets={found.available_filters} />
        <Stack>
          {results.length === 0 && <Text c="dimmed">{said.noResults}</Text>}
          <SimpleGrid cols={{ base: 2, lg: 3 }}>
            {results.map(({ id, title, price, currency_id, thumbnail, shipping }) => (
              <Card key={id} withBorder padding="sm" component="article">
                {thumbnail.startsWith(location.origin) && (
                  <Image src={thumbnail} alt="" h={96} fit="contain" />
                )}
                <Text size="sm" lineClamp={2}>
                  {title}
                </Text>
                {/* Long amounts break before their currency on a phone. */}
                <Text fw={600}>{price !== null && money(price, currency_id).replaceAll("\u00a0", " ")}</Text>
                <Text size="xs" c="dimmed">
                  {id} · {word(shipping.logistic_type)}
                </Text>
              </Card>
            ))}
          </SimpleGrid>
          <Paging filters={filters} total={paging.total} />
        </Stack>
      </div>
    </>
  );
}

function Applied({ filters }: Pick<FoundItems, "filters">) {
  const said = useTexts(catalogTexts);
  const { set } = useFilters();
  if (filters.length === 0) return null;
  return (
    <Group gap="xs" aria-label={said.applied} role="group">
      {filters.flatMap(({ id, values }) =>
        values.map((value) => (
          <Button
            key={`${id} ${value.id}`}
            size="compact-sm"
            variant="light"
            aria-label={said.takeAway(value.name)}
            onClick={() => set({ [id]: undefined })}
          >
            {value.name} ×
          </Button>
        )),
      )}
    </Group>
  );
}

const shownValues = 8;

type FacetValues = FoundItems["available_filters"][number];

function Facets({ facets }: { facets: FoundItems["available_filters"] }) {
  return (
    <Stack gap="md" className={classes.facets}>
      {facets.map((facet) => (
        <Facet key={facet.id} facet={facet} />
      ))}
    </Stack>
  );
}

function Facet({ facet: { id, name, values } }: { facet: FacetValues }) {
  const said = useTexts(catalogTexts);
  const { set } = useFilters();
  const number = useNumbers();
  const [isOpen, setOpen] = useState(false);
  const hidden = isOpen ? 0 : Math.max(0, values.length - shownValues);
  return (
    <section aria-label={name}>
      <Title order={3} size="h6">
        {name}
      </Title>
      {values.slice(0, values.length - hidden).map((value) => (
        <UnstyledButton key={value.id} className={classes.facet} onClick={() => set({ [id]: value.id })}>
          <Text span size="sm">
            {value.name}
          </Text>{" "}
          <Text span size="xs" c="dimmed">
            {number(value.results)}
          </Text>
        </UnstyledButton>
      ))}
      {hidden > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          {said.more(hidden)}
        </Button>
      )}
    </section>
  );
}
