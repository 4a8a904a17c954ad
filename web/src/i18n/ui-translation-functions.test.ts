import { expect, test } from 'vitest'
import { createTestTranslator } from '../testing/create-test-translator.ts'
import { translateKnownServerCode, translateMessageList } from './ui-translation-functions.ts'

test('a code has its message, and anything else has none', () => {
  const t = createTestTranslator('en')
  expect(translateKnownServerCode(t, 'adminActivity.lines', 'person.created')).toBe('Came here for the first time')
  expect(translateKnownServerCode(t, 'definitionFaults', 'many', { max: '20' })).toBe(
    'It must not have more than 20 entries.',
  )
  for (const code of ['', '.', 'person', 'person.none', 'person.created.length', 'constructor', '__proto__.toString'])
    expect(translateKnownServerCode(t, 'adminActivity.lines', code)).toBeUndefined()
  expect(translateKnownServerCode(t, 'settingAbouts', 'port')).toBeUndefined()
  expect(translateKnownServerCode(createTestTranslator('de'), 'settingAbouts', 'port')).toBe(
    'Der Port, auf dem der Server erreichbar ist.',
  )
})

test('a list has all its messages', () => {
  const list = translateMessageList(createTestTranslator('en'), 'lost.before.list')
  expect(list).toHaveLength(4)
  expect(list.every((message) => message.endsWith('.'))).toBe(true)
})
