import {
  Alert,
  Button,
  Card,
  Group,
  List,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  Text,
  Title,
} from "@mantine/core";
import { useClient } from "../../session/session.ts";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useTexts } from "../../texts/texts.ts";
import {
  bodyOf,
  cutoffInForce,
  type Day,
  type DeliveryDraft,
  days,
  delivery,
  type Limits,
  type Range,
  type Refusal,
  refusalsOf,
} from "./delivery.rules.ts";
import { type Configuration, deliveryPath } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";
import { SaveDraft } from "./save-draft.tsx";
import { useDraft } from "./use-draft.ts";

const usual: Range = { from: 10, to: 20, cutoff: 12 };

interface Props {
  site: string;
  configuration: Configuration;
}

/** The editor of delivery hours, which says what the API will refuse before it is asked. */
export function Delivery({ site, configuration }: Props) {
  const said = useTexts(flexTexts);
  const client = useClient();
  const kept = useDraft(configuration, delivery);
  const { draft, base } = kept;
  const { availables, disabled_features, subscription } = configuration;
  const refusals = refusalsOf(draft, availables);
  useUnsaved(kept.isChanged);
  const canSetCapacity = !disabled_features.includes("CAPACITY_BY_DAY");
  const set = (changed: Partial<DeliveryDraft>) => kept.change((present) => ({ ...present, ...changed }));
  const setDay = (day: Day, ranges: Range[]) =>
    kept.change((present) => ({ ...present, ranges: { ...present.ranges, [day]: ranges } }));
  return (
    <Stack>
      <Group align="end">
        <NativeSelect
          label={said.window}
          value={draft.window}
          data={(["same_day", "next_day"] as const).map((value) => ({ value, label: said[value] }))}
          onChange={({ currentTarget }) => set({ window: currentTarget.value as DeliveryDraft["window"] })}
        />
        <NumberInput
          label={said.capacity}
          value={draft.capacity}
          disabled={!canSetCapacity}
          description={canSetCapacity ? undefined : said.capacityLocked}
          allowDecimal={false}
          error={refusals.some(({ code }) => code === "capacity_out_of_range")}
          onChange={(value) => set({ capacity: Number(value) })}
        />
      </Group>
      {days.map((day) => (
        <DayEditor
          key={day}
          day={day}
          window={draft.window}
          ranges={draft.ranges[day]}
          refusals={refusals.filter((refusal) => refusal.day === day)}
          onChange={(ranges) => setDay(day, ranges)}
        />
      ))}
      <Refused refusals={refusals} limits={availables} />
      <SaveDraft
        site={site}
        subscription={subscription}
        etag={base.etags.delivery}
        put={(init) => client.PUT(deliveryPath, { ...init, body: bodyOf(draft, { canSetCapacity }) })}
        kept={kept}
        isRefused={refusals.length > 0}
      />
    </Stack>
  );
}

interface DayProps {
  day: Day;
  window: DeliveryDraft["window"];
  ranges: readonly Range[];
  refusals: readonly Refusal[];
  onChange(ranges: Range[]): void;
}

function DayEditor({ day, window, ranges, refusals, onChange }: DayProps) {
  const said = useTexts(flexTexts);
  const set = (index: number, change: Partial<Range>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...change } : range)));
  const last = ranges.at(-1);
  const next = last ? { from: last.to, to: Math.min(24, last.to + 2), cutoff: last.to } : usual;
  return (
    <Card withBorder padding="sm" component="section" aria-label={said[day]}>
      <Group justify="space-between">
        <Title order={3} size="h6">
          {said[day]}
        </Title>
        {day !== "week" && (
          <Switch
            checked={ranges.length > 0}
            label={ranges.length > 0 ? undefined : said.notWorked}
            aria-label={said[day]}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? [usual] : [])}
          />
        )}
      </Group>
      <Stack gap="xs" mt="xs">
        {ranges.map((range, index) => (
          <RangeEditor
            key={index}
            name={said[day]}
            range={range}
            window={window}
            refusals={refusals.filter((refusal) => refusal.index === index)}
            onChange={(change) => set(index, change)}
            onRemove={() => onChange(ranges.filter((_, at) => at !== index))}
          />
        ))}
        {(ranges.length > 0 || day === "week") && (
          <Group>
            <Button size="xs" variant="default" onClick={() => onChange([...ranges, next])}>
              {said.addRange}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

interface RangeProps {
  name: string;
  range: Range;
  window: DeliveryDraft["window"];
  refusals: readonly Refusal[];
  onChange(change: Partial<Range>): void;
  onRemove(): void;
}

function RangeEditor({ name, range, window, refusals, onChange, onRemove }: RangeProps) {
  const said = useTexts(flexTexts);
  const inForce = cutoffInForce(window, range);
  const isWrong = (field: keyof Range): boolean =>
    refusals.some(({ code }) => code !== "cutoff_after_end" || field === "cutoff");
  const hour = (field: keyof Range, label: string) => (
    <NumberInput
      w={88}
      size="sm"
      label={label}
      aria-label={`${name}: ${label}`}
      value={range[field]}
      min={0}
      max={24}
      allowDecimal={false}
      suffix=" h"
      error={isWrong(field)}
      onChange={(value) => onChange({ [field]: value === "" ? Number.NaN : Number(value) })}
    />
  );
  return (
    <Group align="end" gap="xs">
      {hour("from", said.fromHour)}
      {hour("to", said.toHour)}
      {hour("cutoff", said.cutoff)}
      <Button size="sm" variant="default" onClick={onRemove} aria-label={`${said.removeRange}: ${name}`}>
        {said.removeRange}
      </Button>
      {refusals.length === 0 && (
        <Text size="sm" h={36} lh="36px" fw={inForce === range.cutoff ? undefined : 600}>
          {said.inForce(inForce)}
        </Text>
      )}
    </Group>
  );
}

function Refused({ refusals, limits }: { refusals: readonly Refusal[]; limits: Limits }) {
  const said = useTexts(flexTexts);
  if (refusals.length === 0) return null;
  const words = ({ code }: Refusal): string =>
    code === "capacity_out_of_range"
      ? said.capacity_out_of_range(limits.capacity_range.from, limits.capacity_range.to)
      : said[code];
  return (
    <Alert color="red" variant="light" title={said.refusedTitle} role="status">
      <List size="sm">
        {refusals.map((refusal) => (
          <List.Item key={JSON.stringify(refusal)}>
            {refusal.day && refusal.code !== "week_needed" && `${said[refusal.day]}: `}
            {words(refusal)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
