import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import { Kind, Lexer, parse, Source, TokenKind } from "graphql";

/** Limits of a selection (decisions 6.3); the whole configuration is some 90 fields, 5 deep, in 1.5 KiB. */
const limits = { bytes: 16 * 1024, tokens: 3000, brackets: 24, depth: 12, fields: 500 };

/** A query that is refused before anything is executed, and which of the two messages it gets. */
export class InvalidQuery extends Error {
  readonly kind: "invalid_query" | "failed_schema";

  constructor(kind: InvalidQuery["kind"], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** One operation that is known to be small, with the fragments it may use and the one root field. */
export type Selection = { document: DocumentNode; root: FieldNode };

/** Parses a selection within the limits, so that what follows is cheap; throws InvalidQuery. */
export function parseSelection(source: unknown): Selection {
  if (typeof source !== "string") throw new InvalidQuery("invalid_query", "query must be a string");
  if (Buffer.byteLength(source) > limits.bytes)
    throw new InvalidQuery("invalid_query", "query is over 16 KiB");
  const document = parsed(source);
  const operation = onlyOperation(document);
  const fragments = fragmentsOf(document);
  const budget = { left: limits.fields };
  // Unused fragments count as well, because validation visits them too.
  for (const { selectionSet } of [operation, ...fragments.values()]) {
    countSelection(selectionSet, { fragments, budget, depth: 1, within: [] });
  }
  return { document, root: rootField(operation, fragments) };
}

/** A bare `configuration(...) {...}` is accepted beside the two forms of GraphQL itself. */
function parsed(source: string): DocumentNode {
  // A comment ends with its line and no earlier; otherwise a row of # would take exponential time.
  const bare =
    /^(?:[\s,\uFEFF]|#[^\n\r]*[\n\r])*(?!(?:query|mutation|subscription|fragment)\b)[_A-Za-z]/.test(source);
  const text = bare ? `{${source}\n}` : source;
  try {
    checkNesting(text);
    return parse(text, { maxTokens: limits.tokens });
  } catch (error) {
    throw new InvalidQuery("invalid_query", error instanceof Error ? error.message : "syntax error");
  }
}

/** The parser recurses at every bracket: their nesting is counted before it could exhaust the stack. */
function checkNesting(text: string): void {
  const lexer = new Lexer(new Source(text));
  let open = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (opening.has(token.kind)) open += 1;
    if (closing.has(token.kind)) open -= 1;
    if (open > limits.brackets) throw new Error(`query is over ${limits.depth} levels deep`);
  }
}

const opening = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

function onlyOperation(document: DocumentNode): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const foreign = document.definitions.some(
    ({ kind }) => kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION,
  );
  const [operation] = operations;
  if (!operation || operations.length > 1 || foreign) {
    throw new InvalidQuery("invalid_query", "query must hold exactly one operation");
  }
  if (operation.operation !== "query")
    throw new InvalidQuery("failed_schema", `There is no ${operation.operation}`);
  if (operation.variableDefinitions?.length)
    throw new InvalidQuery("failed_schema", "Variables cannot be used");
  return operation;
}

/** Fragments of a document by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fragments of a document; throws InvalidQuery when two have one name. */
export function fragmentsOf(document: DocumentNode): Fragments {
  const found = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(found.map((node) => [node.name.value, node]));
  if (byName.size < found.length) throw new InvalidQuery("invalid_query", "Two fragments have one name");
  return byName;
}

type Progress = { fragments: Fragments; budget: { left: number }; depth: number; within: readonly string[] };

/** Counts fields and spreads as execution would meet them, and stops at the first one too many. */
function countSelection(set: SelectionSetNode, at: Progress): void {
  if (at.depth > limits.depth)
    throw new InvalidQuery("invalid_query", `query is over ${limits.depth} levels deep`);
  if (set.selections.length === 0) throw new InvalidQuery("invalid_query", "a selection is empty");
  for (const node of set.selections) {
    at.budget.left -= 1;
    if (at.budget.left < 0) throw new InvalidQuery("invalid_query", `query is over ${limits.fields} fields`);
    if (node.directives?.length) throw new InvalidQuery("invalid_query", "Directives cannot be used");
    if (node.kind === Kind.FIELD) {
      // Below the root, __typename would be valid anywhere; at the root it is one more unknown field.
      if (at.depth > 1 && node.name.value.startsWith("__")) {
        throw new InvalidQuery("invalid_query", "Introspection is not offered");
      }
      if (node.selectionSet) countSelection(node.selectionSet, { ...at, depth: at.depth + 1 });
    } else if (node.kind === Kind.INLINE_FRAGMENT) countSelection(node.selectionSet, at);
    else countFragment(node.name.value, at);
  }
}

function countFragment(name: string, at: Progress): void {
  const fragment = at.fragments.get(name);
  if (!fragment) throw new InvalidQuery("invalid_query", `Unknown fragment: ${name}`);
  if (at.within.includes(name)) throw new InvalidQuery("invalid_query", `Fragment ${name} contains itself`);
  countSelection(fragment.selectionSet, { ...at, within: [...at.within, name] });
}

function rootField(operation: OperationDefinitionNode, fragments: Fragments): FieldNode {
  const fields = [...fieldsOf(operation.selectionSet, fragments)];
  const unknown = fields.find((field) => field.name.value !== "configuration");
  if (unknown) throw new InvalidQuery("failed_schema", `Unknown field: ${unknown.name.value}`);
  const [field] = fields;
  if (!field || fields.length > 1)
    throw new InvalidQuery("invalid_query", "configuration must be selected once");
  return field;
}

/** The fields that a selection has itself, fragments opened; these must exist and hold no cycle. */
export function* fieldsOf(set: SelectionSetNode, fragments: Fragments): Generator<FieldNode> {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) yield node;
    else {
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      if (inner) yield* fieldsOf(inner.selectionSet, fragments);
    }
  }
}
