// Numbers of a collection as they stand in one field: 5, 10-20.

export type TokenIds = readonly (string | { from: string; to: string })[]

/** What is no number is left as it is, so that the server says what is wrong with it. */
export const tokenIdsIn = (text: string): TokenIds =>
  text
    .replaceAll(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(piece) ?? []
      return from === undefined || to === undefined ? piece : { from, to }
    })

/** @returns null where it is no such list */
export function writeTokenIds(value: unknown): string | null {
  if (!Array.isArray(value)) return null
  const pieces = value.map((entry: unknown) => {
    if (typeof entry === 'string') return entry
    const { from, to, ...others } = Object(entry) as Record<string, unknown>
    return typeof from === 'string' && typeof to === 'string' && Object.keys(others).length === 0
      ? `${from}-${to}`
      : null
  })
  return pieces.includes(null) ? null : pieces.join(', ')
}
