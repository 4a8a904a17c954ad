import { frontEndPagePaths } from './front-end-page-paths.ts'

/** Schemes that run or open inside this page instead of navigating (WHATWG URL, HTML §navigate). */
const unsafeUrlSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'blob:',
  'vbscript:',
  'about:',
  'filesystem:',
])

export function isSafeRedirectUrl(address: string, origin: string): boolean {
  return URL.canParse(address, origin) && !unsafeUrlSchemes.has(new URL(address, origin).protocol)
}

export function redirectToSafeUrlOrHome(next: string): void {
  location.assign(isSafeRedirectUrl(next, location.origin) ? next : '/')
}

let isRedirecting = false

/** Only the first call has an effect, because a second navigation would abort the first. */
export function redirectBrowserOnce(path: string, how: 'assign' | 'replace' = 'replace'): void {
  if (isRedirecting) return
  isRedirecting = true
  location[how](path)
}

export function allowRedirectAfterBfcacheRestore(): void {
  isRedirecting = false
}

export const redirectToSessionEndedPage = (): void => redirectBrowserOnce(frontEndPagePaths.signedOut('ended'))

/** Reloads a page that Back restores, since it may be outdated. Returns a function to undo this. */
export function reloadOnBfcacheRestore(): () => void {
  const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
  addEventListener('pageshow', reload)
  return () => removeEventListener('pageshow', reload)
}
