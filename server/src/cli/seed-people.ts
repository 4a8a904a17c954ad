// Invents people with what hangs on them: wallets, names, passkeys, browsers, sessions with their proofs, what they allowed, groups.
import { neverDueAt } from '../groups/membership/membership-freshness.ts'
import type { DatabaseTransaction } from '../platform/database/open-database.ts'
import type {
  BrowsersTable,
  PasskeysTable,
  PeopleTable,
  ProofsTable,
  SessionsTable,
  WalletNamesTable,
  WalletsTable,
} from '../platform/database/schema.ts'
import { foldCase } from '../platform/fold-case.ts'
import { createId } from '../platform/create-id.ts'
import { createBearerSecret, hashBearerSecret } from '../platform/bearer-secret.ts'
import { sampleUserAgents, sampleFirstNames, sampleLastNames, sampleWords } from './seed-random-data.ts'
import { generateMessage, generateSignature } from './seed-message.ts'
import type { SeededApplicationsAndGroups } from './seed-applications-and-groups.ts'
import { generateWallet, proofMethodOf } from './seed-wallet.ts'
import type { SeededPerson, SeedContext } from './seed-context.ts'

const batchSize = 500
const dayMs = 86_400_000
const groupRecheckMs = 300_000

/**
 * @param tell is told how far it is
 */
export async function seedPeople(
  world: SeedContext,
  count: number,
  things: SeededApplicationsAndGroups,
  tell: (done: number) => void,
): Promise<SeededPerson[]> {
  const people: SeededPerson[] = []
  while (people.length < count) {
    const size = Math.min(batchSize, count - people.length)
    const drafts = Array.from({ length: size }, (_, index) =>
      createPersonDraft(world, { index: people.length + index, count }, things),
    )
    await world.queries.transaction().execute((transaction) => insertPersonDrafts(transaction, drafts))
    people.push(...drafts.map(({ seeded }) => seeded))
    tell(people.length)
  }
  return people
}

type PersonDraft = ReturnType<typeof createPersonDraft>

