// The options by which the command line describes a resource, and the definition that they stand for.
import { resourceTokenLife } from '@countersign/api/limits'
import { checkResource } from '../protocol/resources/definition.ts'
import type { CheckedResource, ResourceScope } from '../protocol/resources/definition.ts'

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const

export const resourceOptions = {
  name: one,
  scope: several,
  'open-to': one,
  'token-life': one,
  claim: several,
  algorithm: one,
  'token-type': one,
  subjects: one,
} as const

type OptionName = keyof typeof resourceOptions
type Given = Partial<Record<OptionName, string | string[] | undefined>>

const explanations: Readonly<Record<OptionName, readonly [value: string, about: string]>> = {
  name: ['NAME', 'what people read; its address where it is left out'],
  scope: ['"SCOPE WORDS"', 'what can be done there, and what people read of it when they are asked; once for each'],
  'open-to': [
    'WHOM',
    'listed (applications that list it), applications (all that are known here), everyone (also clients known by a metadata document alone)',
  ],
  'token-life': [
    'SECONDS',
    `how long its tokens work, ${resourceTokenLife.min} to ${resourceTokenLife.max}; an empty text for as long as others`,
  ],
  claim: ['CLAIMS', 'what its tokens tell of a person who allows it: wallet, groups; an empty text for nothing'],
  algorithm: ['NAME', 'what its tokens are signed with: ES256 or RS256'],
  'token-type': ['TYPE', 'what the header of its tokens says (typ): at+jwt, or JWT for services that know no other'],
  subjects: [
    'WHICH',
    'by-resource (one person has one name there), or by-application (the name that the client knows)',
  ],
}

/** The options, one on each line. */
export const resourceOptionsHelp = Object.entries(explanations)
  .map(([name, [value, about]]) => `  ${`--${name} ${value}`.padEnd(24)} ${about}`)
  .join('\n')

/** The option that gives each member. */
const optionOf: Readonly<Record<string, OptionName>> = {
  name: 'name',
  scopes: 'scope',
  openTo: 'open-to',
  tokenLifeSeconds: 'token-life',
  claims: 'claim',
  algorithm: 'algorithm',
  tokenType: 'token-type',
  subjects: 'subjects',
}

/**
 * Makes a definition from options.
 * @param before what the options are added to: at least the address
 * @returns the definition, or what is wrong with the options, by their names
 */
export function completeResource(before: Readonly<Record<string, unknown>>, given: Given): CheckedResource {
  const known = (before['scopes'] ?? []) as readonly ResourceScope[]
  const members = Object.entries(optionOf).flatMap(([member, option]) => {
    const value = given[option]
    return value === undefined ? [] : [[member, read(option, value, known)] as const]
  })
  const checked = checkResource({ ...before, ...Object.fromEntries(members) })
  if (checked.outcome === 'complete') return checked
  return {
    outcome: 'faulty',
    faults: checked.faults.map((fault) => ({ ...fault, path: nameOption(fault.path) })),
  }
}

function read(option: OptionName, value: string | string[], known: readonly ResourceScope[]): unknown {
  if (option === 'scope') return [value].flat().map((text) => readScope(text, known))
  if (option === 'claim')
    return [value]
      .flat()
      .flatMap((text) => text.split(/[\s,]+/))
      .filter((word) => word !== '')
  if (option === 'token-life')
    return value === '' ? null : /^[0-9]{1,9}$/.test(String(value)) ? Number(value) : String(value)
  return value
}

/** The scope, and what people read of it. What was said of it before stays where nothing is said now. */
function readScope(text: string, known: readonly ResourceScope[]): ResourceScope {
  const [scope = '', ...words] = text.trim().split(/\s+/)
  const description = words.length > 0 ? words.join(' ') : known.find((one) => one.scope === scope)?.description
  return { scope, description: description ?? null }
}

const nameOption = (path: string): string =>
  path.replace(/^[A-Za-z]+/, (member) => {
    if (member === 'resource') return 'ADDRESS'
    return Object.hasOwn(optionOf, member) ? `--${optionOf[member]}` : member
  })
