// `countersign person erase`: for who asks the operator to be forgotten, because they cannot sign in any more to do it themselves.
import type { Command } from './command.ts'
import { erasePerson } from '../identity/own-data/erase.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import { openMigrated } from '../platform/database/open-configured.ts'
import type { Database } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { Refusal } from '../platform/refusal.ts'
import { readArguments, refused } from './application-command.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'
import { visible } from './inspect-visible.ts'
import { findPersonId, lastOwner } from './person-status.ts'

const usage = 'person erase ADDRESS|eip155:CHAIN:ADDRESS|ID [--yes]'

export const personErase: Command = {
  usage,
  about:
    'Erases a person: sessions, wallets, passkeys and what applications were allowed go, applications are told, the log keeps lines without them. Asks first, unless --yes.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { yes: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const { settings } = loadSettings(process.env)
    const { database } = await openMigrated(settings.database)
    try {
      return await erase(database, given.operands[0] as string, given.values.yes === true)
    } finally {
      await database.close()
    }
  },
}

async function erase(database: Database, who: string, isSure: boolean): Promise<number> {
  const id = await findPersonId(database, who)
  const unknown = `There is no such person to erase: ${visible(who)}.`
  if (id === undefined) return refused(unknown)
  const loss = `Erasing ${visible(id)} cannot be taken back. Whoever signs in with one of their wallets afterwards is somebody new, to every application too.`
  if (!isSure && !process.stdin.isTTY) return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
  if (!isSure && !(await confirmOnTerminal(`${loss}\nErase them? Type "yes": `))) return refused('Nothing was changed.')
  try {
    const ended = await erasePerson(
      { queries: database.queries, random: systemRandom },
      { personId: id, session: null, now: systemClock() },
    )
    if (ended === null) return refused(unknown)
    console.log(`Erased ${id}; ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
    return 0
  } catch (error) {
    if (error instanceof Refusal && error.code === 'role.last_owner') return refused(lastOwner)
    if (!(error instanceof Refusal && error.code === 'merge.open')) throw error
    return refused(
      'Another identity was merged into this one, and that can still be undone. Until it is final nobody is erased; nothing was changed.',
    )
  }
}
