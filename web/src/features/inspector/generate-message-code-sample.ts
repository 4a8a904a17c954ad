// The code that makes a message: with this project's own library, and with the one that most applications have.
import type { SignInMessage, ChainNamespace } from '@countersign/message'

export const messageCodeSampleLibraries = ['@countersign/message', 'viem'] as const

export type MessageCodeSampleLibrary = (typeof messageCodeSampleLibraries)[number]

/** Those that write a message of this chain family. */
export const listMessageCodeSampleLibraries = (namespace: ChainNamespace): readonly MessageCodeSampleLibrary[] =>
  namespace === 'eip155' ? messageCodeSampleLibraries : [messageCodeSampleLibraries[0]]

/** TypeScript that makes this message. viem takes times as dates and the chain as a number, and writes times to the millisecond. */
export function generateMessageCodeSample(
  message: SignInMessage,
  library: MessageCodeSampleLibrary,
  namespace: ChainNamespace = 'eip155',
): string {
  const fields = Object.entries(message).filter(([, value]) => value !== undefined)
  const [name, from] =
    library === 'viem' ? ['createSiweMessage', 'viem/siwe'] : ['formatSignInMessage', '@countersign/message']
  const lines = fields.map(
    ([field, value]) => `  ${field}: ${library === 'viem' ? valueForViem(field, value) : toSourceLiteral(value)},`,
  )
  const profile = `${namespace}MessageProfile`
  const [imported, options] = namespace === 'eip155' ? ['', ''] : [`, ${profile}`, `, { profile: ${profile} }`]
  const start = [`import { ${name}${imported} } from '${from}'`, '', `const message = ${name}({`]
  return [...start, ...lines, `}${options})`].join('\n')
}

const dateFields: ReadonlySet<string> = new Set(['issuedAt', 'expirationTime', 'notBefore'])

function valueForViem(field: string, value: unknown): string {
  if (dateFields.has(field)) return `new Date(${toSourceLiteral(value)})`
  return field === 'chainId' && /^[0-9]+$/.test(String(value)) ? String(BigInt(String(value))) : toSourceLiteral(value)
}

/** Texts come out of a form: whatever they hold, they stay within their quotes. */
function toSourceLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toSourceLiteral).join(', ')}]`
  const quoted = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${quoted.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
