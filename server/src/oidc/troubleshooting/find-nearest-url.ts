// Finds the registered URL that a developer probably meant, and says how it differs.

/** The most similar URL first. */
export const sortBySimilarity = (sent: string, registered: readonly string[]): string[] =>
  registered
    .map((url) => ({ url, similarity: countSharedCharacters(sent, url) }))
    .toSorted((one, other) => other.similarity - one.similarity)
    .map(({ url }) => url)

/** @returns the most similar URL, or null if there is none */
export const findNearestUrl = (sent: string, registered: readonly string[]): string | null =>
  sortBySimilarity(sent, registered)[0] ?? null

/** The lengths of the common prefix and the common suffix. */
function countSharedCharacters(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  let prefix = 0
  while (prefix < length && one[prefix] === other[prefix]) prefix += 1
  let suffix = 0
  while (suffix < length - prefix && one.at(-1 - suffix) === other.at(-1 - suffix)) suffix += 1
  return prefix + suffix - Math.abs(one.length - other.length) / 2
}

/**
 * Names the parts that differ, never the values that were sent.
 *
 * @example describeUrlDifference('http://app.example/cb', 'https://app.example/cb')
 * // ['the scheme is http instead of https']
 */
export function describeUrlDifference(sent: string, registered: string): string[] {
  if (!URL.canParse(sent)) return ['it is not an absolute URL']
  if (!URL.canParse(registered)) return []
  const [one, other] = [new URL(sent), new URL(registered)]
  const differences: string[] = []
  if (one.protocol !== other.protocol)
    differences.push(
      one.protocol === 'http:' && other.protocol === 'https:'
        ? 'the scheme is http instead of https'
        : 'the scheme differs',
    )
  if (one.hostname !== other.hostname) differences.push('the host differs')
  else if (one.port !== other.port && one.protocol === other.protocol) differences.push('the port differs')
  if (one.pathname !== other.pathname) differences.push(describePathDifference(one.pathname, other.pathname))
  if (one.search !== other.search) differences.push('the query differs')
  if (one.hash !== other.hash) differences.push('the fragment differs')
  return differences.length > 0 ? differences : ['the spelling differs']
}

function describePathDifference(sent: string, registered: string): string {
  if (sent === `${registered}/`) return 'the path has an additional slash at the end'
  if (`${sent}/` === registered) return 'the slash at the end of the path is missing'
  if (sent.toLowerCase() === registered.toLowerCase()) return 'the path differs in upper and lower case'
  return 'the path differs'
}
