// HTTP for applications: what an operator does to them at the command line, done by administrators, in their name.
import type { AdminInput } from '@countersign/api/admin-calls'
import { limits as allLimits } from '@countersign/api/limits'
import { addApplication } from '../../store/applications/add.ts'
import type { World } from '../../store/applications/add.ts'
import { aliasDomainFaults } from '../../store/applications/alias-domain.ts'
import { askSector } from '../../store/applications/ask-sector.ts'
import { applyApplications } from '../../store/applications/apply.ts'
import { changeApplication, faultsByDocument } from '../../store/applications/change.ts'
import { changeLogo } from '../../store/applications/change-logo.ts'
import { faultAt, tell } from '../../store/definition-errors/definition-fault.ts'
import type { CodedFault } from '../../store/definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import type { DefinitionFault } from '../../store/definition-errors/definition-fault.ts'
import { disableApplication } from '../../store/applications/disable.ts'
import { enableApplication } from '../../store/applications/enable.ts'
import { endPreviousSecret } from '../../store/applications/end-previous-secret.ts'
import { unknownGroupFaults } from '../../store/applications/known-groups.ts'
import { unknownScopeFaults } from '../../store/resources/named.ts'
import { readLogo } from '../../store/applications/logo.ts'
import type { Logo } from '../../store/applications/logo.ts'
import { peopleFaults, planSteps } from '../../store/applications/plan.ts'
import type { PlanOptions, Step, Wanted } from '../../store/applications/plan.ts'
import { secretFault } from '../../store/applications/secret.ts'
import { countWhoShare } from '../../store/grants/count-who-share.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { Applied } from '../../store/applications/apply.ts'
import { completeDefinition } from '../../store/applications/presets.ts'
import { keepStored } from '../../store/applications/keep-stored.ts'
import { removeApplication } from '../../store/applications/remove.ts'
import { rotateSecret } from '../../store/applications/rotate-secret.ts'
import { takenHostFaults } from '../../store/applications/site-hosts.ts'
import { sectorFault } from '../../store/applications/sector.ts'
import { findApplication, listAllApplications } from '../../store/applications/store.ts'
import { subjectFaults } from '../../store/applications/subject-change.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { formatTime } from '../../platform/clock.ts'
import { applicationKinds } from '../../platform/database/column-types.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { Admin, AdminApp } from '../authorization/admin-call.ts'
import { pasteOf } from './application-paste.ts'
import { programsFor } from './application-programs.ts'
import { readerFor } from './read-list.ts'
import { describeListed, listApplications, readApplication } from './applications.ts'

/** Base64 of the largest logo, and what stands around it. */
const logoBodyBytes = Math.ceil(allLimits.logoBytes.max / 3) * 4 + 100
const withLogoBytes = logoBodyBytes + allLimits.bodyBytes.max
/** A whole file of definitions, with their logos. */
const fileBytes = 16_777_216

