import type { DocumentNode, ValidationRule } from "graphql";
import {
  execute,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  getArgumentValues,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  NoUndefinedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  UniqueArgumentNamesRule,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from "graphql";
import type { FlexConfiguration } from "./configuration.schema.ts";
import {
  ConfigurationArguments,
  configurationField,
  configurationSchema,
  jsonFields,
} from "./query.schema.ts";
import { checkCost } from "./query-cost.rules.ts";
import { InvalidQuery, parseSelection } from "./query-document.rules.ts";

/**
 * The selected part of the configuration, or why there is none: `invalid_query` is the message "invalid
 * query", `failed_schema` is "failed to create schema in graphql operation" (decisions 6.3); `detail` says
 * what was wrong.
 */
export type ConfigurationRead =
  | { ok: true; configuration: unknown }
  | { ok: false; kind: InvalidQuery["kind"]; detail: string };

// An invalid argument is "failed to create schema", all else is "invalid query". Directives, variables,
// cycles and unknown fragments were refused before.
const argumentRules: ValidationRule[] = [
  KnownArgumentNamesRule,
  UniqueArgumentNamesRule,
  ProvidedRequiredArgumentsRule,
  ValuesOfCorrectTypeRule,
  NoUndefinedVariablesRule,
];
const selectionRules: ValidationRule[] = [
  FieldsOnCorrectTypeRule,
  ScalarLeafsRule,
  KnownTypeNamesRule,
  FragmentsOnCompositeTypesRule,
  PossibleFragmentSpreadsRule,
  OverlappingFieldsCanBeMergedRule,
];

/**
 * Answers a GraphQL selection `query { configuration(...) {...} }`, `{ configuration(...) {...} }` or the
 * bare `configuration(...) {...}`. A query that is refused never reaches `resolveConfiguration`; its errors
 * pass through.
 */
export async function readConfiguration(
  query: unknown,
  resolveConfiguration: (args: ConfigurationArguments) => Promise<FlexConfiguration>,
): Promise<ConfigurationRead> {
  const checked = check(query);
  if (checked instanceof InvalidQuery) return { ok: false, kind: checked.kind, detail: checked.message };
  const rootValue = { configuration: await resolveConfiguration(checked.args) };
  const { data, errors } = await execute({
    schema: configurationSchema,
    document: checked.document,
    rootValue,
  });
  if (errors?.[0]) throw new Error("A stored configuration does not fit its schema", { cause: errors[0] });
  return { ok: true, configuration: data?.[checked.name] };
}

type Checked = { document: DocumentNode; args: ConfigurationArguments; name: string };

function check(query: unknown): Checked | InvalidQuery {
  try {
    const { document: written, root } = parseSelection(query);
    const document = withoutJsonSelections(written);
    checkRules("failed_schema", document, argumentRules);
    checkRules("invalid_query", document, selectionRules);
    checkCost(document);
    return { document, args: argumentsOf(root), name: root.alias?.value ?? root.name.value };
  } catch (error) {
    if (error instanceof InvalidQuery) return error;
    throw error;
  }
}

function withoutJsonSelections(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: (node) =>
      jsonFields.has(node.name.value) && node.selectionSet ? { ...node, selectionSet: undefined } : undefined,
  });
}

function checkRules(kind: InvalidQuery["kind"], document: DocumentNode, rules: ValidationRule[]): void {
  const [error] = validate(configurationSchema, document, rules, { maxErrors: 1, hideSuggestions: true });
  if (error) throw new InvalidQuery(kind, error.message);
}

function argumentsOf(root: Parameters<typeof getArgumentValues>[1]): ConfigurationArguments {
  if (!configurationField) throw new Error("The schema has no root field");
  return ConfigurationArguments.parse({ ...getArgumentValues(configurationField, root) });
}
