// docs/guides/programs: a page for each known program, and the table of them, made from the data that the console and the command line use.
import type { ApplicationDefinition } from '../../server/src/store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../../server/src/store/applications/validate-and-fill-application-definition.ts'
import { applicationPresets } from '../../server/src/oidc/presets/application-preset-registry.ts'
import {
  expandPresetDefinition,
  getPresetDefinition,
  describePresetEmailRequirement,
  expandPresetTemplate,
  formatPresetSettings,
} from '../../server/src/oidc/presets/expand-application-preset.ts'
import type { ApplicationPresetTemplateValues } from '../../server/src/oidc/presets/expand-application-preset.ts'
import type { ApplicationPreset } from '../../server/src/oidc/presets/application-preset-types.ts'
import { requireApplicationPresetTestRun } from '../../server/src/oidc/presets/read-application-preset-test-runs.ts'
import { toApplicationCliOptionError } from '../../server/src/cli/application-definition-cli-options.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

const note =
  '<!-- Made by `npm run reference` from server/src/oidc/presets. A change here is lost with the next one. -->\n\n'

/** Each page, by its path from the root. */
export const renderPresetGuides = (): { path: string; text: string }[] => [
  { path: 'docs/guides/programs/README.md', text: note + renderPresetIndex() },
  ...applicationPresets.map((program) => ({
    path: `docs/guides/programs/${program.id}.md`,
    text: note + renderPresetGuide(program),
  })),
]

const emailTexts: Readonly<Record<ApplicationPreset['email'], string>> = {
  unused: 'not needed',
  asked: 'asks the person',
  'any-text': 'takes the `sub`',
  alias: 'needed; an alias will do',
  verified: 'needed, and verified',
}

const renderPresetIndex = (): string => {
  const count = (...hows: ApplicationPreset['verification']['how'][]): number =>
    applicationPresets.filter(({ verification }) => hows.includes(verification.how)).length
  return `# Programs by name

${applicationPresets.length} programs, each with the command for this side and the settings for the other. ${count('run')} of them are run in automatic tests with every
change, ${count('script')} by \`npm run programs\`, and ${count('by-hand')} were run once by hand; the other ${count('written')} are written from their documentation or
source, and say which.

${formatMarkdownTable(
  ['program', 'what it is', 'e-mail address', 'needs here', 'how it was tried', 'version', 'looked at'],
  applicationPresets.map((program) => [
    `[${program.name}](${program.id}.md)`,
    program.description,
    emailTexts[program.email],
    listDeviations(program).map(formatMarkdownCode).join(', '),
    testMethodTexts[program.verification.how],
    ...Object.values(versionOf(program)),
  ]),
)}

The same data stands behind *Applications → New* in the console and behind the command line, which prints the settings filled in:

    npx countersign application add --preset grafana --address https://grafana.example

What the columns mean, and what every application needs, is in [connect an application](../connect-an-application.md); what to do about
an error in [troubleshooting](../troubleshooting.md). A program that is not here is connected by its kind and its redirect address. If you have
run one that was only written, or a setting is wrong, tell us: that is worth more than the page.
`
}

const testMethodTexts: Readonly<Record<ApplicationPreset['verification']['how'], string>> = {
  run: '**run**',
  script: '**run**',
  'by-hand': '**run once**',
  written: 'written',
}

/** Which version was looked at, and when. */
const versionOf = (program: ApplicationPreset): { version: string; on: string } => {
  const { version, on } =
    program.verification.how === 'script' ? requireApplicationPresetTestRun(program.id) : program.verification
  return { version, on }
}

/** What its definition has otherwise than an application of its kind. */
function listDeviations({ definition }: ApplicationPreset): string[] {
  const { authentication, claimsIn, pkce, idTokenAlgorithm, subjectType } = definition
  return [
    ...(pkce === 'optional' ? ['--pkce optional'] : []),
    ...(idTokenAlgorithm === undefined ? [] : [`--id-token-algorithm ${idTokenAlgorithm}`]),
    ...(claimsIn === undefined ? [] : [`--claims-in ${claimsIn}`]),
    ...(authentication === undefined ? [] : [`--authentication ${authentication}`]),
    ...(subjectType === undefined ? [] : [`--subject ${subjectType}`]),
  ]
}

function describeTestStatus(program: ApplicationPreset): string {
  const { verification } = program
  const { version, on } = versionOf(program)
  if (verification.how === 'run') return `*Run here, in ${verification.by}: ${version}, looked at on ${on}.*`
  if (verification.how === 'by-hand') return `*Run by hand on ${on}: ${version}. What was done: ${verification.what}.*`
  if (verification.how === 'written')
    return `*Written from ${listOf(verification.from)}, not run here. Version: ${version}, looked at on ${on}.*`
  const seen = requireApplicationPresetTestRun(program.id)
  return `*Run by \`npm run programs\` on ${on}: ${version}.*

${formatMarkdownTable(
  ['sign-in', 'names', 'groups', 'a person outside of the group', 'sign-out', 'refresh'],
  [[seen.signIn, seen.names, seen.groups, seen.refused, seen.signOut, seen.refresh]],
)}`
}

const listOf = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

