// What mending a text would change, as lines taken away and lines added.
import type { Paint } from './inspect-paint.ts'
import { visible } from './inspect-visible.ts'

/** Longer lines are cut, and of many lines the first are shown: they are there to be compared, not to be copied. */
const [columns, mostChanges] = [100, 12]

/** The lines that differ. A line feed at the end of a text counts as an empty line after it. */
export function drawMend(text: string, mended: string, paint: Paint): string {
  const [old, fresh] = [text.split('\n'), mended.split('\n')]
  const changes = old.length === fresh.length ? compareLines(old, fresh) : [compareWhole(old, fresh)]
  const rest = changes.length - mostChanges
  return [
    ...changes
      .slice(0, mostChanges)
      .flatMap(({ taken, added }) => [
        ...taken.map((line) => paint('fault', `  - ${shorten(visible(line))}`.trimEnd())),
        ...added.map((line) => paint('good', `  + ${shorten(visible(line))}`.trimEnd())),
      ]),
    ...(rest > 0 ? [`  and ${rest} more ${rest === 1 ? 'line' : 'lines'}`] : []),
  ].join('\n')
}

interface Change {
  taken: readonly string[]
  added: readonly string[]
}

/** Line against line. */
const compareLines = (old: readonly string[], fresh: readonly string[]): Change[] =>
  old.flatMap((line, index) => (line === fresh[index] ? [] : [{ taken: [line], added: [fresh[index] as string] }]))

/** What is left between the lines that are the same at the beginning and at the end. */
function compareWhole(old: readonly string[], fresh: readonly string[]): Change {
  const most = Math.min(old.length, fresh.length)
  let first = 0
  while (first < most && old[first] === fresh[first]) first += 1
  let last = 0
  while (last < most - first && old.at(-1 - last) === fresh.at(-1 - last)) last += 1
  return { taken: old.slice(first, old.length - last), added: fresh.slice(first, fresh.length - last) }
}

/** By whole characters: half of one (a lone surrogate) is nothing that a terminal can be given. */
function shorten(line: string): string {
  const characters = [...line]
  return characters.length > columns ? `${characters.slice(0, columns).join('')}…` : line
}
