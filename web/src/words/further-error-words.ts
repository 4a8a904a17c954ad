// For which codes the pages behind the sign-in have words, and the administration need not.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { adminErrors } from './en/admin-errors.ts'
import type { applicationErrors } from './en/application-errors.ts'
import type { ErrorWords, SignInErrorCode } from './error-words.ts'

export type FurtherErrorWords = Readonly<
  Record<Exclude<OwnErrorCode, SignInErrorCode | keyof typeof adminErrors | keyof typeof applicationErrors>, ErrorWords>
>
