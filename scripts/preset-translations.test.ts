import { readTranslationFile } from '../web/compile-translations.ts'
import { interfaceLanguages } from '@countersign/api/interface-languages'
import { formatPresetNote, presetNoteTexts } from '@countersign/api/preset-note-texts'
import type { PresetNoteCode } from '@countersign/api/preset-note-texts'
import { describe, expect, test } from 'vitest'
import { applicationPresets } from '../server/src/oidc/presets/application-preset-registry.ts'
import type { ApplicationPreset } from '../server/src/oidc/presets/application-preset-types.ts'
import { listPresetNotes } from '../server/src/oidc/presets/list-preset-notes.ts'
import { createTestTranslator } from '../web/src/testing/create-test-translator.ts'

interface PresetTexts {
  description: string
  location: string
  blocks?: readonly string[]
  notes: readonly string[]
}

const listOwnNotes = (preset: ApplicationPreset): readonly string[] =>
  listPresetNotes(preset).filter(
    (note) =>
      !(Object.keys(presetNoteTexts) as PresetNoteCode[]).some((code) =>
        note.startsWith(formatPresetNote(code, preset.name)),
      ),
  )

const countFurtherBlocks = ({ secretVariable, sections = [] }: ApplicationPreset): number =>
  (secretVariable === undefined ? 0 : 1) +
  sections
    .filter(({ printed }) => printed === true)
    .flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string')).length

const listCode = (note: string): readonly string[] => [...note.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

const placeholders = Object.fromEntries(
  ['address', 'host', 'issuer', 'issuer_host', 'client_id', 'name'].map((name) => [name, `{${name}}`]),
)

describe.each(interfaceLanguages.filter((language) => language !== 'en'))('texts of programs in %s', (language) => {
  const file = readTranslationFile(language, 'preset-texts')
  const t = createTestTranslator(language) as unknown as (
    key: string,
    values: Readonly<Record<string, string>>,
  ) => string
  const texts = file['presetTexts'] as unknown as Readonly<Record<string, PresetTexts>>

  test('exist for every program and no others', () => {
    const example = 'countersign-example'
    expect(Object.keys(texts).filter((id) => id !== example)).toEqual(applicationPresets.map(({ id }) => id).toSorted())
    expect(texts[example]).toMatchObject({ name: expect.any(String), description: expect.any(String) })
  })

  test.each(applicationPresets.map((preset) => [preset.id, preset] as const))(
    'of %s have a description, all places, and all notes with the same code',
    (id, preset) => {
      const { description = '', location = '', blocks = [], notes = [] } = texts[id] ?? {}
      expect(description).not.toBe('')
      expect(location).not.toBe('')
      expect(blocks).toHaveLength(countFurtherBlocks(preset))
      const own = listOwnNotes(preset)
      expect(notes).toHaveLength(own.length)
      for (const [index, note] of own.entries())
        expect(listCode(t(`presetTexts.${id}.notes.${index}`, placeholders)).toSorted(), note).toEqual(
          listCode(note).toSorted(),
        )
    },
  )

  test.each(Object.entries(presetNoteTexts))('of the shared note %s have the same code', (code, note) => {
    expect(listCode(t(`presetNotes.${code}`, placeholders))).toEqual(listCode(note))
  })
})
