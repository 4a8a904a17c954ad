// The provider's own store of random characters (entropy pool): it fetches many at once, and what one run leaves of them another would begin with.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * Uses up what is left, so that everybody begins with the first of what is fetched now.
 * @param refills how often randomness was fetched so far
 */
export async function exhaustOidcProviderRandomPool(refills: () => number): Promise<void> {
  const path = join(dirname(require.resolve('oidc-provider')), 'helpers/nanoid.js')
  const { default: draw } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    default: (size: number) => string
  }
  for (const before = refills(); refills() === before;) draw(1)
}
