// Prints what was measured: ours, the alternative, and how many times as good ours is.

import type { Cost } from './measure.ts'
import type { WorkCosts } from './running-server.ts'

/** One comparison. Larger ratios are better for Countersign. */
export interface Row {
  what: string
  alternative: string
  ours: string
  theirs: string
  ratio: number
  /** Where both were measured: the same ratio in processor time. */
  cpuRatio?: number
}

/** The table, as Markdown, so that it can go into a document as it is. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    row.theirs,
    row.alternative,
    `${formatRatio(row.ratio)} ×`,
    row.cpuRatio === undefined ? '' : `${formatRatio(row.cpuRatio)} ×`,
  ])
  const all = [
    ['measured', 'Countersign', 'beside it', 'what that is', 'better by (wall)', 'better by (CPU)'],
    ...cells,
  ]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  const [head = '', ...body] = all.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n')
}

const formatRatio = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2))

/** A comparison of what two functions cost. */
export const costRow = (what: string, alternative: string, ours: Cost, theirs: Cost): Row => ({
  what,
  alternative,
  ours: microseconds(ours.wall),
  theirs: microseconds(theirs.wall),
  ratio: theirs.wall / ours.wall,
  cpuRatio: theirs.cpu / ours.cpu,
})

/** A comparison of servers at work: what a piece costs of the processor, in the middle and at the worst, and by the clock. */
export const workRow = (what: string, alternative: string, ours: WorkCosts, theirs: WorkCosts): Row => ({
  what,
  alternative,
  ours: describeWork(ours),
  theirs: describeWork(theirs),
  ratio: theirs.wall / ours.wall,
  cpuRatio: theirs.cpu / ours.cpu,
})

const describeWork = ({ wall, cpu, cpuP99 }: WorkCosts): string =>
  `${microseconds(cpu)} CPU (p99 ${microseconds(cpuP99)}), ${microseconds(wall)}`

export const microseconds = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(2)} ms` : `${value.toFixed(2)} µs`
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`
