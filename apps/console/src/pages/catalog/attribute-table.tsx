import { Group, Table, Text, Title } from "@mantine/core";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useApiWords } from "../../texts/api-words.ts";
import { useTexts } from "../../texts/texts.ts";
import { type Attribute, useAttributes } from "./catalog-queries.ts";
import { catalogTexts } from "./catalog-texts.ts";

const shownValues = 8;

/** The attributes of a category, with their rules. */
export function AttributeTable({ id }: { id: string }) {
  const said = useTexts(catalogTexts);
  return (
    <section aria-label={said.attributes}>
      <Title order={3} size="h6">
        {said.attributes}
      </Title>
      <QueryView query={useAttributes(id)}>
        {(attributes) =>
          attributes.length === 0 ? (
            <Text c="dimmed" size="sm">
              {said.noAttributes}
            </Text>
          ) : (
            <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table striped verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{said.attribute}</Table.Th>
                    <Table.Th>{said.type}</Table.Th>
                    <Table.Th>{said.rules}</Table.Th>
                    <Table.Th>{said.values}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {attributes.map((attribute) => (
                    <AttributeRow key={attribute.id} attribute={attribute} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </QueryView>
    </section>
  );
}

function AttributeRow({ attribute }: { attribute: Attribute }) {
  const said = useTexts(catalogTexts);
  const word = useApiWords();
  const { id, name, tags, value_type, value_max_length, values } = attribute;
  const shown = values?.slice(0, shownValues).map((value) => value.name) ?? [];
  const rest = (values?.length ?? 0) - shown.length;
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          {id}
        </Text>
      </Table.Td>
      <Table.Td>
        {word(value_type)}
        {value_max_length !== undefined && (
          <Text size="xs" c="dimmed">
            {said.upTo(value_max_length)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {Object.keys(tags).map((tag) => (
            <Tone key={tag} tone={tag === "required" ? "info" : "neutral"}>
              {word(tag)}
            </Tone>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          {shown.length > 0 ? shown.join(", ") : said.free} {rest > 0 && said.more(rest)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
