import type { ServerSimulationResult } from './run-server-simulation.ts'

export function formatSimulationFailureReport(
  { seed, violations, history }: ServerSimulationResult,
  { steps, database, fault }: { steps: number; database: string; fault: string | null },
): string {
  const shown = new Set(violations.flatMap(({ operations }) => operations))
  const operations = history.operations.filter(({ id }) => shown.has(id))
  const again = `npm run simulate -- --seed ${seed} --steps ${steps} --database ${database}${fault === null ? '' : ` --fault ${fault}`}`
  return [
    `seed ${seed} breaks ${[...new Set(violations.map(({ rule }) => rule))].join(', ')}`,
    ...violations.map(({ rule, text, operations }) => `  ${rule}: ${text} (operations ${operations.join(', ')})`),
    ...operations.map((operation) => `  ${JSON.stringify(operation)}`),
    `again: ${again}`,
  ].join('\n')
}
