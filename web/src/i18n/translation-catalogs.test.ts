import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalog } from '@countersign/api/error-catalog'
import { interfaceLanguageNames, interfaceLanguages } from '@countersign/api/interface-languages'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { nonLimitServerSettingNames } from '@countersign/api/server-setting-names'
import compile from 'icu-minify/compile'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import {
  compareTranslationKeysWithEnglish,
  flattenTranslations,
  translationFileNames,
  readAllTranslations,
  readTranslationFile,
} from '../../compile-translations.ts'
import type { TranslationTree } from '../../compile-translations.ts'

const root = join(import.meta.dirname, '../../..')
const readFlatMessages = (language: string): ReadonlyMap<string, string> =>
  new Map(flattenTranslations(readAllTranslations(language)))
const englishMessages = readFlatMessages('en')

const clientCodes = ['network.cancelled', 'network.offline', 'network.unreachable']

test.each(['web/src/i18n/messages', 'packages/api/src/messages'])(
  'the folders in %s match the interface languages',
  (path) => {
    const folders = readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...interfaceLanguages].toSorted())
  },
)

test('every language is listed by its own name', () => {
  const names = interfaceLanguages.map((language) =>
    new Intl.DisplayNames([language], { type: 'language' }).of(language),
  )
  expect(Object.values(interfaceLanguageNames)).toEqual(names)
})

test('no two message files share a namespace, except the intentionally shared ones', () => {
  const namespaces = translationFileNames
    .flatMap((file) => Object.keys(readTranslationFile('en', file)))
    .filter((name) => !['errors', 'stepUp'].includes(name))
  expect(namespaces).toEqual([...new Set(namespaces)])
})

describe.each(interfaceLanguages)('translations in %s', (language) => {
  const messages = [...readFlatMessages(language)]

  test('have a text for every error code and no others', () => {
    const codes = new Set(
      [
        readAllTranslations(language)['errors'],
        readTranslationFile(language, 'message-errors')['messageErrors'],
      ].flatMap((texts) =>
        flattenTranslations(texts as TranslationTree).map(([key]) => key.replace(/\.(title|action|allowed)$/, '')),
      ),
    )
    expect([...codes].toSorted()).toEqual([...Object.keys(errorCatalog), ...clientCodes].toSorted())
  })

  test('have no empty messages or extra spaces', () => {
    expect(messages.filter(([, text]) => text.trim() !== text || text === '' || text.includes('  '))).toEqual([])
  })

  test('have a short title for every server setting', () => {
    const titles = messages.flatMap(([key]) =>
      key.startsWith('settingTitles.') ? [key.slice('settingTitles.'.length)] : [],
    )
    expect(titles.toSorted()).toEqual(
      [...nonLimitServerSettingNames, ...Object.keys(serverLimitDefinitions)].toSorted(),
    )
  })

  test('can all be formatted, and plurals cover all forms of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const incomplete = messages.flatMap(([key, text]) =>
      listPluralCases(compile(text)).flatMap((cases) =>
        forms.filter((form) => !cases.includes(form)).map((form) => `${key}: ${form}`),
      ),
    )
    expect(incomplete).toEqual([])
  })
})

describe.each(interfaceLanguages.filter((language) => language !== 'en'))(
  'translations in %s compared with English',
  (language) => {
    const messages = [...readFlatMessages(language)]

    test('have the same messages', () => {
      expect(compareTranslationKeysWithEnglish(language)).toEqual([])
      const settings = messages.flatMap(([key]) =>
        key.startsWith('settingAbouts.') ? [key.slice('settingAbouts.'.length)] : [],
      )
      expect(settings.toSorted()).toEqual(
        [...nonLimitServerSettingNames, ...Object.keys(serverLimitDefinitions)].toSorted(),
      )
    })

    test('have no arguments missing from the English message', () => {
      const strange = messages.filter(([key, text]) => {
        const given = listMessageArguments(compile(englishMessages.get(key) ?? text))
        return listMessageArguments(compile(text)).some((name) => !given.includes(name))
      })
      expect(strange).toEqual([])
    })

    test('are not left in English', () => {
      // Two adjacent words, not counting arguments.
      const isSentence = (text: string) => /\p{L} \p{L}/u.test(text.replaceAll(/\{\w+(, \w+)?\}/g, ''))
      expect(messages.filter(([key, text]) => isSentence(text) && englishMessages.get(key) === text)).toEqual([])
    })
  },
)

test.each([
  ['pl', [0, 1, 3, 5, 1234], ['brak', '1 plik', '3 pliki', '5 plików', '1234 pliki']],
  ['ar', [0, 1, 2, 3, 11, 100], ['brak', '1 plik', '2 two', '3 pliki', '11 plików', '100 other']],
])('plurals in %s use the forms of the language (CLDR plural rules)', (locale, counts, expected) => {
  const files = '{count, plural, =0 {brak} one {# plik} two {# two} few {# pliki} many {# plików} other {# other}}'
  const t = createTranslator({ locale: `${locale}-u-nu-latn`, messages: { files } })
  expect(
    counts.map((count) => t('files', { count }).replaceAll(/[\s.,]/g, (mark) => (mark === ' ' ? ' ' : ''))),
  ).toEqual(expected)
})

/** icu-minify: text, plural number, `[argument]`, `[argument, kind, cases]`, `[tag, ...parts]`. */
function walkCompiledMessage(parts: unknown, visit: (part: readonly unknown[]) => void): void {
  if (!Array.isArray(parts)) return
  for (const part of parts.filter(Array.isArray) as unknown[][]) {
    visit(part)
    const [, kind, cases] = part
    if (typeof kind !== 'number') walkCompiledMessage(part.slice(1), visit)
    else if (typeof cases === 'object' && cases !== null)
      for (const one of Object.values(cases)) walkCompiledMessage(one, visit)
  }
}

function listMessageArguments(message: unknown): string[] {
  const names: string[] = []
  walkCompiledMessage(message, ([name]) => void names.push(String(name)))
  return names
}

const pluralKind = 2

function listPluralCases(message: unknown): string[][] {
  const plurals: string[][] = []
  walkCompiledMessage(
    message,
    ([, kind, cases]) => void (kind === pluralKind && plurals.push(Object.keys(cases as object))),
  )
  return plurals
}
