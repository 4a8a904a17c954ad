// Placeholders: {address} (no trailing slash) and {host} of the program, {issuer}, {issuer_host},
// {client_id}, {client_secret}, {session_secret} (random, for cookies), {redirect} (first redirect
// URI), {scopes} (space-separated), {scopes_comma}, {scopes_list}.
import type { ApplicationPresetCategory } from '@countersign/api/application-preset-categories'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'

export interface ApplicationPresetSetting {
  name: string
  value: string
  explanation?: string
}

export type ApplicationPresetSettingsFormat =
  | { as: 'fields' }
  /** One line per setting; `line` contains NAME and VALUE. */
  | { as: 'lines'; language: string; line: string; first?: string; last?: string; between?: string }
  | { as: 'text'; language: string; text: string }

/** What `npm run programs` observed in its last run; stored in `last-run.json`. */
export interface ApplicationPresetTestRun {
  version: string
  on: string
  signIn: string
  names: string
  groups: string
  refused: string
  signOut: string
  refresh: string
}

export type ApplicationPresetVerificationMethod =
  | { how: 'run'; version: string; on: string; by: string }
  | { how: 'script' }
  | { how: 'by-hand'; version: string; on: string; what: string }
  | { how: 'written'; version: string; on: string; from: readonly string[] }

type PresetSectionPart = string | { language: string; text: string }

export interface ApplicationPresetGuideSectionContent {
  title: string
  parts: readonly PresetSectionPart[]
  printed?: true
}

export interface ApplicationPreset {
  id: string
  name: string
  category: ApplicationPresetCategory
  description: string
  settingsLocation: string
  /** Example URL that people open; null if there is none or it is always the same. */
  address: string | null
  /** Only the members that differ from the defaults of the application kind. */
  definition: Pick<ApplicationDefinition, 'kind'> & Partial<Omit<ApplicationDefinition, 'id' | 'name' | 'kind'>>
  reasons: Partial<Record<keyof ApplicationDefinition, string>>
  /** `any-text` accepts any unique text, such as `sub`; `alias` accepts an alias. */
  email: 'unused' | 'asked' | 'any-text' | 'alias' | 'verified'
  /** What selects an account, if not `sub`; `name-or-sub` means `sub` if no name is shared. */
  accountMatching?: 'name' | 'name-or-sub' | 'email'
  /** `both` also ends the session here (`end_session_endpoint`). */
  signOut?: 'own' | 'both'
  settings: readonly ApplicationPresetSetting[]
  /** The environment variable from which code in `settingsFormat` reads the client secret. */
  secretVariable?: string
  /** The variable from which that code reads the secret of its cookies; requires `secretVariable`. */
  sessionSecretVariable?: string
  settingsFormat: ApplicationPresetSettingsFormat
  notes: readonly string[]
  sections?: readonly ApplicationPresetGuideSectionContent[]
  verification: ApplicationPresetVerificationMethod
}
