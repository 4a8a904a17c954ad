// What to know about a program, as Markdown: for its guide and for the console.
import { formatPresetNote } from '@countersign/api/preset-note-texts'
import type { PresetNoteCode } from '@countersign/api/preset-note-texts'
import type { ApplicationPreset } from './application-preset-types.ts'

/** @returns notes in Markdown whose placeholders are not filled yet; what must be set up comes first */
export function listPresetNotes(program: ApplicationPreset): string[] {
  const { name, email, settings, notes } = program
  const emailNote = email === 'alias' ? 'aliasEmail' : email === 'verified' ? 'verifiedEmail' : null
  return [
    ...(emailNote === null
      ? []
      : [`${formatPresetNote(emailNote, name)} See [email addresses](../connect-an-application.md#email-addresses).`]),
    ...settings.flatMap((setting) =>
      setting.explanation === undefined ? [] : [`\`${setting.name}\`: ${setting.explanation}`],
    ),
    ...listSharedNotes(program).map((code) => formatPresetNote(code, name)),
    ...notes,
  ]
}

const accountMatchingNotes = {
  name: 'matchedByName',
  'name-or-sub': 'matchedByNameOrSub',
  email: 'matchedByEmail',
} as const

function listSharedNotes({ accountMatching, signOut, definition }: ApplicationPreset): PresetNoteCode[] {
  const isBack = (definition.postLogoutUris ?? []).length > 0
  return [
    ...(accountMatching === undefined ? [] : [accountMatchingNotes[accountMatching]]),
    ...(signOut === 'own' ? (['ownSignOut'] as const) : []),
    ...(signOut === 'both' ? ([isBack ? 'returningSignOut' : 'stayingSignOut'] as const) : []),
    ...(definition.backchannelLogoutUri == null ? [] : (['backchannelLogout'] as const)),
  ]
}
