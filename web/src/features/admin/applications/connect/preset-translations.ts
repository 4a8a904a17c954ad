// Texts about programs in the language of the page. In English, they come from the server.
import { presetNoteTexts, formatPresetNote } from '@countersign/api/preset-note-texts'
import type { PresetNoteCode } from '@countersign/api/preset-note-texts'
import { translateKnownServerCode } from '../../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../../i18n/ui-translation-functions.ts'
import type { ApplicationSetup } from './get-application-setup.ts'

/** It comes with Countersign and is started with a command. */
export const exampleApplicationId = 'countersign-example'

export const translatePresetText = (t: Translate, id: string, part: 'name' | 'description', english = ''): string =>
  translateKnownServerCode(t, 'presetTexts', `${id}.${part}`) ?? english

/**
 * @param t translates into the language of the page
 * @param setup what the server sends, in English
 * @returns the same settings, with translated places and notes; `isTranslated` is false if the
 *   notes stay in English, such as during an update with other notes
 */
export function translateSetup(t: Translate, setup: ApplicationSetup): ApplicationSetup & { isTranslated: boolean } {
  const { program, location, blocks, notes } = setup
  const id = program?.id ?? (location === null ? null : exampleApplicationId)
  if (id === null) return { ...setup, isTranslated: true }
  const values = listPlaceholderValues(setup)
  const find = (key: string) => translateKnownServerCode(t, 'presetTexts', `${id}.${key}`, values)
  const sharedCodes = notes.map((note) => findSharedNote(note, program?.name ?? ''))
  const own = notes.filter((_, index) => sharedCodes[index] === undefined)
  const translated = own.map((_, index) => find(`notes.${index}`))
  const isTranslated = translated.every((note) => note !== undefined) && find(`notes.${own.length}`) === undefined
  let place = 0
  return {
    ...setup,
    isTranslated,
    location: location === null ? null : (find('location') ?? location),
    blocks: blocks.map((block, index) => ({
      ...block,
      location: find(index === 0 ? 'location' : `blocks.${index - 1}`) ?? block.location,
    })),
    notes: notes.map((note, index) => {
      const code = sharedCodes[index]
      if (code !== undefined) return t(`presetNotes.${code}`, { name: program?.name ?? '' })
      return (isTranslated ? translated[place++] : undefined) ?? note
    }),
  }
}

const noteCodes = Object.keys(presetNoteTexts) as PresetNoteCode[]

/** The server appends a reference to a guide, which is not on this server, to some of them. */
const findSharedNote = (note: string, name: string): PresetNoteCode | undefined =>
  noteCodes.find((code) => note.startsWith(formatPresetNote(code, name)))

function listPlaceholderValues({ address, values }: ApplicationSetup): Readonly<Record<string, string>> {
  const valueOf = (name: string) => values.find((value) => value.name === name)?.value ?? ''
  const issuer = valueOf('issuer') || location.origin
  return Object.fromEntries(
    Object.entries({
      address: address ?? '',
      host: removeUrlScheme(address ?? ''),
      issuer,
      issuer_host: removeUrlScheme(issuer),
      client_id: valueOf('client id'),
    }).map(([name, value]) => [name, value.replaceAll(notInUrls, '')]),
  )
}

const removeUrlScheme = (url: string): string => url.replace(/^https?:\/\//, '')

/** Excludes what Markdown interprets. */
const notInUrls = /[^\w\-.~:/?#@!$&+,;=%]/g
