// The reference keeps its word: it says what the code says, and each fault of a message has an example that really has it.
import {
  bip122MessageProfile,
  validateSignInMessage,
  eip155MessageProfile,
  MessageError,
  parseAnySignInMessage,
  solanaMessageProfile,
} from '@countersign/message'
import type { MessageErrorCode } from '@countersign/message'
import { messageErrorExamples } from '@countersign/message/message-error-examples'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderReferenceDocumentationPages } from './reference/reference-documentation-pages.ts'
import { renderDatabaseSchemaTypes } from './reference/render-database-schema-types.ts'
import { formatMarkdownCode, formatMarkdownTable } from './reference/format-markdown.ts'
import {
  compareSettingsBetweenReleases,
  renderReleaseSettingSnapshotFile,
} from './reference/settings-changes-reference-page.ts'
import { listJsonSchemaMembers } from './reference/list-json-schema-members.ts'

const folder = join(import.meta.dirname, '../docs/reference')
const documents = renderReferenceDocumentationPages()
const errorsText = documents.find(({ file }) => file === 'errors.md')?.text ?? ''

test.each(documents)('$file says what the code says (npm run reference writes it anew)', ({ file, text }) => {
  expect(existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : 'no such file').toBe(text)
})

test('docs/reference has no page that nothing generates', () => {
  // The one that e2e/tests/oidc-conformance-modules.spec.ts compares with its source.
  const files = [...documents.map(({ file }) => file), 'openid-conformance.md']
  expect(readdirSync(folder).toSorted()).toEqual(files.toSorted())
})

test('the settings of this version are kept for the comparison with later ones (npm run reference)', () => {
  const { path, text } = renderReleaseSettingSnapshotFile()
  expect(existsSync(path) ? readFileSync(path, 'utf8') : 'no such file').toBe(text)
})

test('the types of the database are those of the migrated database (npm run reference)', async () => {
  const { path, text } = await renderDatabaseSchemaTypes()
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('settings that came, went or changed are told, and no others', () => {
  const setting = (variable: string, value: string, allowed = 'a number') => ({ variable, default: value, allowed })
  expect(
    compareSettingsBetweenReleases(
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
function faultOf(name: MessageErrorCode): MessageError | null {
  const { text, expected, clock } = messageErrorExamples[name]
  try {
    const { profile, message } = parseAnySignInMessage(text, [
      eip155MessageProfile,
      solanaMessageProfile,
      bip122MessageProfile,
    ])
    return expected !== undefined && clock !== undefined
      ? validateSignInMessage(message, expected, clock, profile)
      : null
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}

test.each(Object.keys(messageErrorExamples) as MessageErrorCode[])(
  'the example of %s has that fault, at the place that is named and marked',
  (name) => {
    const section = errorsText.split(`\n### ${name}\n`)[1]?.split('\n###')[0] ?? ''
    const fault = faultOf(name)
    const { text } = messageErrorExamples[name]
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
  expect(formatMarkdownTable(['a'], [[formatMarkdownCode('x|y')]])).toBe('| a |\n| --- |\n| `x\\|y` |')
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
  expect(listJsonSchemaMembers(schema)).toEqual([
    { path: 'items', kind: 'list of object', optional: false, description: '' },
    { path: 'items[].address', kind: 'text', optional: true, description: 'Where.' },
    { path: 'next', kind: '"a" or null', optional: true, description: '' },
  ])
})
