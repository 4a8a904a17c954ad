import { expect, test } from 'vitest'
import { translatorFor } from '../testing/translator.ts'
import { translateKnown, translateList } from './translate.ts'

test('a code has its message, and anything else has none', () => {
  const t = translatorFor('en')
  expect(translateKnown(t, 'adminActivity.lines', 'person.created')).toBe('Came here for the first time')
  expect(translateKnown(t, 'definitionFaults', 'many', { max: '20' })).toBe('It must not have more than 20 entries.')
  for (const code of ['', '.', 'person', 'person.none', 'person.created.length', 'constructor', '__proto__.toString'])
    expect(translateKnown(t, 'adminActivity.lines', code)).toBeUndefined()
  expect(translateKnown(t, 'settingAbouts', 'port')).toBeUndefined()
  expect(translateKnown(translatorFor('de'), 'settingAbouts', 'port')).toBe(
    'Der Port, auf dem der Server erreichbar ist.',
  )
})

test('a list has all its messages', () => {
  const list = translateList(translatorFor('en'), 'lost.before.list')
  expect(list).toHaveLength(4)
  expect(list.every((message) => message.endsWith('.'))).toBe(true)
})
