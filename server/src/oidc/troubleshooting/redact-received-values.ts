// Makes values from requests safe to store: no secrets, no control characters (THREATS O34).
import { escapeForLog } from '../../platform/escape-for-log.ts'

/** Codes, tokens and secrets of this server, and JWTs, in case they are in the wrong parameter. */
const secretPattern = /^(?:[A-Za-z0-9_-]{32,}|[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*)$/
const hiddenText = '(hidden)'

const hideSecret = (word: string): string => (secretPattern.test(word) ? hiddenText : word)

/** 300 characters, and a note how many there were. Escaping can make them ten times as many. */
const maxStoredLength = 330

function escapeAndShorten(text: string): string {
  const escaped = escapeForLog(text) ?? ''
  return escaped.length > maxStoredLength ? `${escaped.slice(0, maxStoredLength)}...` : escaped
}

/**
 * Escapes and shortens a text, and hides words that look like secrets.
 *
 * @example redactText('openid profile') // 'openid profile'
 */
export const redactText = (text: string, visibleWords: readonly string[] = []): string =>
  escapeAndShorten(
    text
      .split(' ')
      .map((word) => (visibleWords.includes(word) ? word : hideSecret(word)))
      .join(' '),
  )

/**
 * Keeps what a redirect URI is compared by, without the values in its query and its fragment,
 * because applications send their current address, which can contain a code.
 *
 * @example redactUrl('https://app.example/cb?code=abc#x') // 'https://app.example/cb?code=...#...'
 */
export function redactUrl(text: string): string {
  const [, beforeQuery = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(text) ?? []
  const place = beforeQuery.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, `$1${hiddenText}@`)
  const path = place.split('/').map(hideSecret).join('/')
  const names = query?.split('&').map((parameter) => {
    const [name = '', ...value] = parameter.split('=')
    return value.length === 0 ? hideSecret(name) : `${hideSecret(name)}=${valuePlaceholder}`
  })
  const search = names === undefined ? '' : `?${names.join('&')}`
  return escapeAndShorten(`${path}${search}${fragment === undefined ? '' : `#${valuePlaceholder}`}`)
}

const valuePlaceholder = '...'
