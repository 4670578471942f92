import { Group, NativeSelect } from "@mantine/core";
import { type FilterAccess, typed } from "./filters.ts";
import { TextFilter } from "./text-filter.tsx";

interface Named {
  /** In the address. */
  name: string;
  label: string;
}

type Choice = string | { value: string; label: string };

/** One of a few choices, or a text; a number may have digits only. */
export type FilterField = Named &
  ({ choices: readonly Choice[] } | { placeholder?: string; isNumber?: true });

interface Props {
  filters: FilterAccess;
  fields: readonly FilterField[];
}

/** The filters of a list, as fields that change the address. */
export function FilterBar({ filters: { values, set }, fields }: Props) {
  return (
    <Group gap="sm" align="end" component="search">
      {fields.map((field) => {
        const { name, label } = field;
        const value = values[name] ?? "";
        if ("choices" in field)
          return (
            <NativeSelect
              key={name}
              label={label}
              value={value}
              data={[...field.choices]}
              onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
            />
          );
        return (
          <TextFilter
            key={name}
            label={label}
            placeholder={field.placeholder}
            {...(field.isNumber && { inputMode: "numeric", without: /\D/g })}
            value={value}
            onChange={(text) => set({ [name]: text }, typed)}
          />
        );
      })}
    </Group>
  );
}
