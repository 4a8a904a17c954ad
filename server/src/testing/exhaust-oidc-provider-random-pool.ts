// Drains oidc-provider's entropy pool, so that leftovers of one run do not affect the next.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** @param refills returns how often randomness was fetched so far */
export async function exhaustOidcProviderRandomPool(refills: () => number): Promise<void> {
  const path = join(dirname(require.resolve('oidc-provider')), 'helpers/nanoid.js')
  const { default: draw } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    default: (size: number) => string
  }
  for (const before = refills(); refills() === before;) draw(1)
}
