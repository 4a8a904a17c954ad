// How the command line prints what an operator pastes elsewhere.

/** Names and values in two columns. */
export function formatColumns(rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
    .join('\n')
}
