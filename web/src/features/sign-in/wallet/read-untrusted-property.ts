/** Reads a property of a value that another program made; undefined if its getter throws. */
export function readUntrustedProperty(owner: unknown, name: string): unknown {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
