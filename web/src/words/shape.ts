// What every language must bring. English sets the shape; a language that lacks a sentence, or a code of the catalogue
// that lacks words in any of them, does not compile.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { Language } from '@countersign/api/languages'
import type { MessageFaultCode } from '@countersign/message'
import type { en } from './en.ts'
import type { account } from './en/account.ts'
import type { admin } from './en/admin.ts'
import type { adminApplications } from './en/admin-applications.ts'
import type { adminErrors } from './en/admin-errors.ts'
import type { adminOverview } from './en/admin-overview.ts'
import type { adminActivity } from './en/admin-activity.ts'
import type { adminGroups } from './en/admin-groups.ts'
import type { adminPeople } from './en/admin-people.ts'
import type { adminReasons } from './en/admin-reasons.ts'
import type { adminSettings } from './en/admin-settings.ts'
import type { adminTokens } from './en/admin-tokens.ts'
import type { adminTries } from './en/admin-tries.ts'
import type { activity } from './en/activity.ts'
import type { applications } from './en/applications.ts'
import type { entrance } from './en/entrance.ts'
import type { inspector } from './en/inspector.ts'
import type { interaction } from './en/interaction.ts'
import type { lost } from './en/lost.ts'
import type { myData } from './en/my-data.ts'
import type { noWallet } from './en/no-wallet.ts'
import type { demand } from './en/demand.ts'
import type { notAllowed } from './en/not-allowed.ts'
import type { passkeySignIn } from './en/passkey-sign-in.ts'
import type { passkeys } from './en/passkeys.ts'
import type { person } from './en/person.ts'
import type { proving } from './en/proving.ts'
import type { scopes } from './en/scopes.ts'
import type { setup } from './en/setup.ts'
import type { stepUp } from './en/step-up.ts'
import type { wallets } from './en/wallets.ts'
import type { ErrorWords, SignInErrorCode } from './error-words.ts'

export type AdminErrorWords = Readonly<Record<keyof typeof adminErrors, ErrorWords>>
export type FurtherErrorWords = Readonly<
  Record<Exclude<OwnErrorCode, SignInErrorCode | keyof typeof adminErrors>, ErrorWords>
>
export type MessageFaultWords = Readonly<Record<MessageFaultCode, ErrorWords>>

/** The faults that a text can have by itself; the others are found by comparing it with what was issued, or with the clock. */
export type FormFaultCode = Exclude<
  MessageFaultCode,
  | `${string}_mismatch`
  | 'message.chain_not_allowed'
  | 'message.issued_in_future'
  | 'message.expired'
  | 'message.not_yet_valid'
>
export type FaultGuides = Readonly<Record<FormFaultCode, { readonly may: string; readonly mend: string }>>

type RefusalWords = Readonly<
  Record<keyof (typeof adminTries)['refusals'], { readonly title: string; readonly text: string }>
>
type ClaimWords = Readonly<Record<keyof (typeof adminTries)['claims'], string>>
export type AdminTriesWords = Omit<typeof adminTries, 'refusals' | 'claims'> & {
  readonly refusals: RefusalWords
  readonly claims: ClaimWords
}

/** The sentences of the sign-in page and of the parts that every page is made of. */
export type Words = typeof en

/** The sentences that only some pages need, and only those load. */
export interface Chapters {
  entrance: typeof entrance
  account: typeof account
  activity: typeof activity
  /** What a person is called, where they are signed in, and new browsers. */
  person: typeof person
  myData: typeof myData
  /** The page for whoever lost something. */
  lost: typeof lost
  /** The pages on which a person decides about an application. */
  applications: typeof applications
  /** What an application can learn. */
  scopes: typeof scopes
  /** The sign-in page, where an application asks for it. */
  interaction: typeof interaction
  /** Proving a wallet, once one is chosen. */
  proving: typeof proving
  /** The sign-in page, where there is no wallet. */
  noWallet: typeof noWallet
  /** The sign-in page, where an application asks for one way of signing in. */
  demand: typeof demand
  /** The sign-in page, where an application does not let in who is signed in. */
  notAllowed: typeof notAllowed
  /** The sign-in page, once a passkey is used. */
  passkeySignIn: typeof passkeySignIn
  /** The passkeys of an account. */
  passkeys: typeof passkeys
  /** The dialog in which a person confirms that it is them. */
  stepUp: typeof stepUp
  furtherErrors: FurtherErrorWords
  /** The frame of the administration, and the parts that its screens are made of. */
  admin: typeof admin
  adminErrors: AdminErrorWords
  adminOverview: typeof adminOverview
  adminActivity: typeof adminActivity
  adminApplications: typeof adminApplications
  adminGroups: typeof adminGroups
  adminPeople: typeof adminPeople
  /** Why something was refused or ended. */
  adminReasons: typeof adminReasons
  adminSettings: typeof adminSettings
  adminTokens: typeof adminTokens
  adminTries: AdminTriesWords
  /** The first start, and the check list that follows it. */
  setup: typeof setup
  inspector: typeof inspector
  /** The wallets of an account. */
  wallets: typeof wallets
  faultGuides: FaultGuides
  messageFaults: MessageFaultWords
}

export type ChapterName = keyof Chapters

/** How the words of one chapter are fetched, in each language. */
export type Chapter<Name extends ChapterName> = Readonly<Record<Language, () => Promise<Pick<Chapters, Name>>>>
export type AnyChapter = Readonly<Record<Language, () => Promise<Partial<Chapters>>>>
