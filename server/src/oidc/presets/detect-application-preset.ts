// Detects an application's preset by redirect URI, or by client ID if the URI is ambiguous.
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { applicationPresets } from './application-preset-registry.ts'
import type { ApplicationPreset } from './application-preset-types.ts'

export interface DetectedApplicationPreset {
  preset: ApplicationPreset
  address: string
}

interface PresetMatch extends DetectedApplicationPreset {
  length: number
  isSure: boolean
}

const genericWords = new Set(['auth', 'oauth', 'oauth2', 'oidc', 'openid', 'login', 'callback'])

/** Many programs use a path such as "/callback" or "/auth/oidc/callback". */
function isDistinctivePath(path: string): boolean {
  const words = path.split('/').slice(1)
  return words.length > 1 && words.some((word) => !genericWords.has(word))
}

/** An application that was connected as this program also has its addresses for the sign-out. */
function hasSignOutAddresses({ definition }: ApplicationPreset, registered: readonly string[], address: string) {
  const { postLogoutUris = [] } = definition
  return (
    postLogoutUris.length > 0 &&
    postLogoutUris.every((uri) => registered.includes(uri.replaceAll('{address}', () => address)))
  )
}

function matchRedirectUri(preset: ApplicationPreset, definition: PresetCandidate): PresetMatch[] {
  const isNamed = definition.id.startsWith(preset.id)
  const templates = (preset.definition.redirectUris ?? []).filter((template) => template.startsWith('{address}'))
  if (templates.length === 0) return isNamed ? [{ preset, address: '', length: 0, isSure: true }] : []
  return templates.flatMap((template) => {
    const path = template.slice('{address}'.length)
    const redirect = definition.redirectUris.find((uri) => uri.endsWith(path))
    if (redirect === undefined) return []
    const address = redirect.slice(0, redirect.length - path.length)
    const isSure =
      isNamed ||
      isDistinctivePath(path) ||
      (path.split('/').length > 2 && hasSignOutAddresses(preset, definition.postLogoutUris, address))
    return [{ preset, address, length: path.length, isSure }]
  })
}

type PresetCandidate = Pick<ApplicationDefinition, 'id' | 'kind' | 'redirectUris' | 'postLogoutUris'>

/** Undefined if there is no match, or more than one. */
export function detectApplicationPreset(definition: PresetCandidate): DetectedApplicationPreset | undefined {
  const matches = applicationPresets
    .filter((program) => program.definition.kind === definition.kind)
    .flatMap((program) => matchRedirectUri(program, definition))
    .filter(({ isSure }) => isSure)
  const longest = Math.max(...matches.map(({ length }) => length))
  const best = matches.filter(({ length }) => length === longest)
  const named = best.filter(({ preset }) => definition.id.startsWith(preset.id))
  const [found, ...others] = named.length > 0 ? named : best
  if (found === undefined || others.some(({ preset }) => preset !== found.preset)) return undefined
  return { preset: found.preset, address: found.address }
}
