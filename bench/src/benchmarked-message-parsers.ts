import { parseSignInMessage } from '@countersign/message'
import { ParsedMessage } from '@spruceid/siwe-parser'
import * as Siwe from 'ox/Siwe'
import { SiweMessage } from 'siwe'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'

export interface BenchmarkedMessageParser {
  readonly name: string
  /** Returns the fields, or throws. */
  readonly parse: (text: string) => unknown
  readonly accepts: (text: string) => boolean
}

const accepting = (read: (text: string) => unknown) => (text: string) => {
  read(text)
  return true
}

/** A time within the message's validity; the epoch is before any expiration. */
const momentOf = ({ notBefore }: { notBefore?: Date | undefined }): Date =>
  notBefore === undefined || Number.isNaN(notBefore.getTime()) ? new Date(0) : notBefore

export const countersignMessageParser: BenchmarkedMessageParser = {
  name: '@countersign/message',
  parse: (text) => parseSignInMessage(text),
  accepts: accepting((text) => parseSignInMessage(text)),
}

const readBySiweParser = (text: string): unknown => new ParsedMessage(text)
const readBySiwe = (text: string): unknown => new SiweMessage(text)

export const alternativeMessageParsers: readonly BenchmarkedMessageParser[] = [
  { name: '@spruceid/siwe-parser 3.0.0', parse: readBySiweParser, accepts: accepting(readBySiweParser) },
  { name: 'siwe 3.0.0', parse: readBySiwe, accepts: accepting(readBySiwe) },
  {
    name: 'viem 2.57.1 parseSiweMessage (lenient)',
    parse: parseSiweMessage,
    accepts: (text) => {
      const message = parseSiweMessage(text)
      return validateSiweMessage({ message, time: momentOf(message) })
    },
  },
  {
    name: 'ox 0.14.45 Siwe.parseMessage (lenient)',
    parse: Siwe.parseMessage,
    accepts: (text) => {
      const message = Siwe.parseMessage(text)
      return Siwe.validateMessage({ message, time: momentOf(message) })
    },
  },
]
