import { isLocalOrigin } from '../platform/parse-setting-values.ts'
import type {
  ApplicationDefinition,
  ApplicationDefinitionInput,
} from '../store/applications/application-definition-types.ts'
import { applicationPresets } from '../oidc/presets/application-preset-registry.ts'
import {
  expandPresetDefinition,
  describePresetEmailRequirement,
  expandPresetTemplate,
  listPresetBlocks,
  expandPresetSettingTemplates,
} from '../oidc/presets/expand-application-preset.ts'
import type { ApplicationPresetTemplateValues } from '../oidc/presets/expand-application-preset.ts'
import type { ApplicationPreset } from '../oidc/presets/application-preset-types.ts'
import { encodeSettingValue } from '../oidc/presets/encode-setting-value.ts'
import { formatNameValueTextColumns } from './cli-command-actions.ts'
import type { PrintedCliOutcome } from './cli-command-actions.ts'

/** `kind` is accepted only so that it can be rejected: the preset determines the kind. */
export interface ApplicationPresetCliOptions {
  preset?: string
  address?: string
  kind?: string
}

type PresetStart =
  | { outcome: 'started'; program: ApplicationPreset; address: string; definition: ApplicationDefinitionInput }
  | { outcome: 'none' }
  | { outcome: 'invalid'; message: string }

export function parseApplicationPresetCliOptions(given: ApplicationPresetCliOptions): PresetStart {
  const { preset: id, address, kind } = given
  if (id === undefined)
    return address === undefined
      ? { outcome: 'none' }
      : invalidPreset('--address requires --preset; without a preset, --redirect sets the address to return to.')
  const program = applicationPresets.find((known) => known.id === id.toLowerCase())
  if (program === undefined) return invalidPreset(`--preset: ${describeUnknownPreset(id)}`)
  if (kind !== undefined && kind !== program.definition.kind)
    return invalidPreset(`--kind: ${program.name} has the kind ${program.definition.kind}; omit the option.`)
  const read = parsePresetAddress(program, address)
  if ('message' in read) return invalidPreset(read.message)
  return {
    outcome: 'started',
    program,
    address: read.address,
    definition: expandPresetDefinition(program, read.address),
  }
}

/** For `--preset list`. */
export function listApplicationPresetsOutcome(): PrintedCliOutcome {
  const presets = applicationPresets
    .map(({ id, name, address }) => ({ id, name, address }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return {
    json: { presets },
    text: {
      columns: [{ title: 'PRESET' }, { title: 'PROGRAM', canShrink: true }, { title: 'ADDRESS', canShrink: true }],
      rows: presets.map(({ id, name, address }) => [id, name, address ?? '']),
      empty: '',
    },
    notes: ['Add one with "countersign application add --preset PRESET --address ADDRESS".'],
  }
}

/** "My Grafana" becomes "my-grafana". The result is empty if the name has no usable letters. */
export function createClientIdFromName(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
  return id.length < 2 ? '' : id
}

const invalidPreset = (message: string): PresetStart => ({ outcome: 'invalid', message })

function describeUnknownPreset(id: string): string {
  const asked = id.toLowerCase()
  const near = applicationPresets.filter(
    (known) => asked.length > 2 && `${known.id} ${known.name.toLowerCase()}`.includes(asked),
  )
  const hint = near.length === 0 ? '' : ` Did you mean ${near.map((known) => known.id).join(' or ')}?`
  return `must be one of the known programs.${hint} "countersign application add --preset list" lists them; add any other program with --kind and --redirect`
}

function parsePresetAddress(
  { name, address: example }: ApplicationPreset,
  text: string | undefined,
): { address: string } | { message: string } {
  if (example === null)
    return text === undefined ? { address: '' } : { message: `--address: ${name} needs no address; omit the option.` }
  const wanted = `must be the address that people use to open ${name}, such as "${example}"`
  if (text === undefined) return { message: `--address: is missing; it ${wanted}` }
  if (!URL.canParse(text)) return { message: `--address: ${wanted}` }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalOrigin(url.origin)))
    return { message: '--address: must start with https://; plain http is only for this machine' }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return { message: `--address: ${wanted}, without ?, # or a username` }
  // The registered address is the one in the printed settings.
  return { address: encodeSettingValue(`${url.origin}${url.pathname}`.replace(/\/+$/, '')) }
}

export function formatPresetInstructions(
  { program, address }: { program: ApplicationPreset; address: string },
  {
    origin,
    definition,
    secret,
    sessionSecret = null,
  }: Omit<ApplicationPresetTemplateValues, 'address'> & { definition: ApplicationDefinition },
): string {
  const filling = { origin, definition, address, secret, sessionSecret }
  const settings = expandPresetSettingTemplates(program, filling)
  const blocks = listPresetBlocks(program, filling)
  const texts =
    blocks.length > 0
      ? blocks.flatMap(({ location, text }, index) => [...(index === 0 ? [] : [`In ${location}:`]), indent(text)])
      : [indent(formatNameValueTextColumns(Object.fromEntries(settings.map(({ name, value }) => [name, value]))))]
  const needs = describePresetEmailRequirement(program)
  const reasons = settings
    .filter(({ explanation }) => explanation !== '')
    .map(({ name, explanation }) => `  ${name}: ${explanation}`)
  return [
    `For ${program.name}: ${program.settingsLocation}`,
    ...texts,
    ...(reasons.length === 0 ? [] : [reasons.join('\n')]),
    ...(needs === null ? [] : [needs]),
    ...(program.sections ?? []).flatMap(({ title, parts, printed }) =>
      printed === true
        ? [
            `${title}:`,
            ...parts.flatMap((part) =>
              typeof part === 'string' ? [] : [indent(expandPresetTemplate(part.text, filling))],
            ),
          ]
        : [],
    ),
    `More information: docs/guides/programs/${program.id}.md`,
  ].join('\n\n')
}

const indent = (text: string): string => (text.startsWith('  ') ? text : text.replaceAll(/^(?=.)/gm, '  '))
