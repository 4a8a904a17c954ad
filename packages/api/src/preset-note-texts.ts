// Notes that many program presets share, as Markdown. `{name}` is the name of the program. These
// texts are for the guides and the API; the screens have translations.

export const presetNoteTexts = {
  aliasEmail:
    '**Email**: {name} requires an email address: each person gets an alias at the domain in `COUNTERSIGN_EMAIL_ALIAS_DOMAIN`, which must be set.',
  verifiedEmail:
    '**Email**: {name} requires a verified email address: people verify one under `/account`, for which `COUNTERSIGN_SMTP_HOST` must be set.',
  matchedByName:
    '**Names**: {name} identifies people by their username, which they have to share. A person who changes it in Countersign becomes a different user of {name}.',
  matchedByNameOrSub:
    '**Names**: {name} identifies people by their username, or by their `sub` if they share none. A person who shares the username later, or changes it, becomes a different user of {name}.',
  matchedByEmail:
    '**Accounts** are matched by email address: a person with a different address is a different user of {name}. Do not send it addresses that people can choose.',
  ownSignOut:
    '**Signing out** of {name} ends only its own session. While the session in Countersign lasts, signing in again needs no interaction.',
  returningSignOut: '**Signing out** of {name} also ends the session in Countersign, and returns to {name}.',
  stayingSignOut:
    '**Signing out** of {name} also ends the session in Countersign, and leaves the person on a Countersign page.',
  backchannelLogout:
    '**Back-channel logout**: if {name} has an address in a private network, list that network in `COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS`.',
} as const

export type PresetNoteCode = keyof typeof presetNoteTexts

/**
 * @param code a note that presets share
 * @param name the name of the program
 * @returns the English note in Markdown
 * @example
 * formatPresetNote('ownSignOut', 'Gitea') // '**Signing out** of Gitea ends only …'
 */
export const formatPresetNote = (code: PresetNoteCode, name: string): string =>
  presetNoteTexts[code].replaceAll('{name}', () => name)
