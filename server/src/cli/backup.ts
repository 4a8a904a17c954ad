// `countersign backup FILE`: a copy of an SQLite database while the server runs, which is opened and verified before it counts. PostgreSQL
// has better tools of its own; of theirs `--done` tells.
import { dirname } from 'node:path'
import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { verifyActivity } from '../audit-log/verify.ts'
import { formatTime } from '../platform/clock.ts'
import { copySqlite } from '../platform/database/copy-sqlite.ts'
import { isDiskFull } from '../platform/database/open-configured.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { noteBackup } from '../admin/setup/note-backup.ts'
import { StartFault } from '../platform/start-fault.ts'
import { refused, runs } from './cli.ts'
import type { Outcome } from './cli.ts'
import { visible } from './inspect-visible.ts'
import { withDatabase } from './with-database.ts'
import type { CommandWorld } from './with-database.ts'

export function register(program: Command): void {
  runs(
    program
      .command('backup [file]')
      .description(
        'Backs up the database (SQLite) to a new file, verifies the copy and records it. --done records a backup made with other tools.',
      )
      .option('--done', 'record a backup made with other tools')
      .addHelpText(
        'after',
        `
The copy is made while the server runs, and only its owner can read the file.
The key file is not in it; keep a copy of that as well, or the signing keys in
the backup cannot be used. For PostgreSQL use pg_dump, and then --done, so that
the administration shows the age of the backup.`,
      ),
    async (path: string | undefined, { done = false }: { done?: boolean }) => {
      if (done === (path !== undefined)) {
        console.error('Name the file, or say --done.')
        return 2
      }
      return withDatabase('write', (world) => (path === undefined ? note(world) : copy(world, path)))
    },
  )
}

async function note(world: CommandWorld): Promise<Outcome> {
  await noteBackup(world, 'operator', world.now)
  return { json: { lastAt: formatTime(world.now) }, text: 'Noted that there is a backup of now.' }
}

async function copy(world: CommandWorld, path: string): Promise<Outcome> {
  const { database } = world.settings
  if (!database.startsWith('sqlite:'))
    return refused(
      'The database is PostgreSQL: make the backup with pg_dump, and then say "countersign backup --done". Nothing was written.',
    )
  let head = ''
  try {
    await copySqlite(database.slice('sqlite:'.length), path, async (copied) => {
      head = await verify(copied)
    })
  } catch (error) {
    if (isDiskFull(error))
      throw new StartFault(
        'disk.full',
        `There is no backup: no room for ${visible(path)}, which takes as much as the database. Nothing is left of it. Free some, or name a file on another disk.`,
      )
    return refused(`There is no backup: ${reasonOf(error, path)}`)
  }
  await noteBackup(world, 'copy', world.now)
  const bytes = statSync(path).size
  return {
    json: { file: path, bytes, head, lastAt: formatTime(world.now) },
    text: [
      `Copied the database to ${visible(path)} (${bytes} bytes), and verified the copy.`,
      `Note the head of its activity log: ${head}`,
      'The key file is not in it. Keep a copy of that elsewhere.',
    ],
  }
}

/** @returns the head of the copy's log */
async function verify(path: string): Promise<string> {
  const copied = openDatabase(`sqlite:${path}`, { readOnly: true })
  try {
    const result = await verifyActivity(copied.queries)
    if (result.outcome === 'broken')
      throw new Error(`the activity log of the copy is broken at line ${result.sequence}. ${result.reason}`)
    return `${result.head.sequence}:${result.head.hash}`
  } finally {
    await copied.close()
  }
}

function reasonOf(error: unknown, path: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return `${visible(path)} is there already, and is left as it is.`
  if (code === 'ENOENT') return `there is no folder ${visible(dirname(path))}.`
  return `${visible(message)}. Nothing is left of it.`
}
