import {
  Alert,
  Anchor,
  Autocomplete,
  Button,
  Card,
  Group,
  List,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { draftKeys } from "../../shared/draft-keys.ts";
import { useMoney } from "../../shared/money.ts";
import { useSeparators } from "../../shared/numbers.ts";
import { QueryView } from "../../shared/query-view.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useApiWords } from "../../texts/api-words.ts";
import { useTexts } from "../../texts/texts.ts";
import {
  type Attribute,
  type NewItem,
  type Prediction,
  useAttributes,
  useCategory,
  useListingTypes,
} from "./catalog-queries.ts";
import { catalogTexts } from "./catalog-texts.ts";
import { bodyOf, type ItemDraft, predictedValues, shownAttributes } from "./new-item.rules.ts";

interface Props {
  site: string;
  title: string;
  /** What the title says of the category. */
  prediction: Prediction;
  /** Whether it is still asked what the title says. */
  isBehind: boolean;
  /** Told whether there is something in the form that was not sent. */
  tellBegun(isBegun: boolean): void;
}

/** Lists an item in a predicted category. */
export function CreateItem(props: Props) {
  const { category_id } = props.prediction;
  const category = useCategory(category_id);
  return (
    <QueryView query={useAttributes(category_id)}>
      {(attributes) => {
        const settings = category.data?.settings;
        if (!settings) return null;
        return (
          <ItemForm
            {...props}
            attributes={attributes}
            conditions={settings.item_conditions}
            currency={settings.currencies[0] ?? ""}
          />
        );
      }}
    </QueryView>
  );
}

interface FormProps extends Props {
  attributes: readonly Attribute[];
  conditions: readonly string[];
  currency: string;
}

function ItemForm(props: FormProps) {
  const { site, title, prediction, isBehind, tellBegun, attributes, conditions, currency } = props;
  const said = useTexts(catalogTexts);
  const word = useApiWords();
  const client = useClient();
  const types = useListingTypes(site).data ?? [];
  const separators = useSeparators();
  const money = useMoney();
  // What was typed here alone: the rest follows the title.
  const [edits, setEdits] = useState<Partial<ItemDraft>>({});
  const draft: ItemDraft = {
    price: undefined,
    units: 1,
    condition: conditions.includes("new") ? "new" : (conditions[0] ?? "not_specified"),
    listingType: "gold_special",
    ...edits,
    values: { ...predictedValues(prediction), ...edits.values },
  };
  useUnsaved(Object.keys(edits).length > 0, { isKeptOnPage: true, of: ["tab", "site"] });
  const set = (change: Partial<ItemDraft>) => {
    setEdits((present) => ({ ...present, ...change }));
    tellBegun(true);
  };
  const setValue = (id: string, value: string) => set({ values: { ...edits.values, [id]: value } });
  const [keys] = useState(draftKeys);
  const body = bodyOf(draft, { title, categoryId: prediction.category_id, currency, attributes });
  const create = useChange(
    (item: NewItem) =>
      dataOf(client.POST("/items", { params: { header: keys.headerFor(item) }, body: item })),
    {
      done: ({ id }) => said.created(id),
      after() {
        keys.done();
        setEdits({});
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(body);
  };
  // What was listed stays in sight, whatever the title now says of categories.
  const listAnother = () => {
    create.reset();
    tellBegun(false);
  };
  if (create.data) return <Created id={create.data.id} onAnother={listAnother} />;
  const { required, others } = shownAttributes(attributes, draft.values);
  return (
    <Card withBorder component="section" aria-label={said.create}>
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h4">
            {said.create}: {prediction.category_name}
          </Title>
          <Group align="end">
            <NumberInput
              label={`${said.price} (${currency})`}
              value={draft.price ?? ""}
              min={0}
              {...separators}
              required
              onChange={(value) => set({ price: value === "" ? undefined : Number(value) })}
            />
            <NumberInput
              label={said.stock}
              value={draft.units}
              min={1}
              allowDecimal={false}
              {...separators}
              onChange={(value) => set({ units: Number(value) })}
            />
            <NativeSelect
              label={said.condition}
              value={draft.condition}
              data={conditions.map((value) => ({ value, label: word(value) }))}
              onChange={({ currentTarget }) => set({ condition: currentTarget.value })}
            />
            <NativeSelect
              label={said.listing}
              value={draft.listingType}
              data={types.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => set({ listingType: currentTarget.value })}
            />
          </Group>
          <AttributeFields
            heading={said.required}
            attributes={required}
            values={draft.values}
            onChange={setValue}
          />
          <AttributeFields
            heading={said.optional}
            attributes={others}
            values={draft.values}
            onChange={setValue}
          />
          <Check body={body} />
          <Group>
            <Button type="submit" loading={create.isPending} disabled={isBehind}>
              {said.submit}
            </Button>
            {draft.price !== undefined && currency !== "" && (
              <Text size="sm">{money(draft.price, currency)}</Text>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

interface FieldsProps {
  heading: string;
  attributes: readonly Attribute[];
  values: ItemDraft["values"];
  onChange(id: string, value: string): void;
}

function AttributeFields({ heading, attributes, values, onChange }: FieldsProps) {
  if (attributes.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={heading}>
      <Text size="sm" fw={600}>
        {heading}
      </Text>
      <Group align="end">
        {attributes.map(({ id, name, values: listed, value_max_length, tags }) => (
          <Autocomplete
            key={id}
            label={name}
            required={tags.required === true}
            value={values[id] ?? ""}
            data={[...new Set(listed?.map((value) => value.name))]}
            limit={50}
            {...(value_max_length !== undefined && { maxLength: value_max_length })}
            onChange={(value) => onChange(id, value)}
          />
        ))}
      </Group>
    </Stack>
  );
}

/** What the API would refuse, asked of it while the form is filled in. */
function Check({ body }: { body: NewItem }) {
  const said = useTexts(catalogTexts);
  const client = useClient();
  const [asked] = useDebouncedValue(body, 400);
  const { error, isSuccess } = useQuery({
    queryKey: ["catalog", "validate", asked],
    queryFn: async () => {
      await dataOf(client.POST("/items/validate", { body: asked }));
      return true;
    },
    enabled: asked.price !== undefined,
    retry: false,
  });
  if (isSuccess)
    return (
      <Text size="sm" c="teal" role="status">
        {said.fits}
      </Text>
    );
  if (!(error instanceof ApiProblem)) return null;
  const causes = error.causes.filter((cause) => !("type" in cause && cause.type === "warning"));
  return (
    <Alert color="orange" variant="light" title={said.check} role="status">
      <List size="sm">
        {(causes.length > 0 ? causes.map(({ message }) => message) : [error.message]).map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Created({ id, onAnother }: { id: string; onAnother(): void }) {
  const said = useTexts(catalogTexts);
  return (
    <Alert color="teal" title={said.created(id)} role="status">
      <Group>
        <Anchor component={Link} to="/questions" search={{ status: "all", item: id } as never} size="sm">
          {id}
        </Anchor>
        <Button size="xs" variant="default" onClick={onAnother}>
          {said.listAnother}
        </Button>
      </Group>
    </Alert>
  );
}
