// Formats measurements as a table: ours, the alternative, and the ratio (larger is better for us).

import type { FunctionCallTimes } from './measure-function-call-times.ts'
import type { ServerTaskTimes } from './measure-server-task-times.ts'

export interface BenchmarkComparisonRow {
  what: string
  alternative: string
  ours: string
  theirs: string
  ratio: number
  cpuRatio?: number
}

export function formatBenchmarkTable(rows: readonly BenchmarkComparisonRow[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    row.theirs,
    row.alternative,
    `${formatRatio(row.ratio)} ×`,
    row.cpuRatio === undefined ? '' : `${formatRatio(row.cpuRatio)} ×`,
  ])
  const all = [
    ['measured', 'Countersign', 'alternative', 'what the alternative is', 'ratio (wall)', 'ratio (CPU)'],
    ...cells,
  ]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  const [head = '', ...body] = all.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n')
}

const formatRatio = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2))

export const createFunctionBenchmarkRow = (
  what: string,
  alternative: string,
  ours: FunctionCallTimes,
  theirs: FunctionCallTimes,
): BenchmarkComparisonRow => ({
  what,
  alternative,
  ours: formatMicroseconds(ours.wall),
  theirs: formatMicroseconds(theirs.wall),
  ratio: theirs.wall / ours.wall,
  cpuRatio: theirs.cpu / ours.cpu,
})

export const createServerBenchmarkRow = (
  what: string,
  alternative: string,
  ours: ServerTaskTimes,
  theirs: ServerTaskTimes,
): BenchmarkComparisonRow => ({
  what,
  alternative,
  ours: describeWork(ours),
  theirs: describeWork(theirs),
  ratio: theirs.wall / ours.wall,
  cpuRatio: theirs.cpu / ours.cpu,
})

const describeWork = ({ wall, cpu, cpuP99 }: ServerTaskTimes): string =>
  `${formatMicroseconds(cpu)} CPU (p99 ${formatMicroseconds(cpuP99)}), ${formatMicroseconds(wall)}`

export const formatMicroseconds = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(2)} ms` : `${value.toFixed(2)} µs`
export const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
export const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`
