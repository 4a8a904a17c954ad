// A program that people connect, as one piece of data (integration, preset): what it is here, what it wants to be told there, and how that
// was tried. The console, the command line and the guides are made from it, and a test holds it against the rules of applications.
//
// Places to fill in stand in braces: {address} of the program, without a slash at its end, and {host} of it; {issuer}, which is this server;
// with {issuer_host}; {client_id}, {client_secret}, {redirect}, which is the first redirect address, and {scopes}, which are parted by spaces,
// or as {scopes_comma} and {scopes_list}.
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'

/** One setting of the program, by its own name for it. */
export interface ApplicationPresetSetting {
  name: string
  value: string
  /** Why it is so, where that is not plain: a whole sentence. */
  explanation?: string
}

/** How settings are written down where the program keeps them. */
export type ApplicationPresetSettingsFormat =
  /** Fields of a screen, each by itself. */
  | { as: 'fields' }
  /** A line each: NAME and VALUE in `line` stand for the two. */
  | { as: 'lines'; language: string; line: string; first?: string; last?: string; between?: string }
  /** A text with the values in it, written by hand. */
  | { as: 'text'; language: string; text: string }

/** What `npm run programs` saw of a program when it last ran it; kept in `last-run.json`. */
export interface ApplicationPresetTestRun {
  version: string
  /** The day, as `2026-11-28`. */
  on: string
  signIn: string
  names: string
  groups: string
  refused: string
  signOut: string
  refresh: string
}

/** How it is known that the settings work. */
export type ApplicationPresetVerificationMethod =
  /** An automatic test of `npm test` runs it, named by its path. */
  | { how: 'run'; version: string; on: string; by: string }
  /** `npm run programs` runs it: version, day and what was seen are in `last-run.json`. */
  | { how: 'script' }
  /** A person ran it once; `what` says what they did. */
  | { how: 'by-hand'; version: string; on: string; what: string }
  | { how: 'written'; version: string; on: string; from: readonly string[] }

/** A paragraph in Markdown, or something to paste. */
type PresetSectionPart = string | { language: string; text: string }

export interface ApplicationPresetGuideSectionContent {
  title: string
  parts: readonly PresetSectionPart[]
  /** Whether the command line prints what is to be pasted, as each person needs it. */
  printed?: true
}

export interface ApplicationPreset {
  /** What its page and data are named, and its client id unless another is chosen. */
  id: string
  name: string
  /** What it is, in a sentence. */
  description: string
  /** Where its settings stand there: "grafana.ini, section [auth.generic_oauth]". */
  settingsLocation: string
  /** An address at which people open it, as an example; null where it has none, or always the same. */
  address: string | null
  /** What it is here, but for its id and name: only what is not so by its kind. */
  definition: Pick<ApplicationDefinition, 'kind'> & Partial<Omit<ApplicationDefinition, 'id' | 'name' | 'kind'>>
  /** Why it is so, for each member that the program needs to be otherwise than usual. */
  reasons: Partial<Record<keyof ApplicationDefinition, string>>
  /**
   * What it does about an e-mail address: `unused`, it needs none; `asked`, it asks the person itself; `any-text`, any unique text will do, such
   * as `sub`; `alias`, it lets nobody in without one, and an alias will do; `verified`, it has to be one that is vouched for.
   */
  email: 'unused' | 'asked' | 'any-text' | 'alias' | 'verified'
  /**
   * Which account of the program a person gets, where that is not decided by `sub`: by the user name (`name`), by the user name or the `sub`
   * of a person who shares none (`name-or-sub`), or by the email address (`email`).
   */
  accountMatching?: 'name' | 'name-or-sub' | 'email'
  /**
   * What signing out of the program ends: its own session (`own`), or also the session here (`both`), for which it sends the person to
   * `end_session_endpoint`. Not given where people do not sign out of it in a browser.
   */
  signOut?: 'own' | 'both'
  settings: readonly ApplicationPresetSetting[]
  settingsFormat: ApplicationPresetSettingsFormat
  /** What else has to be known: a paragraph each, in Markdown. */
  notes: readonly string[]
  /** Longer things, under a heading each. */
  sections?: readonly ApplicationPresetGuideSectionContent[]
  verification: ApplicationPresetVerificationMethod
}
