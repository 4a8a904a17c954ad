// The guides keep their word: every command in them that registers an application is one that would be accepted.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { beginWithProgram, programOptions } from '../server/src/commands/application-program.ts'
import { completeFromOptions, definitionOptions } from '../server/src/commands/application-options.ts'

const root = join(import.meta.dirname, '..')
const guides = globSync('docs/guides/**/*.md', { cwd: root }).sort()
const read = (guide: string): string => readFileSync(join(root, guide), 'utf8')

/** The words of a command as a shell parts them. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll(/\\\n\s*/g, ' ').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)

const commands = guides.flatMap((guide) =>
  [...read(guide).matchAll(/^ {4,6}npx countersign application add ([^\\\n]+(?:\\\n[^\\\n]+)*)$/gm)].map(
    ([, command = '']) => [guide, command] as const,
  ),
)

test('there are commands in the guides', () => expect(commands.length).toBeGreaterThan(10))

test.each(commands)('%s: application add %s', (_guide, command) => {
  const options = { ...definitionOptions, ...programOptions, id: { type: 'string' } } as const
  const { values, positionals } = parseArgs({
    args: wordsOf(command),
    options,
    allowPositionals: true,
    allowNegative: true,
  })
  const { id = 'an-id', program, address, ...given } = values
  const begun = beginWithProgram({ program, address, kind: given.kind })
  expect(begun.outcome).toBe(program === undefined ? 'none' : 'begun')
  expect(positionals).toHaveLength(program === undefined ? 1 : 0)
  const before = begun.outcome === 'begun' ? begun.definition : { id, name: positionals[0] }
  expect(completeFromOptions({ ...before }, given)).toMatchObject({ outcome: 'complete' })
})
