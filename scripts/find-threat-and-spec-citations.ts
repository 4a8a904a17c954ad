// Finds citations (`SPEC point 6`, `THREATS M4, N1`), and test names that start with the IDs of the
// attacks they try (`M4 N1: …`).
import { parseAst } from 'vitest/node'

const threatIdPattern = '[MSPON]\\d{1,2}\\b'

/** `unreadable` lists texts that look like citations but cannot be parsed. */
export interface ThreatAndSpecCitations {
  threats: string[]
  points: string[]
  unreadable: string[]
}

export function findThreatAndSpecCitations(text: string): ThreatAndSpecCitations {
  const found: ThreatAndSpecCitations = { threats: [], points: [], unreadable: [] }
  const unwrapped = text.replaceAll(/\s*\n\s*(\/\/|\*|#)?\s*/g, ' ')
  for (const [, document = '', rest = ''] of unwrapped.matchAll(/\b(THREATS|SPEC)\b(?!\.md)(?=(.{0,40}))/g)) {
    const ids = new RegExp(`^ (${threatIdPattern}(?:(?:, | and )${threatIdPattern})*)`).exec(rest)?.[1]
    const point = /^ point (\d+)\b/.exec(rest)?.[1]
    if (document === 'THREATS' && ids !== undefined) found.threats.push(...idsIn(ids))
    else if (document === 'SPEC' && point !== undefined) found.points.push(point)
    else found.unreadable.push(document + rest)
  }
  return found
}

/** Values from tables or variables are left out. */
export function findTestNamesInSource(path: string, text: string): string[] {
  const names: string[] = []
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), (node) => {
    if (
      node['type'] !== 'CallExpression' ||
      !['test', 'testOnBothDatabases', 'describe'].includes(calledName(node['callee']))
    )
      return
    const [name] = node['arguments'] as Node[]
    if (name?.['type'] === 'Literal' && typeof name['value'] === 'string') names.push(name['value'])
    if (name?.['type'] === 'TemplateLiteral')
      names.push((name['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'))
  })
  return names
}

export const extractThreatIdsOfTestName = (name: string): string[] =>
  idsIn(new RegExp(`^${threatIdPattern}(?:,? ${threatIdPattern})*(?=[: ])`).exec(name)?.[0] ?? '')

export const isThreatIdMisplacedInTestName = (name: string): boolean =>
  idsIn(name).length > extractThreatIdsOfTestName(name).length

const idsIn = (text: string): string[] => text.match(new RegExp(`\\b${threatIdPattern}`, 'g')) ?? []

type Node = Record<string, unknown>

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node as Node)
  for (const child of Object.values(node)) walk(child, visit)
}

/** The name at the root of calls such as `test`, `test.each(…)` and `test.skipIf(…)`. */
function calledName(callee: unknown): string {
  const { type, name, object, callee: inner, tag } = callee as Node
  if (type === 'Identifier') return name as string
  const next = object ?? inner ?? tag
  return next === undefined ? '' : calledName(next)
}
