// What mending a text would change, as lines taken away and lines added.
import type { Paint } from './inspect-paint.ts'
import { visible } from './inspect-visible.ts'

/** Longer lines are cut: they are shown to be compared, not to be copied. */
const columns = 100

/** The lines that differ. A line feed at the end of a text counts as an empty line after it. */
export function drawMend(text: string, mended: string, paint: Paint): string {
  const [old, fresh] = [text.split('\n'), mended.split('\n')]
  const most = Math.min(old.length, fresh.length)
  let first = 0
  while (first < most && old[first] === fresh[first]) first += 1
  let last = 0
  while (last < most - first && old.at(-1 - last) === fresh.at(-1 - last)) last += 1
  const between = (lines: readonly string[]): string[] => lines.slice(first, lines.length - last)
  return [
    ...between(old).map((line) => paint('fault', `  - ${shorten(visible(line))}`.trimEnd())),
    ...between(fresh).map((line) => paint('good', `  + ${shorten(visible(line))}`.trimEnd())),
  ].join('\n')
}

const shorten = (line: string): string => (line.length > columns ? `${line.slice(0, columns)}…` : line)
