// Tests that the reference matches the code, and that the example of each message error really has
// that error.
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

test.each(documents)('$file matches the code (npm run reference updates it)', ({ file, text }) => {
  expect(existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : 'no such file').toBe(text)
})

test('docs/reference contains only generated pages', () => {
  // This page is compared with its source in e2e/tests/oidc-conformance-modules.spec.ts.
  const files = [...documents.map(({ file }) => file), 'openid-conformance.md']
  expect(readdirSync(folder).toSorted()).toEqual(files.toSorted())
})

test('the settings of this version are recorded for comparison (npm run reference updates them)', () => {
  const { path, text } = renderReleaseSettingSnapshotFile()
  expect(existsSync(path) ? readFileSync(path, 'utf8') : 'no such file').toBe(text)
})

test('the database types match the migrated database (npm run reference updates them)', async () => {
  const { path, text } = await renderDatabaseSchemaTypes()
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('settings changes list only added, removed and changed settings', () => {
  const setting = (variable: string, value: string, allowed = 'a number') => ({ variable, default: value, allowed })
  expect(
    compareSettingsBetweenReleases(
      [setting('SAME', '1'), setting('GONE', '1'), setting('CHANGED', '1')],
      [setting('NEW', '2'), setting('SAME', '1'), setting('CHANGED', '3', 'a larger number')],
    ),
  ).toEqual([
    ['`GONE`', 'removed', 'the server does not start with it; remove it'],
    ['`CHANGED`', 'changed', 'default: `1` → `3`; allowed: `a number` → `a larger number`'],
    ['`NEW`', 'added', 'default `2`; a number'],
  ])
})

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
  'the example of %s has that error at the documented position',
  (name) => {
    const section = errorsText.split(`\n### ${name}\n`)[1]?.split('\n###')[0] ?? ''
    const fault = faultOf(name)
    const { text } = messageErrorExamples[name]
    expect(fault?.code).toBe(name)
    const [, line, column] = /on line (\d+), column (\d+):/.exec(section.replaceAll('\n', ' ')) ?? []
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

test('a vertical bar in a Markdown table cell is escaped', () => {
  expect(formatMarkdownTable(['a'], [[formatMarkdownCode('x|y')]])).toBe('| a |\n| --- |\n| `x\\|y` |')
})

test('JSON schema members are listed, including those in lists and unions', () => {
  const wallet = { type: 'object', properties: { address: { type: 'string', description: 'Where.' } } }
  const schema = {
    properties: {
      items: { type: 'array', items: wallet },
      next: { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
    },
    required: ['items'],
  }
  expect(listJsonSchemaMembers(schema)).toEqual([
    { path: 'items', kind: 'array of object', optional: false, description: '' },
    { path: 'items[].address', kind: 'string', optional: true, description: 'Where.' },
    { path: 'next', kind: '"a" or null', optional: true, description: '' },
  ])
})
