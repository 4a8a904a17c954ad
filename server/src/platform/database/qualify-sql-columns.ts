export const qualifySqlColumns = <Table extends string, Column extends string>(
  table: Table,
  names: readonly Column[],
): `${Table}.${Column}`[] => names.map((name) => `${table}.${name}` as const)
