// What every language must bring. English sets the shape; a language that lacks a sentence, or a code of the catalogue
// that lacks words in any of them, does not compile.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { MessageFaultCode } from '@countersign/message'
import type { ClientProblemCode } from '../api.ts'
import type { en } from './en.ts'
import type { account } from './en/account.ts'
import type { entrance } from './en/entrance.ts'

/** The words for one code: what happened, and what to do now. */
export interface ErrorWords {
  readonly title: string
  readonly action: string
}

export type OwnErrorWords = Readonly<Record<OwnErrorCode | ClientProblemCode, ErrorWords>>
export type MessageFaultWords = Readonly<Record<MessageFaultCode, ErrorWords>>

/** The sentences of the sign-in page and of the parts that every page is made of. */
export type Words = typeof en

/** The sentences that only some pages need, and only those load. */
export interface Chapters {
  entrance: typeof entrance
  account: typeof account
}

export type ChapterName = keyof Chapters