function renderPresetGuide(program: ApplicationPreset): string {
  const address = program.address ?? ''
  const completed = validateAndFillApplicationDefinition(expandPresetDefinition(program, address))
  if (completed.outcome === 'invalid') throw new Error(`${program.id}: ${JSON.stringify(completed.errors)}`)
  const { definition } = completed
  const filling: ApplicationPresetTemplateValues = {
    origin: 'https://sign-in.example',
    definition,
    address,
    secret: null,
  }
  const fill = (text: string): string => expandPresetTemplate(text, filling)
  const command = `npx countersign application add --preset ${program.id}${address === '' ? '' : ` --address ${address}`}`
  return `${[
    `# ${program.name}`,
    describeTestStatus(program),
    program.description,
    '## On this side',
    `    ${command}`,
    'or *Applications → New → Known programs* in the console. It registers this, which can be changed as with any application:',
    formatMarkdownTable(
      ['option', 'value', 'why'],
      describeDefinition(program, definition).map((row) => row.map(fill)),
    ),
    '## On the other side',
    `In ${program.settingsLocation}${secretSentence(definition)}:`,
    describeSettings(program, filling),
    ...describeNotes(program, fill),
    ...(program.sections ?? []).flatMap(({ title, parts }) => [
      `## ${title}`,
      ...parts.map((part) => (typeof part === 'string' ? fill(part) : fence(part.language, fill(part.text)))),
    ]),
    'When it does not work: [troubleshooting](../troubleshooting.md).',
  ].join('\n\n')}\n`
}

const secretSentence = ({ authentication }: ApplicationDefinition): string =>
  authentication.startsWith('client_secret') ? ' (`THE_SECRET` is what the command printed)' : ''

/** Each member that was given, by the option that gives it. */
function describeDefinition(program: ApplicationPreset, definition: ApplicationDefinition): string[][] {
  const { reasons } = program
  const given = getPresetDefinition(program)
  return (Object.keys(given) as (keyof typeof given)[]).flatMap((member) => {
    const path = toApplicationCliOptionError({ path: member, message: '' }).path
    const value = definition[member]
    return (
      Array.isArray(value) && member !== 'scopes' && member !== 'grantTypes'
        ? value
        : [[value].flat().map(formatValue).join(' ')]
    ).map((text, index) => [
      formatMarkdownCode(path),
      formatMarkdownCode(formatValue(text)),
      index === 0 ? (reasons[member] ?? '') : '',
    ])
  })
}

/** A value of a definition as its option takes it. */
function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('claim' in value) return Object.values(value).join(' ')
  return JSON.stringify(value)
}

function describeSettings(program: ApplicationPreset, filling: ApplicationPresetTemplateValues): string {
  const { settingsFormat } = program
  const paste = formatPresetSettings(program, filling)
  if (settingsFormat.as !== 'fields' && paste !== null) return fence(settingsFormat.language, paste)
  return formatMarkdownTable(
    ['setting', 'value'],
    program.settings.map(({ name, value }) => [
      formatMarkdownCode(expandPresetTemplate(name, filling)),
      formatMarkdownCode(expandPresetTemplate(value, filling)),
    ]),
  )
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** Why settings are so, and what else has to be known. */
function describeNotes(program: ApplicationPreset, fill: (text: string) => string): string[] {
  const { settings, notes } = program
  const needs = describePresetEmailRequirement(program)
  const texts = [
    ...settings.flatMap((setting) =>
      setting.explanation === undefined ? [] : [`\`${setting.name}\`: ${setting.explanation}`],
    ),
    ...(needs === null
      ? []
      : [
          `**E-mail**: ${needs.replaceAll(/COUNTERSIGN_\w+/g, formatMarkdownCode).replace('/account', formatMarkdownCode)} See [e-mail addresses](../connect-an-application.md#e-mail-addresses).`,
        ]),
    ...accountIdentifierNote(program),
    ...signOutNote(program),
    ...notes,
  ]
  return texts.length === 0 ? [] : [texts.map((text) => `- ${fill(text)}`).join('\n')]
}

/** How a changed or late name affects a person's account, where it does. */
function accountIdentifierNote({ name, accountMatching }: ApplicationPreset): string[] {
  if (accountMatching === 'name')
    return [
      `**Names**: ${name} knows people by their user name, which they have to share. A person who changes it at Countersign is another user of ${name} afterwards.`,
    ]
  if (accountMatching === 'name-or-sub')
    return [
      `**Names**: ${name} knows people by their user name, and a person who shares none by their \`sub\`. A person who shares the name later, or changes it, is another user of ${name} afterwards.`,
    ]
  return accountMatching === 'email'
    ? [
        `**Accounts** are found by email address: a person with another address is another user of ${name}. Give it no addresses that people can choose.`,
      ]
    : []
}

/** What signing out ends, and what the addresses that are told about it need. */
function signOutNote({ name, signOut, definition }: ApplicationPreset): string[] {
  const isBack = (definition.postLogoutUris ?? []).length > 0
  return [
    ...(signOut === 'own'
      ? [
          `**Signing out** of ${name} ends its own session alone. While the one at Countersign lasts, signing in again asks for nothing.`,
        ]
      : []),
    ...(signOut === 'both'
      ? [
          `**Signing out** of ${name} ends the session at Countersign as well, ${isBack ? `and comes back to ${name}` : 'and leaves the person on a page of Countersign'}.`,
        ]
      : []),
    ...(definition.backchannelLogoutUri == null
      ? []
      : [
          `**Back-channel logout**: if ${name} has an address in a private network, list that network in \`COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS\`.`,
        ]),
  ]
}
