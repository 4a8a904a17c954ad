import { expect, test } from 'vitest'
import { createTestTranslator } from '../testing/create-test-translator.ts'
import { translateKnownServerCode, translateMessageList } from './ui-translation-functions.ts'

test('translates a known server code and returns undefined for any other', () => {
  const t = createTestTranslator('en')
  expect(translateKnownServerCode(t, 'adminActivity.lines', 'person.created')).toBe('First sign-in')
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

test('translates every message of a list', () => {
  const list = translateMessageList(createTestTranslator('en'), 'lost.before.list')
  expect(list).toHaveLength(4)
  expect(list.every((message) => message.endsWith('.'))).toBe(true)
})
