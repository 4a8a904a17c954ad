import { expect, test } from 'vitest'
import { askedLanguage, chooseLanguage, languages, loadWords, localeOf } from './language.ts'

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

test('a variety that is no language tag is passed over: browsers started without a locale name such as en-US@posix', () => {
  expect(localeOf('en', ['en-US@posix', 'en-GB'])).toBe('en-GB')
  expect(localeOf('en', ['en-US@posix'])).toBe('en')
})

test('each language loads its own words', async () => {
  const loaded = await Promise.all(
    languages.map(async (language) => (await loadWords(language, ['entrance'])).chapters.entrance?.front.signIn),
  )
  expect(loaded).toEqual(['Sign in', 'Anmelden'])
})

test('only the requested chapters are loaded', async () => {
  expect(Object.keys((await loadWords('en', ['activity'])).chapters)).toEqual(['activity'])
  expect((await loadWords('en', [])).chapters).toEqual({})
  expect(Object.keys((await loadWords('en', ['email', 'scopes'])).chapters)).toEqual(['email', 'scopes'])
})

test('an address can ask for a language that exists here, and for nothing else', () => {
  expect(['?lang=de', '?lang=en&x', '?lang=fr', '?lang=%3Cb%3E', '?lang=toString', ''].map(askedLanguage)).toEqual([
    'de',
    'en',
    null,
    null,
    null,
    null,
  ])
})
