import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@countersign/api/errors'
import { describe, expect, test } from 'vitest'
import { languageNames, languages } from '@countersign/api/languages'
import type { Language } from '@countersign/api/languages'
import { alsoAlone } from './files.ts'
import { loadChapters, loadWords } from './language.ts'
import { messageFaultWords } from './message-faults.ts'
import type { Catalogue, WordsFile } from './shape.ts'

const catalogueOf = async (language: Language): Promise<Catalogue> => {
  const { catalogue } = (await import(`./${language}/catalogue.ts`)) as { catalogue: Catalogue }
  return catalogue
}
const [english, ...others] = await Promise.all(
  languages.map(async (language) => ({ language, catalogue: await catalogueOf(language) })),
)
if (english?.language !== 'en') throw new Error('English, which sets the shape, is not the first language.')

/** What a browser can run into without the server. */
const clientCodes = ['network.cancelled', 'network.offline', 'network.unreachable']

const messages = join(import.meta.dirname, '../../../api/src/messages')

test.each([import.meta.dirname, messages])(
  'every folder of words is a language, and every language has a folder: %s',
  (place) => {
    const folders = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...languages].toSorted())
  },
)

test('each language is called as it calls itself', () => {
  const called = languages.map((language) => new Intl.DisplayNames([language], { type: 'language' }).of(language))
  expect(Object.values(languageNames)).toEqual(called)
})

test('only a fault that there is has words of its own', () => {
  const { messageFaults } = english.catalogue
  expect(messageFaultWords(messageFaults, 'message.nonce_short')).toEqual(messageFaults['message.nonce_short'])
  expect([messageFaultWords(messageFaults, 'message.'), messageFaultWords(messageFaults, 'toString')]).toEqual([
    null,
    null,
  ])
})

describe.each([english, ...others])('in $language', ({ language, catalogue }) => {
  const { ui, signIn, errors: errorTexts, alteredMessage, ...chapters } = catalogue

  test('every code of the catalogue has words, and nothing else has', () => {
    const nested = Object.entries(errorTexts).flatMap(([group, texts]) =>
      Object.keys(texts).map((reason) => `${group}.${reason}`),
    )
    const codes = [...nested, ...Object.keys(chapters.messageFaults)]
    expect(codes.toSorted()).toEqual([...Object.keys(errors), ...clientCodes].toSorted())
  })

  test('each chapter is loaded by its name, and the words of every page by none', async () => {
    const begun = await loadChapters(language, ['accountPage', 'adminPage', 'signInPage'])
    const alone = Object.keys(chapters).filter(
      (name) => !(name in begun) || alsoAlone.some((one) => one === name),
    ) as WordsFile[]
    for (const name of alone) expect(Object.keys(await loadChapters(language, [name]))).toContain(name)
    expect({ ...begun, ...(await loadChapters(language, alone)) }).toMatchObject(chapters)
    expect({ ...(await loadWords(language, [])).words }).toEqual({ ui, signIn, errors: errorTexts, alteredMessage })
  })

  test('no sentence is empty, or has a space too many', () => {
    const careless = sentencesOf(catalogue).filter(
      ([, text]) => text.trim() !== text || text === '' || text.includes('  '),
    )
    expect(careless).toEqual([])
  })
})

describe.each(others)('beside English, $language', ({ catalogue }) => {
  test('says the same things', () => {
    const names = (words: object) => sentencesOf(words).map(([name]) => name)
    expect(names(catalogue).toSorted()).toEqual(names(english.catalogue).toSorted())
  })

  test('is not left in English', () => {
    const said = new Map(sentencesOf(english.catalogue))
    const same = sentencesOf(catalogue).filter(([name, text]) => text.includes(' ') && said.get(name) === text)
    expect(same).toEqual([])
  })
})

/** Every sentence with the path that it stands at; a sentence with gaps stands as ƒ. */
function sentencesOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') return [[here, value]]
    if (typeof value === 'function') return [[here, 'ƒ']]
    return sentencesOf(value as object, here)
  })
}
