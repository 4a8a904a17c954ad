import { expect, test } from 'vitest'
import { chooseLanguage, languages, loadWords, localeOf } from './language.ts'

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'DE', 'en'], 'de'],
  [null, ['fr', 'ja'], 'en'],
  [null, [], 'en'],
  ['en', ['de'], 'en'],
  ['de', ['en'], 'de'],
  ['tlh', ['de'], 'de'],
  ['', ['de'], 'de'],
  [null, ['denmark', 'english'], 'en'],
])('chosen before: %s, preferred: %s → %s', (chosen, preferred, language) => {
  expect(chooseLanguage(chosen, preferred)).toBe(language)
})

test('dates are written in the person’s variety of the language', () => {
  expect([localeOf('en', ['de-DE', 'en-GB', 'en-US']), localeOf('de', ['en-GB'])]).toEqual(['en-GB', 'de'])
})

test('each language loads its own words', async () => {
  const loaded = await Promise.all(languages.map(async (language) => (await loadWords(language, 'entrance')).chapters.entrance?.front.signIn))
  expect(loaded).toEqual(['Sign in', 'Anmelden'])
})

test('only the chapter that was asked for is loaded', async () => {
  expect(Object.keys((await loadWords('en', 'account')).chapters)).toEqual(['account'])
  expect((await loadWords('en', null)).chapters).toEqual({})
})
