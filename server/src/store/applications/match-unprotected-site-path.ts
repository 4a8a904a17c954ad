// Paths of a protected site that need no sign-in: how one is written, and which requests it covers (threat O16).
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Applies to a path written without a method. */
const defaultMethods: readonly string[] = ['GET', 'HEAD']

const maxOpenPathLength = 300

interface OpenPath {
  methods: readonly string[]
  /** Decoded. With a "/" at its end it covers every path below it. */
  path: string
}

/** The part of a request that decides whether its path is open. */
export interface UnprotectedSitePathRequest {
  method: string
  /** Path and query as the visitor sent them. */
  uri: string
  /** Whether it has the header Access-Control-Request-Method. */
  isPreflight: boolean
}

/** Splits `GET,HEAD /static/` or `/static/`; null where it has neither form. */
function parseOpenPath(text: string): OpenPath | null {
  const [, listed, path] = /^(?:([A-Z]+(?:,[A-Z]+)*) )?(\/.*)$/u.exec(text) ?? []
  if (path === undefined) return null
  return { methods: listed?.split(',') ?? defaultMethods, path }
}

/** @returns what is wrong with an entry of `openPaths`; null where nothing is */
export function validateUnprotectedSitePath(text: string): ApplicationDefinitionErrorDetail | null {
  if (text.length > maxOpenPathLength) return createApplicationDefinitionErrorDetail('long', { max: maxOpenPathLength })
  const parsed = parseOpenPath(text)
  if (parsed === null) return createApplicationDefinitionErrorDetail('open_path_form')
  if (!parsed.methods.every((method) => (methods as readonly string[]).includes(method)))
    return createApplicationDefinitionErrorDetail('open_path_method', { methods: methods.join(', ') })
  if (!isUnambiguous(parsed.path) || /[*\p{Cf}]| $/u.test(parsed.path))
    return createApplicationDefinitionErrorDetail('open_path_characters')
  // As a prefix this is the whole site. A preflight carries no data (Fetch §3.3.5).
  return parsed.path === '/' && parsed.methods.some((method) => method !== 'OPTIONS')
    ? createApplicationDefinitionErrorDetail('open_path_all')
    : null
}

/**
 * Whether proxies and programs read a decoded path in the same way: no dot segment, empty segment, path parameter,
 * backslash, control character, or second level of encoding, also after the compatibility normalization (NFKC) that
 * some programs apply.
 */
const isUnambiguous = (path: string): boolean =>
  [path, path.normalize('NFKC')].every((each) => !/\/\/|[\\;%?#\p{Cc}]|\/[. ]+(?:\/|$)/u.test(each))

/** Decodes the path of a request target once; null where it could be read in two ways, so that no entry covers it. */
export function decodeRequestPath(uri: string): string | null {
  const [path = ''] = uri.split('?', 1)
  if (!/^\/[\x21-\x7e]*$/.test(path) || /%(?:2f|5c)/i.test(path)) return null
  try {
    const decoded = decodeURIComponent(path)
    return isUnambiguous(decoded) ? decoded : null
  } catch {
    return null
  }
}

/** Whether a request needs no sign-in. `OPTIONS` is open for CORS preflights only. */
export function matchesUnprotectedSitePath(
  openPaths: readonly string[],
  { method, uri, isPreflight }: UnprotectedSitePathRequest,
): boolean {
  if (openPaths.length === 0 || (method === 'OPTIONS' && !isPreflight)) return false
  const path = decodeRequestPath(uri)
  if (path === null) return false
  return openPaths.some((text) => {
    const open = parseOpenPath(text)
    if (open === null || !open.methods.includes(method)) return false
    return open.path.endsWith('/') ? path.startsWith(open.path) : path === open.path
  })
}
