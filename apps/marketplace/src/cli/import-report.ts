import type { TreePreview, UndoPreview } from "@marketplace/catalog-service";

const signs = { removed: "-", moved: ">", changed: "~", added: "+" } as const;

/** What an import would change, in lines for people: numbers, then the first changes of each kind by name. */
export function reportOf({ changes, named }: TreePreview, site: string): string[] {
  const { categories, attributes, values, items } = changes;
  const total = Object.values({ ...categories, attributes: sum(attributes) }).reduce((a, b) => a + b, 0);
  if (total === 0) return [`${site}: nothing changes`];
  const others = total - named.length;
  return [
    `${site}: what changes`,
    `  categories  ${numbers(categories)}`,
    ...(sum(attributes) > 0 ? [`  attributes  ${numbers(attributes)}`] : []),
    ...(sum(values) > 0 ? [`  values      ${numbers(values)}`] : []),
    ...itemLines(items),
    ...named.map(({ kind, text }) => `  ${signs[kind]} ${text}`),
    ...(others > 0 ? [`  and ${others} more`] : []),
  ];
}

/** The same for the undoing of an import. */
export function undoReportOf(preview: UndoPreview, site: string): string[] {
  const { importedAt, laterChanges } = preview;
  const also = `  ${laterChanges} later changes of single categories and attributes are undone as well`;
  return [
    `Undoes the import of ${importedAt.toISOString()}`,
    ...reportOf(preview, site),
    ...(laterChanges > 0 ? [also] : []),
  ];
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

const numbers = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

const itemLines = (items: TreePreview["changes"]["items"]): string[] => [
  ...(items.in_removed_categories > 0
    ? [`  items       ${items.in_removed_categories} stay in removed categories, which are retired`]
    : []),
  ...(items.under_another_path > 0
    ? [`  items       ${items.under_another_path} are found under another path or name`]
    : []),
];
