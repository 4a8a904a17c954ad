// `countersign restore FILE`: puts a copy of an SQLite database back, says before what that loses, and ends what would come back to life
// (THREATS N14). PostgreSQL has tools of its own; after them comes `--done`.
import { existsSync, rmSync } from 'node:fs'
import { verifyActivity } from '../activity/verify.ts'
import { compareDatabases } from '../administration/restore/compare-databases.ts'
import type { Comparison } from '../administration/restore/compare-databases.ts'
import { keepEnded } from '../administration/restore/keep-ended.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import { copySqlite } from '../platform/database/copy-sqlite.ts'
import { migrateOlder } from '../platform/database/open-configured.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { Database } from '../platform/database/open-database.ts'
import { isInUse, putBack } from '../platform/database/put-back.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { readServerKey } from '../platform/server-key.ts'
import type { Settings } from '../platform/settings.ts'
import { rotateKeys } from '../protocol/keys/rotate.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'
import type { Command } from './command.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'
import { visible } from './inspect-visible.ts'

const usage = 'restore FILE [--yes] | restore --done'

export const restore: Command = {
  usage,
  about:
    'Puts a copy of the database (SQLite) back, after telling what that loses; --done ends what came back to life after a restore by other tools.',
  details: `Stop the server before. The file of the present database is kept beside its place, and removed by nobody but you.

Nothing that had ended is alive again afterwards: every session ends, everything that applications hold, and what the present database knows to have
ended since the copy was made (people who were suspended or erased, wallets, passkeys, roles, consents, tokens, applications, secrets). Where the
present one cannot be read any more, nobody knows the latter; every token of the administration ends then, and you are told what to look at.

For PostgreSQL: pg_restore into an empty database that the setting names, and then --done before the first start.`,
  run: async (parameters) => {
    const options = { yes: { type: 'boolean' }, done: { type: 'boolean' } } as const
    const given = readArguments(parameters, { usage, options, count: 0, optional: 1 })
    if (given === null) return 2
    const [file] = given.operands
    if ((given.values.done === true) === (file !== undefined)) {
      console.error(`Name the file, or say --done.\nUsage: countersign ${usage}`)
      return 2
    }
    if (file === undefined)
      return withDatabase('write', async ({ settings, queries }) => {
        console.log(await finish(settings, { queries }, null))
        return 0
      })
    const { settings } = loadSettings(process.env)
    if (!settings.database.startsWith('sqlite:'))
      return refused(
        'The database is PostgreSQL: restore it with pg_restore, and then say "countersign restore --done". Nothing was changed.',
      )
    return restoreFile(settings, settings.database.slice('sqlite:'.length), file, given.values.yes === true)
  },
}

async function restoreFile(settings: Settings, path: string, file: string, isSure: boolean): Promise<number> {
  if (!existsSync(file)) return refused(`There is no file ${visible(file)}. Nothing was changed.`)
  const isThere = existsSync(path)
  const isReadable = isThere && lookAt(path) !== 'unreadable'
  if (isReadable && isInUse(path))
    return refused(`The server runs on ${visible(path)}. Stop it, and say this again. Nothing was changed.`)
  const making = `${path}.restoring`
  // What a restore left that was cut off.
  rmSync(making, { force: true })
  try {
    const head = await prepareCopy(file, making)
    const copy = openDatabase(`sqlite:${making}`)
    // To be written to, although nothing is: what only reads would leave its files beside it.
    const present = isReadable ? openDatabase(`sqlite:${path}`) : null
    try {
      const comparison = present === null ? null : await compareOrNull(present, copy)
      console.log(tell(head, isThere, comparison))
      if (comparison !== null && !comparison.isSameLog)
        return refused(
          'The copy is not one of this database: its log ends in a line that this one does not have. Nothing was changed; set COUNTERSIGN_DATABASE to another file to use it there.',
        )
      if (!isSure && !process.stdin.isTTY) return refused('Nothing was changed. Add --yes to do it.')
      if (!isSure && !(await confirmOnTerminal('Put it back? Type "yes": '))) return refused('Nothing was changed.')
      console.log(await finish(settings, copy, comparison))
    } finally {
      await present?.close()
      await copy.close()
    }
    const aside = `${path}.before-restore-${new Date(systemClock()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    putBack(making, path, aside)
    console.log(
      isThere ? `The database that was there is kept as ${visible(aside)}. Start the server.` : 'Start the server.',
    )
    return 0
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${making}${end}`, { force: true })
  }
}

