import { expect, test } from 'vitest'
import { cliCommandExamples, cliCommandHelpGroups } from './cli-help-texts.ts'
import { createCliProgram, getCommandPath, listLeafCommands } from './cli-program.ts'

const program = await createCliProgram()
const paths = [...program.commands, ...program.commands.flatMap(listLeafCommands)].map(getCommandPath)

test('every command is in a group of the help', () => {
  expect(Object.keys(cliCommandHelpGroups).toSorted()).toEqual(program.commands.map((one) => one.name()).toSorted())
})

test('every example belongs to a command and uses its options', () => {
  expect(Object.keys(cliCommandExamples).filter((path) => path !== '' && !paths.includes(path))).toEqual([])
  const leaves = new Map(program.commands.flatMap(listLeafCommands).map((leaf) => [getCommandPath(leaf), leaf]))
  for (const example of Object.values(cliCommandExamples).flat()) {
    const [first = '', second = ''] = example.split(' ')
    const leaf = leaves.get(`${first} ${second}`) ?? leaves.get(first)
    const known = [...(leaf?.options ?? []), ...program.options].map(({ long }) => long)
    expect(leaf, example).toBeDefined()
    for (const [option] of example.matchAll(/(?<= )--[a-z-]+/g)) expect(known, example).toContain(option)
  }
})

test('every example that adds an application says which program or kind it is', () => {
  const examples = Object.values(cliCommandExamples).flat()
  const added = examples.filter((example) => example.startsWith('application add'))
  expect(added.length).toBeGreaterThan(2)
  for (const example of added) expect(example).toMatch(/ --(?:preset|kind) /)
})
