// `countersign application …`
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Command } from 'commander'
import { dirname } from 'node:path'
import { systemRandom } from '../platform/clock.ts'
import { createIdentifier } from '../platform/identifier.ts'
import type { ApplicationDefinition } from '../store/applications/definition.ts'
import { formatStep } from '../store/applications/plan.ts'
import { connectionOf } from '../oidc/provider/connection.ts'
import type { GivenProgram } from './application-program.ts'
import { readEntries, readLogoContent } from './application-file.ts'
import { addDefinitionOptions, byOption, completeFromOptions } from './application-options.ts'
import type { GivenDefinition } from './application-options.ts'
import {
  confirm,
  formatChanges,
  formatColumns,
  formatSteps,
  formatTable,
  printable,
  readDuration,
  refused,
  refusedFor,
  repeatable,
  runsOnApi,
} from './cli.ts'
import type { Outcome } from './cli.ts'
import { CallFault, listAll } from './client.ts'
import type { AdminClient } from './client.ts'

type Application = AdminAnswer<'readApplication'>

export function register(program: Command): void {
  const application = program.command('application').description('Applications that people sign in to.')
  const needs = (access: 'read' | 'write') => ({ subjects: ['application'] as const, access })

  runsOnApi(
    addDefinitionOptions(
      application
        .command('add [name]')
        .description(
          'Adds an application (web, single-page, native, device, machine or site) and prints its configuration values.',
        )
        .option('--program <program>', 'a known program, which fills in the rest; "list" shows them')
        .option('--address <address>', 'where people open that program: https://grafana.example')
        .option('--id <id>', 'client ID; made from the name by default'),
    ),
    { ...needs('write'), nameFault: byOption },
    add,
  )
  runsOnApi(application.command('list').description('Lists applications.'), needs('read'), list)
  runsOnApi(
    application
      .command('show <id>')
      .description('Prints one application. --json includes a "definition" for "application apply".'),
    needs('read'),
    show,
  )
  runsOnApi(
    addDefinitionOptions(
      application
        .command('change <id>')
        .description('Updates the given options. A list replaces the whole list; an empty value clears the option.')
        .option('--name <name>', 'what people read'),
    )
      .option('--new-subjects', 'accept that another --subject gives people other identifiers')
      .option('--yes', 'do not ask'),
    { ...needs('write'), nameFault: byOption },
    change,
  )
  runsOnApi(
    application
      .command('rotate-secret <id>')
      .description('Creates a new client secret and prints it once.')
      .option('--overlap <time>', 'how long the old secret still works: 30m, 24h, 7d', '0s'),
    needs('write'),
    rotateSecret,
  )
  runsOnApi(
    application
      .command('disable <id>')
      .description('Disables an application: ends its sign-ins, revokes its tokens and blocks new ones.'),
    needs('write'),
    disable,
  )
  runsOnApi(
    application.command('enable <id>').description('Re-enables a disabled application.'),
    needs('write'),
    enable,
  )
  runsOnApi(
    application
      .command('remove <id>')
      .description('Deletes an application and all its access. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    needs('write'),
    remove,
  )
  runsOnApi(
    application
      .command('apply <file>')
      .description('Creates and updates applications from a JSON file.')
      .option('--dry-run', 'print the steps without taking them')
      .option('--prune', 'also delete applications that operators created and the file lacks')
      .option(
        '--new-subjects <id>',
        'accept that people get other identifiers at this application; repeatable',
        repeatable,
      ),
    {
      subjects: ['application'],
      access: ([, options]) => ((options as Apply).dryRun === true ? 'read' : 'write'),
    },
    apply,
  )
}

interface Json {
  json?: true
}

type Described = GivenDefinition &
  GivenProgram & { name?: string; id?: string; logo?: string; yes?: true; newSubjects?: true }

async function add(client: AdminClient, named: string | undefined, given: Described): Promise<Outcome> {
  const { startWithProgram, describeProgram, nameId } = await import('./application-program.ts')
  const started = startWithProgram(given)
  if (started.outcome === 'faulty') return refused(`Nothing was changed:\n  - ${started.message}`)
  const preset = started.outcome === 'started' ? started : null
  const name = named ?? preset?.program.name
  if (name === undefined) {
    console.error('Something is missing: a name, or --program.')
    return 2
  }
  const derived = named === undefined ? preset?.program.id : nameId(named)
  const id = given.id ?? (derived || createIdentifier(systemRandom))
  const completed = completeFromOptions({ ...preset?.definition, id, name }, given)
  if (completed.outcome === 'faulty') return refusedFor(completed.faults)
  const { logo, faults } = await readLogoContent(client, given.logo, '.')
  if (faults.length > 0) return refusedFor(faults.map(byOption))
  const body = { definition: { ...completed.definition }, ...(logo !== undefined && { logo }) }
  const made = await client.call('createApplication', { body }).catch((error: unknown) => {
    if (error instanceof CallFault && error.code === 'application.taken') return null
    throw error
  })
  if (made === null)
    return refused(`There is already an application "${id}". Nothing was changed. Choose another client id with --id.`)
  const { secret, paste } = made
  const definition = await readDefinition(client, id)
  const text = [
    ...(preset === null
      ? [`"${printable(name)}" is added. Its settings:`]
      : [
          `"${printable(name)}" is added.`,
          describeProgram(preset, { origin: client.origin, definition, secret: secret && printable(secret) }),
        ]),
    formatColumns(connectionRows(client, definition, secret, paste)),
    ...(secret === null ? [] : ['The client secret is shown only now.']),
  ]
  return { json: { definition, secret, issuer: client.origin }, text: text.join('\n\n') }
}

const readDefinition = async (client: AdminClient, application: string): Promise<ApplicationDefinition> =>
  (await client.call('readApplication', { params: { application } })).definition as unknown as ApplicationDefinition

/** What the other side needs to know of this server. A proxy asks a site's server at its port, which another server tells. */
function connectionRows(
  { origin, settings }: AdminClient,
  definition: ApplicationDefinition,
  secret: string | null,
  paste: Application['paste'],
): Record<string, string> {
  if (settings !== null || definition.kind !== 'site')
    return connectionOf({ origin, port: settings?.port ?? 0 }, definition, secret)
  const lines = paste.filter(({ value }) => !value.includes('\n'))
  return Object.fromEntries(lines.map(({ name, value }) => [name, value]))
}

async function list(client: AdminClient, { json }: Json): Promise<Outcome> {
  const applications = await listAll(client, 'listApplications', json === true ? { include: 'definition' } : {})
  const described = applications.flatMap(({ stored, ...rest }) =>
    stored === undefined ? [] : [describe({ ...rest, ...stored })],
  )
  const rows = applications.map(({ id, kind, name, enabled }) => [id, kind, `${enabled ? '' : '(disabled) '}${name}`])
  const none = 'There is no application yet. "countersign application add" makes one.'
  return { json: { applications: described }, text: rows.length === 0 ? none : formatTable(rows) }
}

/** An application as JSON: as the server describes it, and its secret in words. */
const describe = <Described extends Pick<Application, 'hasSecret' | 'previousSecretUntil'>>(
  application: Described,
) => ({
  ...application,
  secret: application.hasSecret ? 'kept as a hash' : null,
  previousSecretWorksUntil: application.previousSecretUntil,
})

async function show(client: AdminClient, id: string): Promise<Outcome> {
  const described = describe(await client.call('readApplication', { params: { application: id } }))
  const { enabled, origin, claimedName, registrationToken, document, narrowing, sector, logo } = described
  const { definition, secret, previousSecretWorksUntil, createdAt, changedAt } = described
  const rows = Object.entries({
    ...definition,
    enabled,
    origin,
    claimedName,
    registrationToken,
    document,
    narrowing,
    sector,
    logo,
    secret,
    previousSecretWorksUntil,
    createdAt,
    changedAt,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  const connection = connectionRows(client, definition as unknown as ApplicationDefinition, null, described.paste)
  const columns = formatColumns(Object.fromEntries(rows) as Record<string, string>)
  return { json: described, text: `${columns}\n\nIts settings:\n\n${formatColumns(connection)}` }
}

async function change(client: AdminClient, id: string, given: Described): Promise<Outcome> {
  const params = { application: id }
  const before = await client.call('readApplication', { params })
  const completed = completeFromOptions({ ...before.definition, name: given.name ?? before.name }, given)
  if (completed.outcome === 'faulty') return refusedFor(completed.faults)
  const { definition } = completed
  const { logo, faults } = await readLogoContent(client, given.logo, '.')
  if (faults.length > 0) return refusedFor(faults.map(byOption))
  const isSwitch = definition.preferredUsername !== before.definition['preferredUsername']
  const people = isSwitch ? await countToldNames(client, definition, given.newSubjects === true) : 0
  const warning = warnOfNames(id, definition.preferredUsername, people)
  if (warning !== null && !(await confirm(warning, 'Change it?', given.yes))) return 1
  const { changes, secret } = await client.call('changeApplication', {
    params,
    body: {
      definition: { ...definition },
      changedAt: before.changedAt,
      newSubjects: given.newSubjects === true,
      ...(logo !== undefined && { logo }),
    },
  })
  const shown = secret === null ? [] : [`\nIts client secret, shown only now: ${printable(secret)}`]
  return { json: { changes, secret }, text: [formatChanges(id, changes), ...shown] }
}

/** How many people an application is told other names of, by a dry run of the change. */
async function countToldNames(
  client: AdminClient,
  definition: ApplicationDefinition,
  isNewSubjects: boolean,
): Promise<number> {
  const applications = [{ definition: { ...definition } }]
  const newSubjects = isNewSubjects ? [definition.id] : []
  const body = { applications, dryRun: true, prune: false, newSubjects }
  const { steps } = await client.call('applyApplications', { body })
  return steps[0]?.names?.people ?? 0
}

/** What another `preferred_username` does to people, to be read before it is done; null where it concerns nobody. */
function warnOfNames(id: string, mode: string, people: number): string | null {
  if (people === 0) return null
  const told =
    mode === 'user-name' ? 'the user name, once they have allowed it, and until then none' : 'the display name'
  return `"${id}" is told preferred_username of ${people === 1 ? '1 person' : `${people} people`}. From now on that is ${told}. If it knows people by this name, and not by "sub", it may take them for new ones.`
}

async function rotateSecret(client: AdminClient, id: string, { overlap }: { overlap: string }): Promise<Outcome> {
  const overlapMs = readDuration(overlap)
  if (overlapMs === null) {
    console.error(
      `--overlap is "${printable(overlap)}"; allowed is a whole number with s, m, h or d, such as 24h, and at most 30d.`,
    )
    return 2
  }
  const rotated = await client.call('rotateApplicationSecret', {
    params: { application: id },
    body: { overlapSeconds: Math.floor(overlapMs / 1000) },
  })
  const end = rotated.previousWorksUntil === null ? 'has ended' : `works until ${rotated.previousWorksUntil}`
  const text = [
    printable(`The new client secret of "${id}", shown only now: ${rotated.secret}`),
    `The old one ${printable(end)}.`,
  ]
  return { json: rotated, text }
}

async function disable(client: AdminClient, id: string): Promise<Outcome> {
  const { enabled } = await client.call('readApplication', { params: { application: id } })
  await client.call('disableApplication', { params: { application: id } })
  const text = enabled ? `"${id}" is disabled. What it was given has ended.` : `"${id}" was disabled already.`
  return { json: { id, enabled: false, changed: enabled }, text }
}

async function enable(client: AdminClient, id: string): Promise<Outcome> {
  const { enabled } = await client.call('readApplication', { params: { application: id } })
  await client.call('enableApplication', { params: { application: id } })
  const text = enabled ? `"${id}" was enabled already.` : `"${id}" is enabled.`
  return { json: { id, enabled: true, changed: !enabled }, text }
}

async function remove(client: AdminClient, id: string, { yes }: { yes?: true }): Promise<Outcome> {
  const { name } = await client.call('readApplication', { params: { application: id } })
  const where = client.settings === null ? ` from ${client.origin}` : ''
  const loss = `Removing "${id}" (${printable(name)})${where} ends every sign-in and token of it and forgets what people allowed it. This cannot be taken back.`
  if (!(await confirm(loss, 'Remove it?', yes))) return 1
  await client.call('removeApplication', { params: { application: id } })
  return { json: { id }, text: `"${id}" is removed.` }
}

interface Apply {
  dryRun?: boolean
  prune?: boolean
  newSubjects?: string[]
}

async function apply(
  client: AdminClient,
  path: string,
  { dryRun = false, prune = false, newSubjects = [] }: Apply,
): Promise<Outcome> {
  const read = readEntries(path, process.env)
  if (read.outcome === 'faulty') return refusedFor(read.faults)
  const faults = []
  const applications = []
  for (const { path: at, input, secret, logo: place } of read.entries) {
    const { logo, faults: found } = await readLogoContent(client, place, dirname(path))
    faults.push(...found.map((fault) => ({ ...fault, path: `${at}.${fault.path}` })))
    applications.push({
      definition: input,
      ...(secret !== undefined && { secret }),
      ...(logo !== undefined && { logo }),
    })
  }
  if (faults.length > 0) return refusedFor(faults)
  const { steps, secrets } = await client.call('applyApplications', {
    body: { applications, dryRun, prune, newSubjects },
  })
  const warnings = steps.flatMap(({ id, names }) => {
    const warning = names === undefined ? null : warnOfNames(id, names.preferredUsername, names.people)
    return warning ?? []
  })
  const shown = secrets.map(({ id, secret }) => printable(`The client secret of "${id}", shown only now: ${secret}`))
  const text = [...formatSteps(steps.map(formatStep), { dryRun, warnings }), ...shown]
  return { json: { dryRun, steps, secrets }, text }
}