export function registerApplications(app: AdminApp): void {
  const { database, settings, clock, random } = app
  const { queries } = database
  const { origin } = settings
  const worldOf = ({ actor }: Admin): World => ({ queries, random, actor })

  registerAdminCall(app, 'listApplications', async ({ query, reply }) =>
    readerFor(app, reply)((from) => listApplications(from, query, clock())),
  )

  registerAdminCall(app, 'readPresets', async () => ({
    kinds: applicationKinds.map((kind) => ({ kind, definition: startOf(kind) })),
    programs: await programsFor(origin),
    chains: settings.chains.map(({ id, name }) => ({ id, name })),
  }))

  registerAdminCall(app, 'checkApplication', async ({ body }) => {
    const before = body.replaces === undefined ? null : await find(app, body.replaces)
    const { faults, definition } = await check(app, before, given(before, body), body.newSubjects === true)
    return {
      faults,
      definition: definition && { ...definition },
      paste: definition === null ? [] : await pasteOf(settings, definition),
    }
  })

  registerAdminCall(
    app,
    'createApplication',
    async ({ body, admin }) => {
      const definition = await requireSound(app, admin, null, body.definition)
      const logo = await requireLogo(app, body.logo)
      const added = await addApplication(worldOf(admin), { definition, origin: 'operator', logo }, clock())
      if (added.outcome === 'taken') throw new Refusal('application.taken')
      return describeMade(app, definition.id, { secret: added.secret, changes: [] })
    },
    { bodyBytes: withLogoBytes },
  )

  registerAdminCall(
    app,
    'applyApplications',
    async ({ body: { applications, dryRun, prune, newSubjects }, admin }) => {
      const wanted = await requireWanted(app, admin, applications)
      const options = { prune, strangers: newSubjects }
      const result = dryRun
        ? await previewApplications(queries, wanted, options)
        : await applyApplications(worldOf(admin), wanted, options, clock())
      if (result.outcome === 'faulty') throw faulty(result.faults)
      if (result.outcome === 'overtaken') throw new Refusal('application.changed_meanwhile')
      const steps = []
      for (const step of result.steps) {
        const names = dryRun && step.action === 'change' ? await changedNames(queries, step) : null
        const changes = step.action === 'change' ? step.changes : []
        steps.push({ action: step.action, id: step.id, changes, ...(names !== null && { names }) })
      }
      return { steps, secrets: result.secrets }
    },
    { bodyBytes: fileBytes },
  )

  registerAdminCall(app, 'readApplication', async ({ params }) => {
    const application = await readApplication(queries, settings, params.application, clock())
    if (application === undefined) throw new Refusal('application.not_found')
    return application
  })

  registerAdminCall(
    app,
    'changeApplication',
    async ({ params, body, admin }) => {
      const before = await find(app, params.application)
      const isStrangersMeant = body.newSubjects === true
      const definition = await requireSound(app, admin, before, given(before, body), isStrangersMeant)
      const logo = await requireLogo(app, body.logo)
      const changed = await changeApplication(
        worldOf(admin),
        { definition, logo, unchangedSince: Date.parse(body.changedAt), isStrangersMeant },
        clock(),
      )
      switch (changed.outcome) {
        case 'unknown':
          throw new Refusal('application.not_found')
        case 'changed-meanwhile':
          throw new Refusal('application.changed_meanwhile')
        case 'faulty':
          throw faulty(changed.faults)
        case 'unchanged':
          return describeMade(app, definition.id, { secret: null, changes: [] })
        case 'changed':
          return describeMade(app, definition.id, changed)
      }
    },
    { bodyBytes: withLogoBytes },
  )

  registerAdminCall(app, 'rotateApplicationSecret', async ({ params, body, admin }) => {
    const rotated = await rotateSecret(
      worldOf(admin),
      params.application,
      { overlapMs: body.overlapSeconds * 1000 },
      clock(),
    )
    if (rotated.outcome === 'unknown') throw new Refusal('application.not_found')
    if (rotated.outcome === 'without-secret') throw new Refusal('application.without_secret')
    return {
      secret: rotated.secret,
      previousWorksUntil: body.overlapSeconds === 0 ? null : formatTime(rotated.previousWorksUntil),
    }
  })

  registerAdminCall(app, 'endPreviousSecret', async ({ params, admin }) =>
    found(await endPreviousSecret(worldOf(admin), params.application, clock())),
  )
  registerAdminCall(app, 'disableApplication', async ({ params, admin }) =>
    found(await disableApplication(worldOf(admin), params.application, clock())),
  )
  registerAdminCall(app, 'enableApplication', async ({ params, admin }) =>
    found(await enableApplication(worldOf(admin), params.application, clock())),
  )
  registerAdminCall(app, 'removeApplication', async ({ params, admin }) =>
    found(await removeApplication(worldOf(admin), params.application, clock())),
  )

  registerAdminCall(
    app,
    'setApplicationLogo',
    async ({ params, body, admin }) => {
      const reading = await readLogo(Buffer.from(body.content, 'base64'), settings.limits)
      if ('fault' in reading) throw new Refusal('picture.unreadable', { privateDetail: reading.fault })
      return found(await changeLogo(worldOf(admin), params.application, reading.logo, clock()))
    },
    { bodyBytes: logoBodyBytes },
  )
  registerAdminCall(app, 'removeApplicationLogo', async ({ params, admin }) =>
    found(await changeLogo(worldOf(admin), params.application, null, clock())),
  )
}

