// Names pages and controls, so that a crawl recognizes what it has already seen.
import type { UiCrawlerControl, UiCrawlerPageSnapshot } from './ui-crawler-page-snapshot.ts'

export const isAdminPath = (pathname: string): boolean => /^\/(admin|setup)(\/|$)/.test(pathname)
const lists = /^\/admin\/(people|applications|groups|activity|tries)\/[^/]+$/

/** The route of a URL, with only the query parameters that name a view. */
export function getPageKind(path: string): string {
  const { pathname } = new URL(path, 'http://localhost')
  return lists.test(pathname) ? pathname.replace(/[^/]+$/, ':id') : pathname
}

/** Addresses, IDs and numbers do not make a control different. */
const normalizeControlName = (text: string): string =>
  text
    .replace(/^(just now|.+ ago|gerade eben|vor .+?|in .+?), .*\d{4}.*$/, 'a time')
    .replace(/0x[0-9a-f…]+/gi, '#')
    .replace(/\b[0-9a-z]{26}\b/g, '#')
    .replace(/\d[\d,.]*/g, '#')
    .slice(0, 60)

export function getUiCrawlerStateName(
  path: string,
  { dialog }: UiCrawlerPageSnapshot,
  control: UiCrawlerControl,
): string {
  const name = control.kind === 'link' ? getLinkState(control) : normalizeControlName(control.name)
  if (control.isFrame) return `everywhere: ${control.kind} ${name}`
  return `${getPageKind(path)}${dialog === null ? '' : ` [${normalizeControlName(dialog)}]`}: ${control.kind} ${name}`
}

/** A link is identified by its target, and the view parameters it sets. */
function getLinkState({ href }: UiCrawlerControl): string {
  const { origin, pathname, searchParams, hash } = new URL(href)
  const views = [...searchParams.keys()].join('&')
  return `${isAdminPath(pathname) ? getPageKind(pathname) : origin + pathname}${views === '' ? '' : `?${views}`}${hash === '' ? '' : '#'}`
}