function lookAt(path: string): 'readable' | 'unreadable' {
  try {
    isInUse(path)
    return 'readable'
  } catch {
    return 'unreadable'
  }
}

/**
 * Copies the copy, verifies it, and brings it to the schema of this version.
 * @returns its head
 */
async function prepareCopy(file: string, making: string): Promise<string> {
  let head = ''
  await copySqlite(file, making, async (path) => {
    const database = openDatabase(`sqlite:${path}`)
    try {
      await migrateOlder(database)
      const verified = await verifyActivity(database.queries)
      if (verified.outcome === 'broken')
        throw new Error(`its log is broken at line ${verified.sequence}. ${verified.reason}`)
      head = `${verified.head.sequence}:${verified.head.hash}`
    } finally {
      await database.close()
    }
  })
  return head
}

/** A present database that is damaged is worth no comparison. */
async function compareOrNull(present: Database, copy: Database): Promise<Comparison | null> {
  try {
    return await compareDatabases(present.queries, copy.queries)
  } catch {
    return null
  }
}

const some = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

function tell(head: string, isThere: boolean, comparison: Comparison | null): string {
  const begin = `The copy is whole; its log ends at ${head}.`
  if (comparison === null)
    return isThere
      ? `${begin}\nThe present database cannot be read: what came or ended after the copy is not known.`
      : `${begin}\nThere is no present database to compare it with.`
  const { lost, revived } = comparison
  const people = some(lost.people, 'person', 'people')
  const ended = [
    some(revived.suspended.length, 'person who was suspended', 'people who were suspended'),
    some(revived.erased.length, 'person who was erased', 'people who were erased'),
    some(revived.wallets.length, 'wallet', 'wallets'),
    some(revived.passkeys.length, 'passkey', 'passkeys'),
    some(revived.roles.length, 'role', 'roles'),
    some(revived.grants.length, 'consent', 'consents'),
    some(revived.applications.length, 'application', 'applications'),
    some(revived.tokens.length, 'token', 'tokens'),
  ].filter((text) => !text.startsWith('0 '))
  return [
    begin,
    `Lost with the present one: ${some(lost.lines, 'line', 'lines')} of the log, ${people}, ${some(lost.wallets, 'wallet', 'wallets')}, ${some(lost.passkeys, 'passkey', 'passkeys')}, ${some(lost.applications, 'application', 'applications')}.`,
    ...(lost.people === 0 ? [] : ['Whoever came since is somebody new to every application when they come again.']),
    `Ended since, and ended again: ${ended.length === 0 ? 'nothing' : ended.join(', ')}. Besides, everybody is signed out, here and at every application.`,
  ].join('\n')
}

/** Ends what must not be alive, and makes new signing keys where the copy may have some back that had ended. */
async function finish(
  settings: Settings,
  { queries }: Pick<Database, 'queries'>,
  comparison: Comparison | null,
): Promise<string> {
  const now = systemClock()
  const { sessions, tokens, left } = await keepEnded({ queries, random: systemRandom, now }, comparison)
  const serverKey = readServerKey(settings.keyFile)
  const changesKeys = comparison === null || comparison.revived.signingKeys
  if (changesKeys && serverKey !== null)
    await rotateKeys({ queries, random: systemRandom, serverKey, limits: settings.limits }, now, { immediately: true })
  if (changesKeys && serverKey === null)
    left.push('the key file is not there: restore it, then run "countersign keys rotate --now"')
  if (comparison === null)
    left.push(
      'who was suspended or erased, which wallets, passkeys, roles and consents were taken away, and which applications were disabled or given other secrets since the copy is not known here: do these again',
    )
  return [
    `${some(sessions, 'session', 'sessions')} and ${some(tokens, 'token', 'tokens')} of the administration ended${changesKeys && serverKey !== null ? '; new signing keys are in use' : ''}.`,
    ...left.map((line) => `Look at: ${line}.`),
  ].join('\n')
}
