// `countersign resource change`: changes what is given as options, and leaves the rest as it is. Other subjects are asked about first.
import type { Command } from './command.ts'
import { namesClientFault } from './resource-words.ts'
import { countPeopleAllowing } from '../protocol/grants/count-people.ts'
import { changeResource } from '../protocol/resources/operate.ts'
import { findResource } from '../protocol/resources/store.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'
import { completeResource, resourceOptions, resourceOptionsHelp } from './resource-options.ts'
import { switchWarning, unknownResource } from './resource-words.ts'

const usage = 'resource change ADDRESS [--scope "SCOPE WORDS" …] [--open-to WHOM] … [--yes]'

export const resourceChange: Command = {
  usage,
  about:
    'Changes what the options say; a list replaces the whole list. Asks before people get other names there, unless --yes.',
  details: resourceOptionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, {
      usage: `${usage}\n\n${resourceOptionsHelp}`,
      options: { ...resourceOptions, yes: { type: 'boolean' } },
      count: 1,
    })
    if (given === null) return 2
    const { yes = false, ...values } = given.values
    const address = given.operands[0] as string
    return withDatabase(
      'write',
      async (world) => {
        const record = await findResource(world.queries, address)
        if (record === undefined) return refused(unknownResource(address))
        const checked = completeResource({ ...record.definition }, values)
        if (checked.outcome === 'faulty') return refusedFor(checked.faults)
        const { definition } = checked
        const confirmed = await confirmSwitch(definition.subjects === record.definition.subjects, yes, () =>
          countPeopleAllowing(world.queries, address).then((people) => ({ people, address })),
        )
        if (confirmed === false) return refused('Nothing was changed.')
        const changed = await changeResource(world, definition, world.now, {
          readAt: record.changedAt,
          confirmedPeople: confirmed,
          countPeople: countPeopleAllowing,
        })
        if (changed.outcome === 'unknown') return refused(unknownResource(address))
        if (changed.outcome === 'names-client') return refused(namesClientFault(address))
        if (changed.outcome !== 'changed')
          return refused(
            `Somebody else changed something about "${address}" at the same moment. Nothing was changed. Look at it, and try again.`,
          )
        console.log(
          changed.changes.length === 0
            ? 'There is nothing to change.'
            : `"${address}" is changed:\n${changed.changes.map((change) => `  ${change}`).join('\n')}`,
        )
        return 0
      },
      'resource',
    )
  },
}

/**
 * Asks before people get other names, telling how many they are.
 * @returns for how many that was agreed to; null where nothing had to be asked, false where nobody said yes
 */
export async function confirmSwitch(
  isSame: boolean,
  isAgreed: boolean,
  count: () => Promise<{ people: number; address: string }>,
): Promise<number | null | false> {
  if (isSame) return null
  const { people, address } = await count()
  if (people === 0 || isAgreed) return people
  const warning = switchWarning(address, people)
  if (!process.stdin.isTTY) {
    console.error(`${warning}\nAdd --yes to do it.`)
    return false
  }
  return (await confirmOnTerminal(`${warning}\nDo it? Type "yes": `)) && people
}
