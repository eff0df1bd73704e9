import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/json.ts';

/** The one table that there is. */
export const TABLE_NAME = 'data';

const ONLY_SELECT = `Only a SELECT over the table ${TABLE_NAME} can run.`;
/** Table functions that make rows of their arguments and read nothing. */
const TABLE_FUNCTIONS = new Set(['range', 'generate_series', 'unnest']);
/** What else a SELECT could stand on. */
const REFUSED_REFERENCES = new Set(['SHOW_REF', 'COLUMN_DATA', 'DELIM_GET', 'BOUND_TABLE_REF']);
/** Functions that tell of the process rather than of the table, wait, or run text as SQL. */
const REFUSED_FUNCTION =
  /^(?:current_setting|current_query|getenv|getvariable|write_log|sleep.*|nextval|currval|duckdb_.*|pragma_.*|pg_.*|read_.*|query|query_table|json_execute_serialized_sql|.*substrait.*)$/i;

/**
 * What is wrong about a statement, given its syntax tree as DuckDB serialises it; undefined for one SELECT over `data`.
 * The engine that runs it is locked as well: this is what tells its author why.
 */
export function faultOfStatement(tree: JsonObject): string | undefined {
  const { error, error_type: kind, error_message: message, statements } = tree;
  if (error === true) return kind === 'parser' ? `The statement cannot be read: ${textOf(message)}` : ONLY_SELECT;
  if (!Array.isArray(statements) || statements.length !== 1) return 'Send one SELECT, and only one.';
  const nodes = [...nodesOf(tree)];
  const named = new Set(nodes.flatMap(commonTablesOf));
  for (const node of nodes) {
    const fault = faultOfNode(node, named);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfNode(node: JsonObject, named: ReadonlySet<string>): string | undefined {
  const { type, function_name: called } = node;
  if (typeof called === 'string' && REFUSED_FUNCTION.test(called))
    return `The function ${called} is not available here.`;
  if (type === 'BASE_TABLE' && !isOwnTable(node, named)) {
    return `There is no table ${JSON.stringify(node['table_name'])} here: the table is called ${TABLE_NAME}.`;
  }
  if (type === 'TABLE_FUNCTION') {
    const name = isJsonObject(node['function']) ? textOf(node['function']['function_name']) : '';
    if (!TABLE_FUNCTIONS.has(name.toLowerCase())) {
      return `${JSON.stringify(name)} is nothing to select from: the table is called ${TABLE_NAME}.`;
    }
  }
  return typeof type === 'string' && REFUSED_REFERENCES.has(type) ? ONLY_SELECT : undefined;
}

function isOwnTable(node: JsonObject, named: ReadonlySet<string>): boolean {
  const name = textOf(node['table_name']).toLowerCase();
  return (name === TABLE_NAME || named.has(name)) && node['schema_name'] === '' && node['catalog_name'] === '';
}

/** Names that the statement gives to tables of its own. */
function commonTablesOf({ cte_map: tables }: JsonObject): readonly string[] {
  const entries = isJsonObject(tables) ? tables['map'] : undefined;
  if (!Array.isArray(entries)) return [];
  return (entries as readonly JsonValue[]).flatMap((entry) =>
    isJsonObject(entry) && typeof entry['key'] === 'string' ? [entry['key'].toLowerCase()] : [],
  );
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function* nodesOf(tree: JsonValue): Generator<JsonObject> {
  const pending: JsonValue[] = [tree];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (isJsonObject(value)) {
      yield value;
      for (const member of Object.values(value)) pending.push(member);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) pending.push(item);
    }
  }
}
