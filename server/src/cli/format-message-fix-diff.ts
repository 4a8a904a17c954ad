import type { TerminalColorizer } from './terminal-colors.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'

/** Longer lines and lists are truncated. */
const [columns, mostChanges] = [100, 12]

export function formatMessageFixDiff(text: string, fixedText: string, paint: TerminalColorizer): string {
  const [old, fresh] = [text.split('\n'), fixedText.split('\n')]
  const changes = old.length === fresh.length ? compareLines(old, fresh) : [compareLineBlocks(old, fresh)]
  const rest = changes.length - mostChanges
  return [
    ...changes
      .slice(0, mostChanges)
      .flatMap(({ removed, added }) => [
        ...removed.map((line) => paint('error', `  - ${shorten(escapeForTerminal(line))}`.trimEnd())),
        ...added.map((line) => paint('good', `  + ${shorten(escapeForTerminal(line))}`.trimEnd())),
      ]),
    ...(rest > 0 ? [`  and ${rest} more ${rest === 1 ? 'line' : 'lines'}`] : []),
  ].join('\n')
}

interface LineChange {
  removed: readonly string[]
  added: readonly string[]
}

const compareLines = (old: readonly string[], fresh: readonly string[]): LineChange[] =>
  old.flatMap((line, index) => (line === fresh[index] ? [] : [{ removed: [line], added: [fresh[index] as string] }]))

function compareLineBlocks(old: readonly string[], fresh: readonly string[]): LineChange {
  const most = Math.min(old.length, fresh.length)
  let first = 0
  while (first < most && old[first] === fresh[first]) first += 1
  let last = 0
  while (last < most - first && old.at(-1 - last) === fresh.at(-1 - last)) last += 1
  return { removed: old.slice(first, old.length - last), added: fresh.slice(first, fresh.length - last) }
}

/** Truncates only between characters, so that no lone surrogates remain. */
function shorten(line: string): string {
  const characters = [...line]
  return characters.length > columns ? `${characters.slice(0, columns).join('')}…` : line
}
