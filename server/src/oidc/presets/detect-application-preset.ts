// Which of the known programs an application is: taken for one by the address that it sends people back to, so that nothing more has to be
// stored, and by its id where that address is no sign of one program alone.
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { applicationPresets } from './application-preset-registry.ts'
import type { ApplicationPreset } from './application-preset-types.ts'

/** A program, and the address at which this application of it is. */
export interface DetectedApplicationPreset {
  preset: ApplicationPreset
  address: string
}

interface PresetMatch extends DetectedApplicationPreset {
  /** How much of the address said so. */
  length: number
  /** Whether that address can only be this program's. */
  isSure: boolean
}

/** An address that many kinds of program have says nothing: "/callback". */
const isDistinctivePath = (path: string): boolean => path.split('/').length > 2

function matchRedirectUri(preset: ApplicationPreset, definition: PresetCandidate): PresetMatch[] {
  const isNamed = definition.id.startsWith(preset.id)
  const templates = (preset.definition.redirectUris ?? []).filter((template) => template.startsWith('{address}'))
  // Without an address of its own, its id is all there is to go by.
  if (templates.length === 0) return isNamed ? [{ preset, address: '', length: 0, isSure: true }] : []
  return templates.flatMap((template) => {
    const path = template.slice('{address}'.length)
    const redirect = definition.redirectUris.find((uri) => uri.endsWith(path))
    if (redirect === undefined) return []
    const address = redirect.slice(0, redirect.length - path.length)
    return [{ preset, address, length: path.length, isSure: isNamed || isDistinctivePath(path) }]
  })
}

type PresetCandidate = Pick<ApplicationDefinition, 'id' | 'kind' | 'redirectUris'>

/** @returns undefined where it is none of them, or could be several */
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
