// Says whom it concerns when an application is told other names than before (`preferred_username`), before anything is changed: a program
// that knows people by that name may take them for new ones.
import type { ApplicationDefinition } from '../protocol/applications/definition.ts'
import { countWhoShare } from '../protocol/grants/count-who-share.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'

/** What a change comes to, or null where nobody is concerned. */
export async function sayWhomNamesConcern(
  queries: Queries,
  before: ApplicationDefinition,
  after: ApplicationDefinition,
): Promise<string | null> {
  if (before.preferredUsername === after.preferredUsername) return null
  return sayConcerned(before.id, after.preferredUsername, await countWhoShare(queries, before.id, 'profile'))
}

/** The same in words, for who has counted. */
export function sayConcerned(
  id: string,
  mode: ApplicationDefinition['preferredUsername'],
  people: number,
): string | null {
  if (people === 0) return null
  const who = people === 1 ? '1 person' : `${people} people`
  const told =
    mode === 'user-name' ? 'the user name, once they have allowed it, and until then none' : 'the display name'
  return `"${id}" is told preferred_username of ${who}. From now on that is ${told}. If it knows people by this name, and not by "sub", it may take them for new ones.`
}

/** Whether it is to be done: it was said so, or nobody is concerned, or who sits at the terminal agrees. */
export async function isAgreed(concern: string | null, yes: boolean | undefined): Promise<boolean> {
  if (concern === null || yes === true) return true
  if (!process.stdin.isTTY) {
    console.error(`${concern}\nNothing was changed. Add --yes to do it.`)
    return false
  }
  if (await confirmOnTerminal(`${concern}\nChange it? Type "yes": `)) return true
  console.error('Nothing was changed.')
  return false
}
