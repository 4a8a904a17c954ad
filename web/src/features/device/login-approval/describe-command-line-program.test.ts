import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { describeCommandLineProgram } from './describe-command-line-program.ts'

test.each([
  ['countersign/1.2.3 (linux)', 'Countersign 1.2.3 on Linux'],
  ['countersign/0.2.0 (win32)', 'Countersign 0.2.0 on Windows'],
  ['countersign/0.2.0-rc.1 (darwin)', 'Countersign 0.2.0 on macOS'],
  ['countersign/0.2.0 (constructor)', 'Countersign 0.2.0'],
  ['countersign/<b> (linux)', undefined],
  ['curl/8.14.1', undefined],
  ['', undefined],
])('describes the user agent %j of the command line as %j', (userAgent, name) => {
  expect(describeCommandLineProgram(createTestTranslator('en'), userAgent)).toBe(name)
})

test('describes the command line in German', () => {
  const german = createTestTranslator('de')
  expect(describeCommandLineProgram(german, 'countersign/0.2.0 (linux)')).toBe('Countersign 0.2.0 auf Linux')
})
