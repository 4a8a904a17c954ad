// What the server found wrong with a rule, said where it is.
import type { AdminAnswer } from '@countersign/api/admin-calls'

/** Its path is as the server calls the place: "rule.any[0].contract". */
export type Fault = AdminAnswer<'previewRule'>['faults'][number]

/**
 * What is wrong with a field, or with a line of it.
 * @param say puts a fault into words
 */
export function sayFaults(faults: readonly Fault[], path: string, say: (fault: Fault) => string): string | null {
  const own = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
  const said = own.slice(0, 5).map((fault) => {
    const line = /\[(\d+)\]$/.exec(fault.path)?.[1]
    return line === undefined ? say(fault) : `${Number(line) + 1}: ${say(fault)}`
  })
  return said.length === 0 ? null : said.join('; ')
}
