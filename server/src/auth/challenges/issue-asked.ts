// A challenge as somebody asks for it, for this site or for an application's sign-in that waits.
import type { CallAnswer } from '@countersign/api/calls'
import { askingApplication, findInteraction, prolongInteraction } from '../../store/interactions/store.ts'
import type { App } from '../../platform/call.ts'
import type { WalletKind } from '../../platform/database/column-types.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ChallengeApp } from './challenge-app.ts'
import { issueChallenge } from './issue.ts'
import type { IssueRequest } from './issue.ts'

/** The browser and the application's sign-in that a challenge is for. */
type Asked = Pick<IssueRequest, 'browserHash' | 'interaction'>

/** What asking for one counts as. Those that live longer are counted apart as well, so that a flood of them stores no more than one of the others would. */
export const budgetsOf = (walletKind: WalletKind | undefined) =>
  walletKind === 'contract' ? (['challenges', 'contractChallenges'] as const) : (['challenges'] as const)

/** A contract wallet is proved by its chain alone. @throws Refusal `chain.not_read` */
export function requireChain({ settings }: App, walletKind: WalletKind | undefined): void {
  if (walletKind === 'contract' && settings.chains.length === 0)
    throw new Refusal('chain.not_read', { privateDetail: 'no chain is configured' })
}

/**
 * The name of the application that a sign-in is for; null where it is for this site. A message is made only for one that can still be answered (THREATS M5).
 * @throws Refusal `interaction.unusable`
 */
export async function readApplicationName(app: App, { interaction: id, browserHash }: Asked): Promise<string | null> {
  if (id === null) return null
  const { queries } = app.database
  const interaction = await findInteraction(queries, { id, browserHash, now: app.clock() })
  const application = interaction && (await askingApplication(queries, interaction))
  if (application === undefined) throw new Refusal('interaction.unusable')
  return application.name
}

/** Issues it, and lets the application's sign-in wait for as long as the owners of a contract wallet may take. */
export async function issueAsked(
  app: ChallengeApp,
  asked: Omit<IssueRequest, 'now'>,
): Promise<CallAnswer<'createChallenge'>> {
  const issued = await issueChallenge({ ...app, queries: app.database.queries }, { ...asked, now: app.clock() })
  if (asked.walletKind === 'contract') await waitFor(app, asked, Date.parse(issued.expiresAt))
  return issued
}

/** What the person still has to read and to allow once their wallet is proved. */
const afterProofMs = 5 * 60_000

/** Their approvals would come for nothing otherwise. */
async function waitFor(
  { database, clock }: App,
  { interaction: id, browserHash }: Asked,
  until: number,
): Promise<void> {
  if (id === null) return
  await database.queries.transaction().execute(async (transaction) => {
    const interaction = await findInteraction(transaction, { id, browserHash, now: clock() })
    if (interaction !== undefined) await prolongInteraction(transaction, id, interaction, until + afterProofMs)
  })
}
