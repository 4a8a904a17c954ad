// The guides keep their word: every command in them that registers an application is one that would be accepted.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { completeFromOptions, definitionOptions } from '../server/src/commands/application-options.ts'

const root = join(import.meta.dirname, '..')
const guides = globSync('docs/guides/*.md', { cwd: root }).sort()
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
  const options = { ...definitionOptions, id: { type: 'string' } } as const
  const { values, positionals } = parseArgs({
    args: wordsOf(command),
    options,
    allowPositionals: true,
    allowNegative: true,
  })
  expect(positionals).toHaveLength(1)
  const { id = 'an-id', ...given } = values
  expect(completeFromOptions({ id, name: positionals[0] }, given)).toMatchObject({ outcome: 'complete' })
})
