import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { dataOf } from "../api/problem.ts";
import { useLab } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import { useUnsaved } from "../shared/unsaved.ts";
import { useTexts } from "../texts/texts.ts";
import {
  aimedAt,
  type Bounds,
  delaysOf,
  effects,
  type FaultDraft,
  firstDraft,
  frequencies,
  numbersOf,
  ruleOf,
  targets,
} from "./fault.rules.ts";
import { faultTexts } from "./fault-texts.ts";

interface FieldsProps {
  draft: FaultDraft;
  change(change: Partial<FaultDraft>): void;
}

/** A form for every kind of fault that the lab has. */
export function NewFault({ onAdded }: { onAdded(): void }) {
  const said = useTexts(faultTexts);
  const { client } = useLab();
  const [draft, setDraft] = useState(firstDraft);
  const [added, setAdded] = useState(draft);
  // Pages of the list beside it do not touch it.
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(added), { isKeptOnPage: true });
  const change = (changed: Partial<FaultDraft>) => setDraft((present) => ({ ...present, ...changed }));
  const add = useAction(
    async (wanted: FaultDraft) => {
      const name = `${wanted.effect}-${Math.random().toString(36).slice(2, 6)}`;
      await dataOf(client.POST("/_sandbox/faults", { body: ruleOf(wanted, name) }));
      return wanted;
    },
    {
      onDone(sent) {
        setAdded(sent);
        onAdded();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group grow gap="xs" align="end">
          <Choice
            label={said.target}
            value={draft.target}
            options={targets}
            onChange={(target) => setDraft(aimedAt(draft, target))}
          />
          <Choice
            label={said.effect}
            value={draft.effect}
            options={effects[draft.target]}
            onChange={(effect) => change({ effect })}
          />
        </Group>
        <Numbers draft={draft} change={change} />
        <Matches draft={draft} change={change} />
        <Frequency draft={draft} change={change} />
        <Group gap="xs" align="end" justify="space-between">
          <Amount
            label={said.minutes}
            value={draft.minutes}
            bounds={{ usual: 10, min: 1, max: 1_440 }}
            onChange={(minutes) => change({ minutes })}
          />
          <Button type="submit" size="xs" variant="default" loading={add.isPending}>
            {said.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Numbers({ draft, change }: FieldsProps) {
  const said = useTexts(faultTexts);
  const numbers = numbersOf(draft);
  return (
    <>
      {draft.effect === "delay" && (
        <Choice
          label={said.delay}
          value={draft.delay}
          options={delaysOf(draft.target)}
          onChange={(delay) => change({ delay })}
        />
      )}
      {numbers.length > 0 && (
        <Group grow gap="xs" align="end">
          {numbers.map(([name, bounds]) => (
            <Amount
              key={name}
              label={said[name]}
              value={draft.values[name] ?? bounds.usual}
              bounds={bounds}
              onChange={(value) => change({ values: { ...draft.values, [name]: value } })}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function Matches({ draft, change }: FieldsProps) {
  const said = useTexts(faultTexts);
  const isTold = draft.target === "notification";
  return (
    <>
      <Group grow gap="xs" align="end">
        <TextInput
          size="xs"
          label={said.path}
          placeholder="/questions/**"
          pattern="/.*"
          title={said.pathHint}
          value={draft.path}
          onChange={({ currentTarget }) => change({ path: currentTarget.value })}
        />
        {isTold ? (
          <TextInput
            size="xs"
            label={said.topic}
            placeholder="questions"
            value={draft.topic}
            onChange={({ currentTarget }) => change({ topic: currentTarget.value })}
          />
        ) : (
          <NativeSelect
            size="xs"
            label={said.method}
            value={draft.method}
            data={[{ value: "", label: said.any }, "GET", "POST", "PUT", "DELETE"]}
            onChange={({ currentTarget }) => change({ method: currentTarget.value })}
          />
        )}
      </Group>
      <Group grow gap="xs" align="end">
        {(["application", "user"] as const).map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={said[name]}
            placeholder={said.any}
            inputMode="numeric"
            pattern="\d*"
            value={draft[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value.trim() })}
          />
        ))}
      </Group>
    </>
  );
}

function Frequency({ draft, change }: FieldsProps) {
  const said = useTexts(faultTexts);
  const { frequency, count } = draft;
  return (
    <Group grow gap="xs" align="end">
      <Choice
        label={said.frequency}
        value={frequency}
        options={frequencies}
        onChange={(chosen) => change({ frequency: chosen, count: chosen === "share" ? 10 : 2 })}
      />
      {frequency !== "always" && (
        <Amount
          label={frequency === "share" ? said.percent : said.calls}
          value={count}
          bounds={{ usual: 2, min: 1, max: frequency === "share" ? 100 : 1_000_000 }}
          onChange={(value) => change({ count: value })}
        />
      )}
    </Group>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Value[];
  onChange(value: Value): void;
}

function Choice<Value extends keyof (typeof faultTexts)["en"]>(props: ChoiceProps<Value>) {
  const said = useTexts(faultTexts);
  const { label, value, options, onChange } = props;
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={options.map((one) => ({ value: one, label: said[one] }))}
      // The options are all there is to choose.
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    />
  );
}

interface AmountProps {
  label: string;
  value: number;
  bounds: Bounds;
  onChange(value: number): void;
}

function Amount({ label, value, bounds, onChange }: AmountProps) {
  const { usual, min, max, step = 1 } = bounds;
  return (
    <NumberInput
      size="xs"
      label={label}
      value={value}
      min={min}
      max={max}
      step={step}
      allowDecimal={step < 1}
      onChange={(given) => onChange(given === "" ? usual : Number(given))}
    />
  );
}
