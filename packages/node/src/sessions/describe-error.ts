// One line for the log: the messages of an error and of its causes. The errors themselves can contain
// tokens and personal data.

const maxDepth = 4
const maxLength = 600

export function describeError(error: unknown): string {
  const parts: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < maxDepth && current instanceof Error; depth++) {
    const { error: code, error_description: description } = current as { error?: unknown; error_description?: unknown }
    parts.push(
      [code, description].some((part) => typeof part === 'string') ? `${code} (${description})` : current.message,
    )
    current = current.cause
  }
  // Anyone can write the description into the callback address.
  return parts
    .join(': ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, maxLength)
}
