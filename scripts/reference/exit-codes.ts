// docs/reference/exit-codes.md: what a process of `countersign` ends with, from the one table of them.
import { exitCodes } from '../../server/src/platform/start-fault.ts'
import { table } from './markdown.ts'

const usual: [string, string, string][] = [
  ['0', '', 'Done. Of a server: it was told to stop, and finished what ran.'],
  [
    '1',
    '',
    'Refused, or a fault of ours; what it says tells which. Of a server: it was cut off when its time to stop was over.',
  ],
  ['2', '', 'A setting, or the way a command was typed, is wrong. To try again does not help.'],
]

/** The page of all exit codes. */
export function makeExitCodes(): string {
  const rows = Object.entries(exitCodes).map(([kind, { code, about }]) => [String(code), `\`${kind}\``, about])
  return `# Exit codes

What \`countersign\` ends with. From 3 on, one line on the error output says what is wrong and what to do, and nothing was changed. A supervisor tries again
by itself only where that can help: after 1, 9 and 11.

${table(['code', 'reason', 'what it means'], [...usual, ...rows])}
`
}
