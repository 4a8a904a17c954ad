// Paths of a protected site that need no sign-in (THREATS O16).
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const defaultMethods: readonly string[] = ['GET', 'HEAD']

const maxOpenPathLength = 300

interface OpenPath {
  methods: readonly string[]
  /** The decoded path. A trailing "/" covers every path below it. */
  path: string
}

export interface UnprotectedSitePathRequest {
  method: string
  uri: string
  /** Whether the Access-Control-Request-Method header is present. */
  isPreflight: boolean
}

function parseOpenPath(text: string): OpenPath | null {
  const [, listed, path] = /^(?:([A-Z]+(?:,[A-Z]+)*) )?(\/.*)$/u.exec(text) ?? []
  if (path === undefined) return null
  return { methods: listed?.split(',') ?? defaultMethods, path }
}

export function validateUnprotectedSitePath(text: string): ApplicationDefinitionErrorDetail | null {
  if (text.length > maxOpenPathLength) return createApplicationDefinitionErrorDetail('long', { max: maxOpenPathLength })
  const parsed = parseOpenPath(text)
  if (parsed === null) return createApplicationDefinitionErrorDetail('open_path_form')
  if (!parsed.methods.every((method) => (methods as readonly string[]).includes(method)))
    return createApplicationDefinitionErrorDetail('open_path_method', { methods: methods.join(', ') })
  if (!isUnambiguous(parsed.path) || /[*\p{Cf}]| $/u.test(parsed.path))
    return createApplicationDefinitionErrorDetail('open_path_characters')
  // "/" would open the whole site, except for preflights, which carry no data (Fetch §3.3.5).
  return parsed.path === '/' && parsed.methods.some((method) => method !== 'OPTIONS')
    ? createApplicationDefinitionErrorDetail('open_path_all')
    : null
}

/** Refuses paths that proxies and programs may read differently, also after NFKC normalization. */
const isUnambiguous = (path: string): boolean =>
  [path, path.normalize('NFKC')].every((each) => !/\/\/|[\\;%?#\p{Cc}]|\/[. ]+(?:\/|$)/u.test(each))

/** Decodes the path once. @returns null if it is ambiguous and must not match */
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

/** The method `OPTIONS` matches only CORS preflights. */
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
