// docs/guides/programs: a page for each known program, and the table of them, made from the data that the console and the command line use.
import type { ApplicationDefinition } from '../../server/src/store/applications/definition.ts'
import { completeDefinition } from '../../server/src/store/applications/presets.ts'
import { allPrograms } from '../../server/src/oidc/presets/all.ts'
import { definitionFor, definitionOf, emailNeeds, fillIn, pasteFor } from '../../server/src/oidc/presets/fill-in.ts'
import type { Filling } from '../../server/src/oidc/presets/fill-in.ts'
import type { Program } from '../../server/src/oidc/presets/program.ts'
import { lastRunOf } from '../../server/src/oidc/presets/last-run.ts'
import { byOption } from '../../server/src/cli/application-options.ts'
import { code, table } from './markdown.ts'

const note =
  '<!-- Made by `npm run reference` from server/src/oidc/presets. A change here is lost with the next one. -->\n\n'

/** Each page, by its path from the root. */
export const makeProgramGuides = (): { path: string; text: string }[] => [
  { path: 'docs/guides/programs/README.md', text: note + makeIndex() },
  ...allPrograms.map((program) => ({ path: `docs/guides/programs/${program.id}.md`, text: note + makePage(program) })),
]

const emailWords: Readonly<Record<Program['email'], string>> = {
  unused: 'not needed',
  asked: 'asks the person',
  'any-text': 'takes the `sub`',
  alias: 'needed; an alias will do',
  verified: 'needed, and verified',
}

const makeIndex = (): string => {
  const count = (...hows: Program['tried']['how'][]): number =>
    allPrograms.filter(({ tried }) => hows.includes(tried.how)).length
  return `# Programs by name

${allPrograms.length} programs, each with the command for this side and the settings for the other. ${count('run')} of them are run in automatic tests with every
change, ${count('script')} by \`npm run programs\`, and ${count('by-hand')} were run once by hand; the other ${count('written')} are written from their documentation or
source, and say which.

${table(
  ['program', 'what it is', 'e-mail address', 'needs here', 'how it was tried', 'version', 'looked at'],
  allPrograms.map((program) => [
    `[${program.name}](${program.id}.md)`,
    program.about,
    emailWords[program.email],
    switchesOf(program).map(code).join(', '),
    howWords[program.tried.how],
    ...Object.values(versionOf(program)),
  ]),
)}

The same data stands behind *Applications → New* in the console and behind the command line, which prints the settings filled in:

    npx countersign application add --program grafana --address https://grafana.example

What the columns mean, and what every application needs, is in [connect an application](../connect-an-application.md); what to do about
an error in [troubleshooting](../troubleshooting.md). A program that is not here is connected by its kind and its redirect address. If you have
run one that was only written, or a setting is wrong, tell us: that is worth more than the page.
`
}

const howWords: Readonly<Record<Program['tried']['how'], string>> = {
  run: '**run**',
  script: '**run**',
  'by-hand': '**run once**',
  written: 'written',
}

/** Which version was looked at, and when. */
const versionOf = (program: Program): { version: string; on: string } => {
  const { version, on } = program.tried.how === 'script' ? lastRunOf(program.id) : program.tried
  return { version, on }
}

/** What its definition has otherwise than an application of its kind. */
function switchesOf({ definition }: Program): string[] {
  const { authentication, claimsIn, pkce, idTokenAlgorithm, subjectType } = definition
  return [
    ...(pkce === 'optional' ? ['--pkce optional'] : []),
    ...(idTokenAlgorithm === undefined ? [] : [`--id-token-algorithm ${idTokenAlgorithm}`]),
    ...(claimsIn === undefined ? [] : [`--claims-in ${claimsIn}`]),
    ...(authentication === undefined ? [] : [`--authentication ${authentication}`]),
    ...(subjectType === undefined ? [] : [`--subject ${subjectType}`]),
  ]
}

function describeTried(program: Program): string {
  const { tried } = program
  const { version, on } = versionOf(program)
  if (tried.how === 'run') return `*Run here, in ${tried.by}: ${version}, looked at on ${on}.*`
  if (tried.how === 'by-hand') return `*Run by hand on ${on}: ${version}. What was done: ${tried.what}.*`
  if (tried.how === 'written')
    return `*Written from ${listOf(tried.from)}, not run here. Version: ${version}, looked at on ${on}.*`
  const seen = lastRunOf(program.id)
  return `*Run by \`npm run programs\` on ${on}: ${version}.*

${table(
  ['sign-in', 'names', 'groups', 'a person outside of the group', 'sign-out', 'refresh'],
  [[seen.signIn, seen.names, seen.groups, seen.refused, seen.signOut, seen.refresh]],
)}`
}

