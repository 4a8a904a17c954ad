// Traceability: which points of docs/development/spec.md and which threats of docs/development/threats.md are cited, by code and documents (`SPEC point 6`,
// `THREATS M4, N1`) and by the names of tests, which begin with the ids of the attacks that they try (`M4 N1: …`).
import { parseAst } from 'vitest/node'

/** An id of a threat: its chapter and its number. */
const threatIdPattern = '[MSPON]\\d{1,2}\\b'

/** Every id that a text cites, and every place that looks like a citation and cannot be read as one. */
export interface ThreatAndSpecCitations {
  threats: string[]
  points: string[]
  unreadable: string[]
}

/** What comments, sentences and documents cite. */
export function findThreatAndSpecCitations(text: string): ThreatAndSpecCitations {
  const found: ThreatAndSpecCitations = { threats: [], points: [], unreadable: [] }
  for (const [, document = '', rest = ''] of text.matchAll(/\b(THREATS|SPEC)\b(?!\.md)(?=(.{0,40}))/g)) {
    const ids = new RegExp(`^ (${threatIdPattern}(?:(?:, | and )${threatIdPattern})*)`).exec(rest)?.[1]
    const point = /^ point (\d+)\b/.exec(rest)?.[1]
    if (document === 'THREATS' && ids !== undefined) found.threats.push(...idsIn(ids))
    else if (document === 'SPEC' && point !== undefined) found.points.push(point)
    else found.unreadable.push(document + rest)
  }
  return found
}

/**
 * The names of the tests and groups of tests in a file, as they stand in it: what a table or a variable puts in is left out.
 * @param path its end says how the text is to be read
 */
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

/** The attacks that a test tries, by the beginning of its name. */
export const extractThreatIdsOfTestName = (name: string): string[] =>
  idsIn(new RegExp(`^${threatIdPattern}(?:,? ${threatIdPattern})*(?=[: ])`).exec(name)?.[0] ?? '')

/** Whether a name has an id where nobody looks for it. */
export const isThreatIdMisplacedInTestName = (name: string): boolean =>
  idsIn(name).length > extractThreatIdsOfTestName(name).length

const idsIn = (text: string): string[] => text.match(new RegExp(`\\b${threatIdPattern}`, 'g')) ?? []

type Node = Record<string, unknown>

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node as Node)
  for (const child of Object.values(node)) walk(child, visit)
}

/** The name at the root of `test`, `test.each(…)`, `test.skipIf(…)`. */
function calledName(callee: unknown): string {
  const { type, name, object, callee: inner, tag } = callee as Node
  if (type === 'Identifier') return name as string
  const next = object ?? inner ?? tag
  return next === undefined ? '' : calledName(next)
}