/** @throws Refusal `application.not_found` */
function found(outcome: string): undefined {
  if (outcome === 'unknown') throw new Refusal('application.not_found')
}

/** @throws Refusal `application.not_found` */
async function find({ database }: AdminApp, id: string): Promise<ApplicationRecord> {
  const record = await findApplication(database.queries, id)
  if (record === undefined) throw new Refusal('application.not_found')
  return record
}

/** The definition that was sent, with the stored members that a partial one leaves out. */
const given = (before: ApplicationRecord | null, { definition, partial }: { definition: object; partial?: boolean }) =>
  partial === true && before !== null ? { ...before.definition, ...definition } : definition

/** What a kind fills in by itself; what is particular to an application is left empty. */
function startOf(kind: ApplicationDefinition['kind']): Record<string, unknown> {
  const example = {
    id: 'example',
    name: 'Example',
    kind,
    ...(kind === 'machine' && { introspection: ['https://api.example/'] }),
    ...(kind === 'site' && { hosts: ['app.example'] }),
    ...(kind !== 'machine' &&
      kind !== 'device' &&
      kind !== 'site' && { redirectUris: ['https://app.example/callback'] }),
  }
  const completed = completeDefinition(example)
  if (completed.outcome === 'faulty') throw new Error(`The kind ${kind} has no definition of its own`)
  return { ...completed.definition, id: '', name: '', redirectUris: [], hosts: [], introspection: 'own' }
}

/** What is wrong with a definition as far as this server knows by itself: no other server is asked for somebody who only looks. */
async function check(
  { database, settings }: AdminApp,
  before: ApplicationRecord | null,
  given: unknown,
  isStrangersMeant: boolean,
): Promise<{ faults: CodedFault[]; definition: ApplicationDefinition | null }> {
  const completed = completeDefinition(given)
  if (completed.outcome === 'faulty') return { faults: completed.faults, definition: null }
  const definition = keepStored(before?.definition, completed.definition, Object.keys(given as object))
  const faults = [
    ...(before === null && (await findApplication(database.queries, definition.id)) !== undefined
      ? [faultAt('id', tell('id_taken'))]
      : []),
    ...(before !== null && before.id !== definition.id ? [faultAt('id', tell('id_fixed', { id: before.id }))] : []),
    ...(before === null ? [] : [...sectorFault(before.sector, definition), ...faultsByDocument(before, definition)]),
    ...(await subjectFaults(database.queries, before, definition, isStrangersMeant)),
    ...aliasDomainFaults(settings, before?.definition, definition),
    ...(await unknownGroupFaults(database.queries, definition)),
    ...(await takenHostFaults(database.queries, definition)),
    ...(await unknownScopeFaults(database.queries, definition)),
  ]
  return { faults, definition }
}

/** @throws Refusal `application.faulty`; `application.taken` */
async function requireSound(
  app: AdminApp,
  admin: Admin,
  before: ApplicationRecord | null,
  given: unknown,
  isStrangersMeant = false,
): Promise<ApplicationDefinition> {
  const { faults, definition } = await check(app, before, given, isStrangersMeant)
  if (before === null && faults.length === 1 && faults[0]?.path === 'id' && definition !== null)
    throw new Refusal('application.taken')
  if (faults.length > 0 || definition === null) throw faulty(faults)
  const unread = await askSector(app, before, definition)
  if (unread.length > 0) throw faulty(unread, admin)
  return definition
}

/** @throws Refusal `application.faulty` */
async function requireLogo(
  { settings }: AdminApp,
  content: string | null | undefined,
): Promise<Logo | null | undefined> {
  if (content === undefined || content === null) return content
  const reading = await readLogo(Buffer.from(content, 'base64'), settings.limits)
  if ('fault' in reading) throw faulty([{ path: 'logo', message: reading.fault }])
  return reading.logo
}

/**
 * Checks what an apply wants. Everything from other servers is read before the transaction, which must not wait for them.
 * @throws Refusal `application.faulty`
 */
