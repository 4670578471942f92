import { Anchor, Breadcrumbs, Group, List, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFilters } from "../../shared/filters.ts";
import { useNumbers } from "../../shared/numbers.ts";
import { QueryView } from "../../shared/query-view.tsx";
import { useApiWords } from "../../texts/api-words.ts";
import { useTexts } from "../../texts/texts.ts";
import { AttributeTable } from "./attribute-table.tsx";
import { useCategory, useRoots, useShippingPreferences } from "./catalog-queries.ts";
import { catalogTexts } from "./catalog-texts.ts";

/** The category tree of a site: its roots, or one category with all that belongs to it. */
export function Tree({ site }: { site: string }) {
  const { values } = useFilters();
  return values.category ? <Category site={site} id={values.category} /> : <Roots site={site} />;
}

function To({ site, category, children }: { site: string; category?: string; children: ReactNode }) {
  const search = { tab: "tree", site, ...(category && { category }) };
  return (
    <Anchor component={Link} to="/catalog" search={search as never}>
      {children}
    </Anchor>
  );
}

function Roots({ site }: { site: string }) {
  return (
    <QueryView query={useRoots(site)}>
      {(roots) => (
        <List listStyleType="none" spacing={4}>
          {roots.map(({ id, name }) => (
            <List.Item key={id}>
              <To site={site} category={id}>
                {name}
              </To>
            </List.Item>
          ))}
        </List>
      )}
    </QueryView>
  );
}

function Category({ site, id }: { site: string; id: string }) {
  const said = useTexts(catalogTexts);
  const number = useNumbers();
  return (
    <QueryView query={useCategory(id)}>
      {(category) => (
        <Stack>
          <nav aria-label={said.path}>
            <Breadcrumbs style={{ flexWrap: "wrap" }}>
              <To site={site}>{said.root}</To>
              {category.path_from_root.map((step) => (
                <To key={step.id} site={site} category={step.id}>
                  {step.name}
                </To>
              ))}
            </Breadcrumbs>
          </nav>
          <Group gap="xs" align="baseline">
            <Title order={2} size="h3">
              {category.name}
            </Title>
            <Text c="dimmed" size="sm">
              {id} · {said.items(category.total_items_in_this_category)}
            </Text>
          </Group>
          {category.children_categories.length === 0 ? (
            <Text size="sm" c="dimmed">
              {said.childless}
            </Text>
          ) : (
            <List listStyleType="none" spacing={4}>
              {category.children_categories.map((child) => (
                <List.Item key={child.id}>
                  <To site={site} category={child.id}>
                    {child.name}
                  </To>{" "}
                  <Text span size="sm" c="dimmed">
                    {number(child.total_items_in_this_category)}
                  </Text>
                </List.Item>
              ))}
            </List>
          )}
          <Settings settings={category.settings} />
          <Shipping id={id} />
          <AttributeTable id={id} />
        </Stack>
      )}
    </QueryView>
  );
}

/** The settings that a seller meets first. */
function Settings({ settings }: { settings: Record<string, unknown> }) {
  const said = useTexts(catalogTexts);
  const word = useApiWords();
  const names = [
    "listing_allowed",
    "buying_modes",
    "item_conditions",
    "currencies",
    "max_title_length",
    "max_pictures_per_item",
    "price",
    "stock",
    "immediate_payment",
  ];
  return (
    <section aria-label={said.settings}>
      <Title order={3} size="h6">
        {said.settings}
      </Title>
      <Table layout="auto">
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th fw={400}>{word(name)}</Table.Th>
              <Table.Td>
                {[settings[name]]
                  .flat()
                  .map((value) => word(String(value)))
                  .join(", ")}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Shipping({ id }: { id: string }) {
  const said = useTexts(catalogTexts);
  const word = useApiWords();
  return (
    <section aria-label={said.shipping}>
      <Title order={3} size="h6">
        {said.shipping}
      </Title>
      <QueryView query={useShippingPreferences(id)}>
        {({ logistics }) => (
          <>
            <Table>
              <Table.Tbody>
                {logistics.map(({ mode, types }) => (
                  <Table.Tr key={mode}>
                    <Table.Th fw={400}>{word(mode)}</Table.Th>
                    <Table.Td>{types.map(word).join(", ")}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {logistics.some(({ types }) => types.includes("self_service")) && (
              <Text size="sm">{said.flexYes}</Text>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}
