// One line for the log: the messages of an error and of its causes. The errors themselves can contain
// tokens and personal data.
import { ClientRefusedError } from '../issuer/client-refused-error.ts'

const maxDepth = 4
const maxLength = 600

function describeOne(error: Error): string {
  const { error: code, error_description: description } = error as { error?: unknown; error_description?: unknown }
  if (typeof code !== 'string' || error instanceof ClientRefusedError) return error.message
  return typeof description === 'string' ? `${code} (${description})` : code
}

export function describeError(error: unknown): string {
  const parts: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < maxDepth && current instanceof Error; depth++) {
    parts.push(describeOne(current))
    current = current.cause
  }
  // Anyone can write the description into the callback address.
  return parts
    .join(': ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, maxLength)
}
