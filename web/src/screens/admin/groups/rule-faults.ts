// What the server found wrong with a rule, said where it is.

/** @property path as the server calls the place: "rule.any[0].contract" */
export interface Fault {
  path: string
  message: string
}

/** What is wrong with a field, or with a line of it. */
export function sayFaults(faults: readonly Fault[], path: string): string | null {
  const own = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
  const said = own.slice(0, 5).map((fault) => {
    const line = /\[(\d+)\]$/.exec(fault.path)?.[1]
    return line === undefined ? fault.message : `${Number(line) + 1}: ${fault.message}`
  })
  return said.length === 0 ? null : said.join('; ')
}
