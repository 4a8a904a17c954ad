import { expect, test } from 'vitest'
import {
  parseLanguageParameter,
  chooseLanguage,
  offeredLanguages,
  loadTranslations,
  chooseLocale,
  mergeTranslations,
} from './browser-language-negotiation.ts'

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
])('chooses the language: stored %s, preferred %s → %s', (chosen, preferred, language) => {
  expect(chooseLanguage(chosen, preferred)).toBe(language)
})

test('formats dates in the preferred regional variant of the language', () => {
  expect([chooseLocale('en', ['de-DE', 'en-GB', 'en-US']), chooseLocale('de', ['en-GB'])]).toEqual(['en-GB', 'de'])
})

test('skips a preferred locale that is not a valid language tag, such as en-US@posix', () => {
  expect(chooseLocale('en', ['en-US@posix', 'en-GB'])).toBe('en-GB')
  expect(chooseLocale('en', ['en-US@posix'])).toBe('en')
})

test('loads the messages of each language', async () => {
  const loaded = await Promise.all(
    offeredLanguages.map(async (language) => (await loadTranslations(language, ['public'])).entrance?.front?.signIn),
  )
  expect(loaded).toEqual(['Sign in', 'Anmelden'])
})

test('loads only the requested message files', async () => {
  const namespacesOf = async (...files: Parameters<typeof loadTranslations>[1]) => {
    const { errors, ...messages } = await loadTranslations('en', files)
    expect(errors ?? {}).toEqual({})
    return Object.keys(messages)
  }
  expect(await namespacesOf()).toEqual([])
  expect(await namespacesOf('consent')).toEqual(['applications', 'scopes', 'knownWallet'])
  expect(await namespacesOf('device', 'public')).toEqual([
    'anotherDevice',
    'answering',
    'loginApproval',
    'entrance',
    'lost',
  ])
})

test('merges the error texts of several message files', async () => {
  const { errors } = mergeTranslations(
    await loadTranslations('en', ['common']),
    await loadTranslations('en', ['person']),
  )
  expect([errors?.rate?.limited?.title, errors?.network?.offline?.title, errors?.sign_in_method?.last?.title]).toEqual([
    'Too many attempts.',
    'You’re offline.',
    expect.any(String),
  ])
})

test('accepts only offered languages from the lang URL parameter', () => {
  expect(
    ['?lang=de', '?lang=en&x', '?lang=fr', '?lang=%3Cb%3E', '?lang=toString', ''].map(parseLanguageParameter),
  ).toEqual(['de', 'en', null, null, null, null])
})
