import type { SignInMessage, ChainNamespace } from '@countersign/message'

export const messageCodeSampleLibraries = ['@countersign/message', 'viem'] as const

export type MessageCodeSampleLibrary = (typeof messageCodeSampleLibraries)[number]

export const listMessageCodeSampleLibraries = (namespace: ChainNamespace): readonly MessageCodeSampleLibrary[] =>
  namespace === 'eip155' ? messageCodeSampleLibraries : [messageCodeSampleLibraries[0]]

/** viem takes dates and a numeric chain ID, and writes times with milliseconds. */
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

/** Escapes untrusted text, so that it stays within its quotes. */
function toSourceLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toSourceLiteral).join(', ')}]`
  const quoted = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${quoted.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