async function requireWanted(
  app: AdminApp,
  admin: Admin,
  applications: AdminInput<'applyApplications'>['body']['applications'],
): Promise<Wanted[]> {
  const { queries } = app.database
  const records = new Map((await listAllApplications(queries)).map((record) => [record.id, record]))
  const wanted: Wanted[] = []
  const faults: DefinitionFault[] = []
  const unread: DefinitionFault[] = []
  for (const [index, { definition: given, secret, logo: content }] of applications.entries()) {
    const path = `applications[${index}]`
    const under = (found: readonly DefinitionFault[]): DefinitionFault[] =>
      found.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }))
    const completed = completeDefinition(given)
    if (completed.outcome === 'faulty') {
      faults.push(...under(completed.faults))
      continue
    }
    const record = records.get(completed.definition.id) ?? null
    const definition = keepStored(record?.definition, completed.definition, Object.keys(given))
    const reading =
      typeof content === 'string' ? await readLogo(Buffer.from(content, 'base64'), app.settings.limits) : null
    const secretMessage = secret === undefined ? null : secretFault(secret)
    unread.push(...under(await askSector(app, record, definition)))
    faults.push(
      ...under([
        ...aliasDomainFaults(app.settings, record?.definition, definition),
        ...(await unknownGroupFaults(queries, definition)),
        ...(await takenHostFaults(queries, definition)),
        ...(await unknownScopeFaults(queries, definition)),
        ...(reading !== null && 'fault' in reading ? [{ path: 'logo', message: reading.fault }] : []),
        ...(secretMessage === null ? [] : [{ path: 'secret', message: secretMessage }]),
      ]),
    )
    const logo = reading === null ? (content as null | undefined) : 'logo' in reading ? reading.logo : undefined
    wanted.push({ path, definition, secret, logo })
  }
  const ids = wanted.map(({ definition }) => definition.id)
  for (const { path, definition } of wanted.filter(({ definition: { id } }, index) => ids.indexOf(id) < index))
    faults.push({ path: `${path}.id`, message: `"${definition.id}" is there already` })
  if (faults.length > 0) throw faulty([...faults, ...(admin.actor.kind === 'operator' ? unread : [])])
  if (unread.length > 0) throw faulty(unread, admin)
  return wanted
}

async function previewApplications(
  queries: Queries,
  wanted: readonly Wanted[],
  options: PlanOptions,
): Promise<Applied> {
  const { steps, faults } = planSteps(await listAllApplications(queries), wanted, options)
  faults.push(...(await peopleFaults(queries, steps, options)))
  return faults.length > 0 ? { outcome: 'faulty', faults } : { outcome: 'applied', steps, secrets: [] }
}

/** Which names a change replaces, and of how many people. */
async function changedNames(
  queries: Queries,
  { record, wanted }: Extract<Step, { action: 'change' }>,
): Promise<{ preferredUsername: string; people: number } | null> {
  const { preferredUsername } = wanted.definition
  if (record.definition.preferredUsername === preferredUsername) return null
  return { preferredUsername, people: await countWhoShare(queries, record.id, 'profile') }
}

/**
 * Tells every fault.
 * @param admin where the faults are of a request to another server: only the operator, who can read the log, learns what that answered
 */
const faulty = (faults: readonly DefinitionFault[], admin?: Admin): Refusal =>
  new Refusal('application.faulty', {
    place: {
      field: `definition.${faults[0]?.path ?? ''}`,
      ...((admin === undefined || admin.actor.kind === 'operator') && {
        faults: faults.map(({ path, message }) => ({ path, message })),
      }),
    },
    privateDetail: faults.map(({ path, message }) => `${path}: ${message}`).join('; '),
  })

async function describeMade(
  { database, settings, clock }: AdminApp,
  id: string,
  { secret, changes }: { secret: string | null; changes: string[] },
) {
  const record = await findApplication(database.queries, id)
  if (record === undefined) throw new Refusal('application.not_found')
  return {
    application: await describeListed(database.queries, record, clock()),
    secret,
    paste: await pasteOf(settings, record.definition, secret),
    changes,
  }
}
