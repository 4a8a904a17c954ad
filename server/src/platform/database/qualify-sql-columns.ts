// Qualifies column names with their table, for queries of several tables.
/** Columns as a query of several tables names them. */
export const qualifySqlColumns = <Table extends string, Column extends string>(
  table: Table,
  names: readonly Column[],
): `${Table}.${Column}`[] => names.map((name) => `${table}.${name}` as const)
