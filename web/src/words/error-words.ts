// What every language says for each code of the error catalogue, and for what keeps a call from the server.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { ClientProblemCode } from '../exchange.ts'

/** The words for one code: what happened, and what to do now. */
export interface ErrorWords {
  readonly title: string
  readonly action: string
}

type Code = OwnErrorCode | ClientProblemCode
type GroupOf<C extends Code> = C extends `${infer Group}.${string}` ? Group : never
type ReasonOf<Group extends string, C extends Code = Code> = C extends `${Group}.${infer Reason}` ? Reason : never

/** Nested by the parts of the codes. */
export type ErrorTexts = { readonly [Group in GroupOf<Code>]: Readonly<Record<ReasonOf<Group>, ErrorWords>> }
