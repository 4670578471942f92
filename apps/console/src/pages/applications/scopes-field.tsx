import { Checkbox, Group } from "@mantine/core";

interface ScopesFieldProps<Scope extends string> {
  label: string;
  /** The scopes to choose from. */
  scopes: readonly Scope[];
  value: Scope[];
  onChange(chosen: Scope[]): void;
}

/** What a token allows. */
export function ScopesField<Scope extends string>({
  label,
  scopes,
  value,
  onChange,
}: ScopesFieldProps<Scope>) {
  return (
    <Checkbox.Group
      label={label}
      value={value}
      onChange={(names) => onChange(scopes.filter((scope) => names.includes(scope)))}
    >
      <Group gap="sm" h={36}>
        {scopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
