// Leaves for where the server says: a path of this site, or the address of an application. Never one that would run as
// a script of this page.
import { frontEndPagePaths } from './front-end-page-paths.ts'

/** What a browser would carry out within this page instead of going anywhere (WHATWG URL, HTML §navigate). */
const unsafeUrlSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'blob:',
  'vbscript:',
  'about:',
  'filesystem:',
])

/** Whether an address leads anywhere at all. */
export function isSafeRedirectUrl(address: string, origin: string): boolean {
  return URL.canParse(address, origin) && !unsafeUrlSchemes.has(new URL(address, origin).protocol)
}

/** @param next as a call answered it */
export function redirectToSafeUrlOrHome(next: string): void {
  location.assign(isSafeRedirectUrl(next, location.origin) ? next : '/')
}

let isRedirecting = false

/**
 * Navigates to another page of this site, once: several calls can be refused at the same time, and each further navigation aborts the one
 * before. The first one counts.
 * @param path on this site
 * @param how whether Back leads to this page again
 */
export function redirectBrowserOnce(path: string, how: 'assign' | 'replace' = 'replace'): void {
  if (isRedirecting) return
  isRedirecting = true
  location[how](path)
}

/** The page was left, and Back has restored it: it can be left again. */
export function allowRedirectAfterBfcacheRestore(): void {
  isRedirecting = false
}

/** Leaves for the page that says that the session has ended. */
export const redirectToSessionEndedPage = (): void => redirectBrowserOnce(frontEndPagePaths.signedOut('ended'))

/**
 * A page that is left when something is decided must not come back out of the browser's memory as it was: it asks the
 * server again how things stand. @returns the function that ends it
 */
export function reloadOnBfcacheRestore(): () => void {
  const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
  addEventListener('pageshow', reload)
  return () => removeEventListener('pageshow', reload)
}