const listOf = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

function makePage(program: Program): string {
  const address = program.address ?? ''
  const completed = completeDefinition(definitionFor(program, address))
  if (completed.outcome === 'faulty') throw new Error(`${program.id}: ${JSON.stringify(completed.faults)}`)
  const { definition } = completed
  const filling: Filling = { origin: 'https://sign-in.example', definition, address, secret: null }
  const fill = (text: string): string => fillIn(text, filling)
  const command = `npx countersign application add --program ${program.id}${address === '' ? '' : ` --address ${address}`}`
  return `${[
    `# ${program.name}`,
    describeTried(program),
    program.about,
    '## On this side',
    `    ${command}`,
    'or *Applications → New → Known programs* in the console. It registers this, which can be changed as with any application:',
    table(
      ['option', 'value', 'why'],
      describeDefinition(program, definition).map((row) => row.map(fill)),
    ),
    '## On the other side',
    `In ${program.where}${secretSentence(definition)}:`,
    describeSettings(program, filling),
    ...describeNotes(program, fill),
    ...(program.more ?? []).flatMap(({ title, parts }) => [
      `## ${title}`,
      ...parts.map((part) => (typeof part === 'string' ? fill(part) : fence(part.language, fill(part.text)))),
    ]),
    'When it does not work: [troubleshooting](../troubleshooting.md).',
  ].join('\n\n')}\n`
}

const secretSentence = ({ authentication }: ApplicationDefinition): string =>
  authentication.startsWith('client_secret') ? ' (`THE_SECRET` is what the command printed)' : ''

/** Each member that was given, by the option that gives it. */
function describeDefinition(program: Program, definition: ApplicationDefinition): string[][] {
  const { because } = program
  const given = definitionOf(program)
  return (Object.keys(given) as (keyof typeof given)[]).flatMap((member) => {
    const path = byOption({ path: member, message: '' }).path
    const value = definition[member]
    return (
      Array.isArray(value) && member !== 'scopes' && member !== 'grantTypes'
        ? value
        : [[value].flat().map(formatValue).join(' ')]
    ).map((text, index) => [code(path), code(formatValue(text)), index === 0 ? (because[member] ?? '') : ''])
  })
}

/** A value of a definition as its option takes it. */
function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('claim' in value) return Object.values(value).join(' ')
  return JSON.stringify(value)
}

function describeSettings(program: Program, filling: Filling): string {
  const { form } = program
  const paste = pasteFor(program, filling)
  if (form.as !== 'fields' && paste !== null) return fence(form.language, paste)
  return table(
    ['setting', 'value'],
    program.settings.map(({ name, value }) => [code(fillIn(name, filling)), code(fillIn(value, filling))]),
  )
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** Why settings are so, and what else has to be known. */
function describeNotes(program: Program, fill: (text: string) => string): string[] {
  const { settings, notes } = program
  const needs = emailNeeds(program)
  const texts = [
    ...settings.flatMap((setting) => (setting.about === undefined ? [] : [`\`${setting.name}\`: ${setting.about}`])),
    ...(needs === null
      ? []
      : [
          `**E-mail**: ${needs.replaceAll(/COUNTERSIGN_\w+/g, code).replace('/account', code)} See [e-mail addresses](../connect-an-application.md#e-mail-addresses).`,
        ]),
    ...knownByNote(program),
    ...signOutNote(program),
    ...notes,
  ]
  return texts.length === 0 ? [] : [texts.map((text) => `- ${fill(text)}`).join('\n')]
}

/** How a changed or late name affects a person's account, where it does. */
function knownByNote({ name, knownBy }: Program): string[] {
  if (knownBy === 'name')
    return [
      `**Names**: ${name} knows people by their user name, which they have to share. A person who changes it at Countersign is another user of ${name} afterwards.`,
    ]
  if (knownBy === 'name-or-sub')
    return [
      `**Names**: ${name} knows people by their user name, and a person who shares none by their \`sub\`. A person who shares the name later, or changes it, is another user of ${name} afterwards.`,
    ]
  return knownBy === 'email'
    ? [
        `**Accounts** are found by email address: a person with another address is another user of ${name}. Give it no addresses that people can choose.`,
      ]
    : []
}

/** What signing out ends, and what the addresses that are told about it need. */
function signOutNote({ name, signOut, definition }: Program): string[] {
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
          `**Back-channel logout**: if ${name} has an address in a private network, list that network in \`COUNTERSIGN_OUTBOUND_NETWORKS\`.`,
        ]),
  ]
}
