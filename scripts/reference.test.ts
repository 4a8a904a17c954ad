// The reference keeps its word: it says what the code says, and each fault of a message has an example that really has it.
import { bip122, checkMessage, eip155, MessageFault, readMessage, solana } from '@countersign/message'
import type { MessageFaultCode } from '@countersign/message'
import { faultExamples } from '@countersign/message/fault-examples'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeReference } from './reference/documents.ts'
import { makeDatabaseSchema } from './reference/database-schema.ts'
import { code, table } from './reference/markdown.ts'
import { compareSettings, releasedSettings } from './reference/settings-changes.ts'
import { listMembers } from './reference/schema.ts'

const folder = join(import.meta.dirname, '../docs/reference')
const documents = makeReference()
const errorsText = documents.find(({ file }) => file === 'errors.md')?.text ?? ''

test.each(documents)('$file says what the code says (npm run reference writes it anew)', ({ file, text }) => {
  expect(existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : 'no such file').toBe(text)
})

test('the settings of this version are kept for the comparison with later ones (npm run reference)', () => {
  const { path, text } = releasedSettings()
  expect(existsSync(path) ? readFileSync(path, 'utf8') : 'no such file').toBe(text)
})

test('the types of the database are those of the migrated database (npm run reference)', async () => {
  const { path, text } = await makeDatabaseSchema()
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('settings that came, went or changed are told, and no others', () => {
  const setting = (variable: string, value: string, allowed = 'a number') => ({ variable, default: value, allowed })
  expect(
    compareSettings(
      [setting('SAME', '1'), setting('GONE', '1'), setting('CHANGED', '1')],
      [setting('NEW', '2'), setting('SAME', '1'), setting('CHANGED', '3', 'a larger number')],
    ),
  ).toEqual([
    ['`GONE`', 'gone', 'a start with it is refused; remove it'],
    ['`CHANGED`', 'changed', 'default: `1` → `3`; allowed: `a number` → `a larger number`'],
    ['`NEW`', 'new', 'default `2`; a number'],
  ])
})

/** The fault that the example of a code has. */
function faultOf(name: MessageFaultCode): MessageFault | null {
  const { text, expected, at } = faultExamples[name]
  try {
    const { form, message } = readMessage(text, [eip155, solana, bip122])
    return expected !== undefined && at !== undefined ? checkMessage(message, expected, at, form) : null
  } catch (fault) {
    if (fault instanceof MessageFault) return fault
    throw fault
  }
}

test.each(Object.keys(faultExamples) as MessageFaultCode[])(
  'the example of %s has that fault, at the place that is named and marked',
  (name) => {
    const section = errorsText.split(`\n### ${name}\n`)[1]?.split('\n###')[0] ?? ''
    const fault = faultOf(name)
    const { text } = faultExamples[name]
    expect(fault?.code).toBe(name)
    const [, line, column] = /in line (\d+), column (\d+):/.exec(section) ?? []
    const offset =
      text
        .split('\n')
        .slice(0, Number(line) - 1)
        .join('\n').length +
      (line === '1' ? 0 : 1) +
      Number(column) -
      1
    expect({ line: Number(line), offset }).toEqual({ line: fault?.line, offset: fault?.offset })
    const drawn = section.split('```')[1]?.split('\n').slice(1, -1) ?? []
    const caret = drawn.findIndex((each) => /^ *\|[ ]*\^+$/.test(each))
    expect(Number.parseInt(drawn[caret - 1] ?? '', 10)).toBe(fault?.line)
    expect(section).toContain(`/inspector#example=${name}\``)
  },
)

test('a bar does not end the cell of a table', () => {
  expect(table(['a'], [[code('x|y')]])).toBe('| a |\n| --- |\n| `x\\|y` |')
})

test('a schema is listed member by member, with what is inside of lists and choices', () => {
  const wallet = { type: 'object', properties: { address: { type: 'string', description: 'Where.' } } }
  const schema = {
    properties: {
      items: { type: 'array', items: wallet },
      next: { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
    },
    required: ['items'],
  }
  expect(listMembers(schema)).toEqual([
    { path: 'items', kind: 'list of object', optional: false, about: '' },
    { path: 'items[].address', kind: 'text', optional: true, about: 'Where.' },
    { path: 'next', kind: '"a" or null', optional: true, about: '' },
  ])
})
