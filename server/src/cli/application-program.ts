// `application add --program NAME --address ADDRESS`: a known program as the start of an application, and what to paste into it.
import { isLocalOrigin } from '../platform/settings.ts'
import type { ApplicationDefinition, DefinitionInput } from '../store/applications/definition.ts'
import { allPrograms } from '../oidc/presets/all.ts'
import { definitionFor, emailNeeds, fillIn, pasteFor, settingsFor } from '../oidc/presets/fill-in.ts'
import type { Filling } from '../oidc/presets/fill-in.ts'
import type { Program } from '../oidc/presets/program.ts'
import { formatColumns } from './cli.ts'

/** The two options, and the kind, which a program knows itself. */
export interface GivenProgram {
  program?: string
  address?: string
  kind?: string
}

/** A program and where it is, what it starts with, or why not. */
type Started =
  | { outcome: 'started'; program: Program; address: string; definition: DefinitionInput }
  | { outcome: 'none' }
  | { outcome: 'faulty'; message: string }

/**
 * Reads the two options.
 * @param given what else was given: a program knows its kind itself
 */
export function startWithProgram(given: GivenProgram): Started {
  const { program: id, address, kind } = given
  if (id === undefined)
    return address === undefined
      ? { outcome: 'none' }
      : faulty(
          '--address goes with --program alone; without one it is --redirect that says where people are sent back to.',
        )
  const program = allPrograms.find((known) => known.id === id.toLowerCase())
  if (program === undefined) return faulty(`--program: ${unknownProgram(id)}`)
  if (kind !== undefined && kind !== program.definition.kind)
    return faulty(`--kind: ${program.name} is of the kind ${program.definition.kind}; leave the option out.`)
  const read = readAddress(program, address)
  if ('message' in read) return faulty(read.message)
  return { outcome: 'started', program, address: read.address, definition: definitionFor(program, read.address) }
}

/** A client id that tells whose it is: "My Grafana" → "my-grafana". Empty where the name has no such letters. */
export function nameId(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
  return id.length < 2 ? '' : id
}

const faulty = (message: string): Started => ({ outcome: 'faulty', message })

/** All programs, and first those that could have been meant. */
function unknownProgram(id: string): string {
  const asked = id.toLowerCase()
  const near = allPrograms.filter(
    (known) => asked.length > 2 && `${known.id} ${known.name.toLowerCase()}`.includes(asked),
  )
  const hint = near.length === 0 ? '' : ` Did you mean ${near.map((known) => known.id).join(' or ')}?`
  const all = allPrograms.map((known) => known.id).toSorted()
  return `must be one of the known programs.${hint}\n    ${all.join(' ')}\n    Any other is added by --kind and --redirect; see docs/guides/connect-an-application.md.`
}

function readAddress(
  { name, address: example }: Program,
  text: string | undefined,
): { address: string } | { message: string } {
  if (example === null)
    return text === undefined
      ? { address: '' }
      : { message: `--address: ${name} has no address of its own here; leave the option out.` }
  const wanted = `must be the address at which people open ${name}, such as "${example}"`
  if (text === undefined) return { message: `--address: is missing; it ${wanted}` }
  if (!URL.canParse(text)) return { message: `--address: ${wanted}` }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalOrigin(url.origin)))
    return { message: '--address: must begin with https://; plain http is for this machine alone' }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return { message: `--address: ${wanted}, without ? and # and a name before the host` }
  return { address: `${url.origin}${url.pathname}`.replace(/\/+$/, '') }
}

/** What to do on the other side, as the command line prints it. */
export function describeProgram(
  { program, address }: { program: Program; address: string },
  { origin, definition, secret }: Omit<Filling, 'address'> & { definition: ApplicationDefinition },
): string {
  const filling = { origin, definition, address, secret }
  const settings = settingsFor(program, filling)
  const paste =
    pasteFor(program, filling) ?? formatColumns(Object.fromEntries(settings.map(({ name, value }) => [name, value])))
  const needs = emailNeeds(program)
  const reasons = settings.filter(({ about }) => about !== '').map(({ name, about }) => `  ${name}: ${about}`)
  return [
    `For ${program.name}: ${program.where}`,
    indent(paste),
    ...(reasons.length === 0 ? [] : [reasons.join('\n')]),
    ...(needs === null ? [] : [needs]),
    ...(program.more ?? []).flatMap(({ title, parts, printed }) =>
      printed === true
        ? [
            `${title}:`,
            ...parts.flatMap((part) => (typeof part === 'string' ? [] : [indent(fillIn(part.text, filling))])),
          ]
        : [],
    ),
    `What else there is to know: docs/guides/programs/${program.id}.md`,
  ].join('\n\n')
}

const indent = (text: string): string => (text.startsWith('  ') ? text : text.replaceAll(/^(?=.)/gm, '  '))
