// Which of the known programs an application is: taken for one by the address that it sends people back to, so that nothing more has to be
// stored, and by its id where that address is no sign of one program alone.
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import { allPrograms } from './all.ts'
import type { Program } from './program.ts'

/** A program, and the address at which this application of it is. */
export interface Recognised {
  program: Program
  address: string
}

interface Match extends Recognised {
  /** How much of the address said so. */
  length: number
  /** Whether that address can only be this program's. */
  isSure: boolean
}

/** An address that many kinds of program have says nothing: "/callback". */
const isTelling = (path: string): boolean => path.split('/').length > 2

function matchRedirect(program: Program, definition: Recognisable): Match[] {
  const isNamed = definition.id.startsWith(program.id)
  const templates = (program.definition.redirectUris ?? []).filter((template) => template.startsWith('{address}'))
  // Without an address of its own, its id is all there is to go by.
  if (templates.length === 0) return isNamed ? [{ program, address: '', length: 0, isSure: true }] : []
  return templates.flatMap((template) => {
    const path = template.slice('{address}'.length)
    const redirect = definition.redirectUris.find((uri) => uri.endsWith(path))
    if (redirect === undefined) return []
    const address = redirect.slice(0, redirect.length - path.length)
    return [{ program, address, length: path.length, isSure: isNamed || isTelling(path) }]
  })
}

type Recognisable = Pick<ApplicationDefinition, 'id' | 'kind' | 'redirectUris'>

/** @returns undefined where it is none of them, or could be several */
export function recogniseProgram(definition: Recognisable): Recognised | undefined {
  const matches = allPrograms
    .filter((program) => program.definition.kind === definition.kind)
    .flatMap((program) => matchRedirect(program, definition))
    .filter(({ isSure }) => isSure)
  const longest = Math.max(...matches.map(({ length }) => length))
  const best = matches.filter(({ length }) => length === longest)
  const named = best.filter(({ program }) => definition.id.startsWith(program.id))
  const [found, ...others] = named.length > 0 ? named : best
  if (found === undefined || others.some(({ program }) => program !== found.program)) return undefined
  return { program: found.program, address: found.address }
}
