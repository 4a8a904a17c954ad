// Every sentence that the server tells by a code, beside those of the catalogue (words.test.ts): in each language, in words of its own.
import { definitionFaults } from '@countersign/api/definition-faults'
import { languages } from '@countersign/api/languages'
import { limits } from '@countersign/api/limits'
import { nodeFindings, nodeReasons } from '@countersign/api/node-findings'
import { outboundReasons } from '@countersign/api/outbound-reasons'
import { pasteAbouts } from '@countersign/api/paste-abouts'
import { ruleFaults } from '@countersign/api/rule-faults'
import { allowedWords, ownSettingNames } from '@countersign/api/setting-words'
import { describe, expect, test } from 'vitest'

type Sentences = Readonly<Record<string, string>>

const limitAbouts = Object.fromEntries(Object.entries(limits).map(([name, { about }]) => [name, about]))
// What the server says of its own settings stands there; here their names stand for it.
const settingAbouts = { ...Object.fromEntries(ownSettingNames.map((name) => [name, name])), ...limitAbouts }

/** In which file, under which name, and what the server says in English. */
const tables: readonly (readonly [file: string, name: string, english: Sentences])[] = [
  ['definition-faults', 'definitionFaults', definitionFaults],
  ['definition-faults', 'outboundReasons', outboundReasons],
  ['paste-abouts', 'pasteAbouts', pasteAbouts],
  ['rule-faults', 'ruleFaults', ruleFaults],
  ['node-findings', 'nodeFindings', nodeFindings],
  ['node-findings', 'nodeReasons', nodeReasons],
  ['setting-words', 'allowedWords', allowedWords],
  ['setting-words', 'settingAbouts', settingAbouts],
]

const placesOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  test.each(tables)('%s: %s has a sentence for each code', async (file, name, english) => {
    const chapter = (await import(`./${language}/${file}.ts`)) as Readonly<Record<string, Sentences>>
    const spoken = chapter[name] ?? {}
    expect(Object.keys(spoken).toSorted()).toEqual(Object.keys(english).toSorted())
    // None is empty, left in English, or has a place that the server does not fill.
    const wrong = Object.entries(spoken).filter(([code, sentence]) => {
      const told = english[code] ?? ''
      return sentence.trim() === '' || sentence === told || placesOf(sentence).some((place) => !told.includes(place))
    })
    expect(wrong).toEqual([])
  })
})
