// Tests that every command in the documentation that registers an application is valid.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { protect, sessions } from '../packages/node/src/index.ts'
import { signInFromTerminal } from '../packages/node/src/terminal/index.ts'
import { createApplicationDefinitionFromCliOptions } from '../server/src/cli/application-definition-cli-options.ts'
import { parseApplicationPresetCliOptions } from '../server/src/cli/parse-application-preset-cli-options.ts'
import { createCliProgram } from '../server/src/cli/cli-program.ts'

const root = join(import.meta.dirname, '..')
const guides = globSync(['docs/guides/**/*.md', 'packages/*/README.md', 'recipes/*/README.md'], { cwd: root }).sort()
const read = (guide: string): string => readFileSync(join(root, guide), 'utf8')

const wordsOf = (command: string): string[] =>
  [...command.replaceAll(/\\\n\s*| > \S+$/g, ' ').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare = '']) => quoted ?? bare,
  )

const commands = guides.flatMap((guide) =>
  [...read(guide).matchAll(/^(?: {4,6})?npx countersign application add ([^\\\n]+(?:\\\n[^\\\n]+)*)$/gm)].map(
    ([, command = '']) => [guide, command] as const,
  ),
)

test('the guides contain commands that add applications', () => expect(commands.length).toBeGreaterThan(10))

test.each([...commands, ['a missing setting of @countersign/node', readCommandOfMissingSetting()] as const])(
  '%s: application add %s',
  async (_guide, command) => expectValid(command),
)

function readCommandOfMissingSetting(): string {
  try {
    sessions({ issuer: '' })
  } catch (error) {
    return /npx countersign application add (.*)$/.exec(String(error))?.[1] ?? ''
  }
  return ''
}

async function expectValid(command: string): Promise<void> {
  const add = (await createCliProgram('application')).commands[0]?.commands.find((one) => one.name() === 'add')
  const { operands, unknown } = add?.parseOptions(wordsOf(command)) ?? {}
  expect(unknown).toEqual([])
  const { id = 'an-id', preset: program, address, ...given } = add?.opts<Record<string, string>>() ?? {}
  const started = parseApplicationPresetCliOptions({
    ...given,
    ...(program && { preset: program }),
    ...(address && { address }),
  })
  expect(started.outcome).toBe(program === undefined ? 'none' : 'started')
  expect(operands).toHaveLength(program === undefined ? 1 : 0)
  const before = started.outcome === 'started' ? started.definition : { id, name: operands?.[0] }
  expect(createApplicationDefinitionFromCliOptions({ ...before }, given)).toMatchObject({ outcome: 'complete' })
}

test('the command for a missing setting of a program in a terminal is valid', async () => {
  const error: unknown = await signInFromTerminal({ issuer: '' }).catch((thrown: unknown) => thrown)
  await expectValid(/npx countersign application add (.*)$/.exec(String(error))?.[1] ?? '')
})

test('the command for a missing setting of an API is valid', async () => {
  const add = (await createCliProgram('resource')).commands[0]?.commands.find((one) => one.name() === 'add')
  const [, command = ''] = /npx countersign resource add (.*)$/.exec(catchText(() => protect({ issuer: '' }))) ?? []
  expect(add?.parseOptions(wordsOf(command))).toEqual({ operands: ['https://api.shop.example'], unknown: [] })
})

function catchText(run: () => unknown): string {
  try {
    return String(run())
  } catch (error) {
    return String(error)
  }
}
