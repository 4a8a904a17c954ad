// `countersign person suspend` and `restore`: for operators, until administrators have a screen for it.
import type { Command } from './command.ts'
import { findSurvivor } from '../identity/people/identities.ts'
import { restorePerson, suspendPerson } from '../identity/people/suspend.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'
import { openMigrated } from '../platform/database/open-configured.ts'
import type { Database } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { Refusal } from '../platform/refusal.ts'
import { findWallet, readAccount } from '../identity/wallets/store.ts'

/** Why the last owner stays, and what to do. */
export const lastOwner =
  'They are the last owner of this server. Make somebody else one first: "countersign owner grant". Nothing was changed.'

const change = (
  usage: string,
  about: string,
  act: (database: Database, personId: string) => Promise<string | null>,
): Command => ({
  usage: `${usage} ADDRESS|eip155:CHAIN:ADDRESS|ID`,
  about,
  run: async ([who, ...rest]) => {
    if (who === undefined || rest.length > 0) {
      console.error(`countersign ${usage} needs one wallet address or person id.`)
      return 2
    }
    const { settings } = loadSettings(process.env)
    const { database } = await openMigrated(settings.database)
    try {
      const personId = await findPersonId(database, who)
      const said = personId === undefined ? null : await act(database, personId)
      if (said === null) {
        const survivor = personId === undefined ? undefined : await findSurvivor(database.queries, personId)
        if (survivor === undefined) console.error(`There is no such person to ${usage.split(' ')[1]}: ${who}.`)
        else console.error(`${who} was merged into ${survivor}, who can be suspended and restored instead.`)
        return 1
      }
      console.log(said)
      return 0
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'role.last_owner')) throw error
      console.error(lastOwner)
      return 1
    } finally {
      await database.close()
    }
  },
})

export const personSuspend = change(
  'person suspend',
  'Ends every session of a person, and lets nobody sign in as them.',
  async ({ queries }, id) => {
    const ended = await suspendPerson({ queries, random: systemRandom }, id, systemClock())
    return ended === null ? null : `Suspended ${id}; ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`
  },
)

export const personRestore = change(
  'person restore',
  'Lets a suspended person sign in again.',
  async ({ queries }, id) =>
    (await restorePerson({ queries, random: systemRandom }, id, systemClock())) ? `Restored ${id}.` : null,
)

/** The person who is meant by an identifier, or by a wallet that is theirs now. */
export async function findPersonId({ queries }: Pick<Database, 'queries'>, who: string): Promise<string | undefined> {
  const identity = readAccount(who)
  if (identity === null) return who
  const owned = await queries.transaction().execute((transaction) => findWallet(transaction, identity))
  return owned?.person.id
}