function createPersonDraft(
  { random, choices, pickChainFamily, now, origin, spanMs }: SeedContext,
  { index, count }: { index: number; count: number },
  { applications, groups }: SeededApplicationsAndGroups,
) {
  const id = createId(random)
  const created_at = now - spanMs + Math.floor((index / count) * spanMs)
  const last_seen_at = created_at + Math.floor(choices.nextFraction() * (now - created_at))
  const displayName = choices.chance(60)
    ? `${choices.pickOne(sampleFirstNames)} ${choices.pickOne(sampleLastNames)}`
    : null
  const person: PeopleTable = {
    id,
    display_name: displayName,
    folded_name: displayName === null ? null : foldCase(displayName),
    picture_url: null,
    locale: null,
    status: choices.chance(1.5) ? 'suspended' : 'active',
    created_at,
    last_seen_at,
  }
  const wallets: WalletsTable[] = Array.from(
    { length: choices.chance(75) ? 1 : 2 + choices.nextIntegerBelow(2) },
    (_, place) => {
      const kind = choices.chance(8) ? 'contract' : 'key'
      const label = choices.chance(10) ? choices.pickOne(['Everyday', 'Savings', 'Work']) : null
      return {
        id: createId(random),
        person_id: id,
        ...generateWallet(choices, kind, pickChainFamily),
        label,
        folded_label: label === null ? null : foldCase(label),
        is_primary: place === 0 ? 1 : 0,
        linked_at: created_at + place,
        last_used_at: last_seen_at,
        unlinked_at: null,
        held_at: null,
        held_proof: null,
        believed_block: null,
      }
    },
  )
  const [first] = wallets as [WalletsTable]
  const isNamed = choices.chance(15) && first.namespace === 'eip155'
  // Every wallet is looked up again and again, and few have a name.
  const named = wallets.filter(({ namespace }) => namespace === 'eip155')
  const names: WalletNamesTable[] = named.map(({ id: wallet_id }) => ({
    wallet_id,
    name:
      isNamed && wallet_id === first.id
        ? `${choices.pickOne(sampleWords)}-${choices.pickOne(sampleWords)}${index}.eth`
        : null,
    picture_id: null,
    picture_source: null,
    read_at: last_seen_at,
    due_at: now + 365 * dayMs,
  }))
  const passkeys: PasskeysTable[] = choices.chance(12)
    ? [
        {
          id: createId(random),
          person_id: id,
          credential_id: createBearerSecret(random),
          public_key: '',
          user_handle: createBearerSecret(random),
          counter: 0,
          transports: '["internal"]',
          device_type: 'multiDevice',
          backed_up: 1,
          label: null,
          created_at,
          last_used_at: last_seen_at,
          removed_at: null,
          vouched_at: created_at,
        },
      ]
    : []
  const isLive = person.status === 'active' && choices.chance(15)
  const knownAt = choices.chance(50) ? last_seen_at : null
  const browser: BrowsersTable = {
    id: createId(random),
    person_id: id,
    browser_hash: hashBearerSecret(createBearerSecret(random)),
    user_agent: choices.pickOne(sampleUserAgents),
    network_prefix: `203.0.${choices.nextIntegerBelow(256)}.0/24`,
    first_seen_at: created_at,
    last_seen_at,
    known_at: knownAt,
    vouched_at: knownAt,
    announced_at: created_at,
    known_by_wallet_id: null,
    known_by_passkey_id: null,
  }
  const proof: ProofsTable = {
    id: createId(random),
    wallet_id: first.id,
    kept_message: generateMessage(choices, { origin, wallet: first, at: last_seen_at }),
    kept_signature: generateSignature(choices, first),
    method: proofMethodOf(first),
    chain_reference: first.chain_reference,
    block_number: first.kind === 'contract' ? '20000000' : null,
    block_hash: first.kind === 'contract' ? `0x${choices.randomHex(32)}` : null,
    code_hash: first.kind === 'contract' ? `0x${choices.randomHex(32)}` : null,
    owners_hash: null,
    verified_at: last_seen_at,
    application_id: null,
  }
  const session: SessionsTable = {
    id: createId(random),
    token_hash: hashBearerSecret(createBearerSecret(random)),
    person_id: id,
    wallet_id: first.id,
    proof_id: proof.id,
    passkey_id: null,
    browser_id: browser.id,
    contract_checked_at: null,
    contract_due_at: null,
    contract_unreachable_since: null,
    confirmed_at: null,
    created_at: isLive ? now - choices.nextIntegerBelow(3 * dayMs) : last_seen_at,
    last_seen_at: isLive ? now : last_seen_at,
    idle_expires_at: (isLive ? now : last_seen_at) + 7 * dayMs,
    expires_at: (isLive ? now : last_seen_at) + 27 * dayMs,
    ended_at: isLive ? null : last_seen_at,
    end_reason: isLive ? null : 'signed-out',
    user_agent: browser.user_agent,
    network_prefix: browser.network_prefix,
  }
  const allowed = [...new Set([choices.pickOne(applications), choices.pickOne(applications)])].map(
    (application_id) => ({
      id: createId(random),
      person_id: id,
      application_id,
      scopes: 'openid profile',
      withheld: '',
      resources: '{}',
      learned: '{}',
      created_at,
      last_used_at: last_seen_at,
      withdrawn_at: null,
    }),
  )
  const authorizations = (isLive ? allowed : []).map(({ application_id }) => ({
    id: createId(random),
    session_id: session.id,
    person_id: id,
    application_id,
    sid: createId(random),
    subject: createId(random),
    proof_id: proof.id,
    created_at: session.created_at,
  }))
  const subjects = authorizations.map(({ application_id, subject }) => ({
    person_id: id,
    sector: `${application_id}.example`,
    subject,
  }))
  const records = authorizations.map(({ id: authorization_id, application_id }) => ({
    kind: 'RefreshToken',
    id_hash: hashBearerSecret(createBearerSecret(random)),
    authorization_id,
    application_id,
    person_id: id,
    user_code_hash: null,
    browser_hash: null,
    payload: '{}',
    created_at: session.created_at,
    expires_at: session.expires_at,
    consumed_at: null,
  }))
  const members = groups
    .filter(({ share }) => choices.chance(share))
    .map(({ id: group_id }) => ({
      group_id,
      person_id: id,
      is_member: choices.chance(80) ? 1 : 0,
      checked_at: last_seen_at,
      unreachable_since: null,
      due_at: isLive ? now + choices.nextIntegerBelow(groupRecheckMs) : neverDueAt,
    }))
  const signInMethod = passkeys.length > 0 ? 'passkey' : proofMethodOf(first)
  const seeded: SeededPerson = { id, wallet: first, signInMethod, createdAt: created_at }
  return {
    seeded,
    person,
    wallets,
    names,
    passkeys,
    browser,
    proof,
    session,
    allowed,
    authorizations,
    subjects,
    records,
    members,
  }
}

/** In the order in which one refers to the other. */
async function insertPersonDrafts(transaction: DatabaseTransaction, drafts: readonly PersonDraft[]): Promise<void> {
  await transaction
    .insertInto('people')
    .values(drafts.map(({ person }) => person))
    .execute()
  await transaction
    .insertInto('wallets')
    .values(drafts.flatMap(({ wallets }) => wallets))
    .execute()
  await transaction
    .insertInto('browsers')
    .values(drafts.map(({ browser }) => browser))
    .execute()
  await transaction
    .insertInto('proofs')
    .values(drafts.map(({ proof }) => proof))
    .execute()
  await transaction
    .insertInto('sessions')
    .values(drafts.map(({ session }) => session))
    .execute()
  const [names, passkeys] = [drafts.flatMap((draft) => draft.names), drafts.flatMap((draft) => draft.passkeys)]
  const [allowed, authorizations, members] = [
    drafts.flatMap((draft) => draft.allowed),
    drafts.flatMap((draft) => draft.authorizations),
    drafts.flatMap((draft) => draft.members),
  ]
  const [subjects, records] = [drafts.flatMap((draft) => draft.subjects), drafts.flatMap((draft) => draft.records)]
  if (names.length > 0) await transaction.insertInto('wallet_names').values(names).execute()
  if (passkeys.length > 0) await transaction.insertInto('passkeys').values(passkeys).execute()
  if (allowed.length > 0) await transaction.insertInto('grants').values(allowed).execute()
  if (authorizations.length > 0) await transaction.insertInto('authorizations').values(authorizations).execute()
  if (subjects.length > 0) await transaction.insertInto('subjects').values(subjects).execute()
  if (records.length > 0) await transaction.insertInto('provider_records').values(records).execute()
  if (members.length > 0) await transaction.insertInto('group_members').values(members).execute()
}
