// Invents people with what hangs on them: wallets, names, passkeys, browsers, sessions with their proofs, what they allowed, groups.
import { neverDue } from '../groups/membership/freshness.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import type {
  BrowsersTable,
  PasskeysTable,
  PeopleTable,
  ProofsTable,
  SessionsTable,
  WalletNamesTable,
  WalletsTable,
} from '../platform/database/schema.ts'
import { foldText } from '../platform/fold-text.ts'
import { createIdentifier } from '../platform/identifier.ts'
import { createSecret, hashSecret } from '../platform/secret.ts'
import { browsers, firstNames, lastNames, words } from './seed-choices.ts'
import { inventMessage, inventSignature } from './seed-message.ts'
import type { SeededThings } from './seed-things.ts'
import { inventWallet, methodOf } from './seed-wallet.ts'
import type { SeededPerson, SeedWorld } from './seed-world.ts'

const batchSize = 500
const dayMs = 86_400_000
const groupRecheckMs = 300_000

/**
 * @param tell is told how far it is
 */
export async function seedPeople(
  world: SeedWorld,
  count: number,
  things: SeededThings,
  tell: (done: number) => void,
): Promise<SeededPerson[]> {
  const people: SeededPerson[] = []
  while (people.length < count) {
    const size = Math.min(batchSize, count - people.length)
    const drafts = Array.from({ length: size }, (_, index) =>
      draftPerson(world, { index: people.length + index, count }, things),
    )
    await world.queries.transaction().execute((transaction) => insertDrafts(transaction, drafts))
    people.push(...drafts.map(({ seeded }) => seeded))
    tell(people.length)
  }
  return people
}

type Draft = ReturnType<typeof draftPerson>

function draftPerson(
  { random, choices, drawFamily, now, origin, spanMs }: SeedWorld,
  { index, count }: { index: number; count: number },
  { applications, groups }: SeededThings,
) {
  const id = createIdentifier(random)
  const created_at = now - spanMs + Math.floor((index / count) * spanMs)
  const last_seen_at = created_at + Math.floor(choices.number() * (now - created_at))
  const displayName = choices.percent(60) ? `${choices.one(firstNames)} ${choices.one(lastNames)}` : null
  const person: PeopleTable = {
    id,
    display_name: displayName,
    folded_name: displayName === null ? null : foldText(displayName),
    picture_url: null,
    locale: null,
    status: choices.percent(1.5) ? 'suspended' : 'active',
    created_at,
    last_seen_at,
  }
  const wallets: WalletsTable[] = Array.from({ length: choices.percent(75) ? 1 : 2 + choices.below(2) }, (_, place) => {
    const kind = choices.percent(8) ? 'contract' : 'key'
    const label = choices.percent(10) ? choices.one(['Everyday', 'Savings', 'Work']) : null
    return {
      id: createIdentifier(random),
      person_id: id,
      ...inventWallet(choices, kind, drawFamily),
      label,
      folded_label: label === null ? null : foldText(label),
      is_primary: place === 0 ? 1 : 0,
      linked_at: created_at + place,
      last_used_at: last_seen_at,
      unlinked_at: null,
      held_at: null,
      held_proof: null,
      believed_block: null,
    }
  })
  const [first] = wallets as [WalletsTable]
  const isNamed = choices.percent(15) && first.namespace === 'eip155'
  // Every wallet is looked up again and again, and few have a name.
  const named = wallets.filter(({ namespace }) => namespace === 'eip155')
  const names: WalletNamesTable[] = named.map(({ id: wallet_id }) => ({
    wallet_id,
    name: isNamed && wallet_id === first.id ? `${choices.one(words)}-${choices.one(words)}${index}.eth` : null,
    picture_id: null,
    picture_source: null,
    read_at: last_seen_at,
    due_at: now + 365 * dayMs,
  }))
  const passkeys: PasskeysTable[] = choices.percent(12)
    ? [
        {
          id: createIdentifier(random),
          person_id: id,
          credential_id: createSecret(random),
          public_key: '',
          user_handle: createSecret(random),
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
  const isLive = person.status === 'active' && choices.percent(15)
  const knownAt = choices.percent(50) ? last_seen_at : null
  const browser: BrowsersTable = {
    id: createIdentifier(random),
    person_id: id,
    browser_hash: hashSecret(createSecret(random)),
    user_agent: choices.one(browsers),
    network_prefix: `203.0.${choices.below(256)}.0/24`,
    first_seen_at: created_at,
    last_seen_at,
    known_at: knownAt,
    vouched_at: knownAt,
    announced_at: created_at,
    known_by_wallet_id: null,
    known_by_passkey_id: null,
  }
  const proof: ProofsTable = {
    id: createIdentifier(random),
    wallet_id: first.id,
    kept_message: inventMessage(choices, { origin, wallet: first, at: last_seen_at }),
    kept_signature: inventSignature(choices, first),
    method: methodOf(first),
    chain_reference: first.chain_reference,
    block_number: first.kind === 'contract' ? '20000000' : null,
    block_hash: first.kind === 'contract' ? `0x${choices.hex(32)}` : null,
    code_hash: first.kind === 'contract' ? `0x${choices.hex(32)}` : null,
    owners_hash: null,
    verified_at: last_seen_at,
    application_id: null,
  }
  const session: SessionsTable = {
    id: createIdentifier(random),
    token_hash: hashSecret(createSecret(random)),
    person_id: id,
    wallet_id: first.id,
    proof_id: proof.id,
    passkey_id: null,
    browser_id: browser.id,
    contract_checked_at: null,
    contract_due_at: null,
    contract_unreachable_since: null,
    confirmed_at: null,
    created_at: isLive ? now - choices.below(3 * dayMs) : last_seen_at,
    last_seen_at: isLive ? now : last_seen_at,
    idle_expires_at: (isLive ? now : last_seen_at) + 7 * dayMs,
    expires_at: (isLive ? now : last_seen_at) + 27 * dayMs,
    ended_at: isLive ? null : last_seen_at,
    end_reason: isLive ? null : 'signed-out',
    user_agent: browser.user_agent,
    network_prefix: browser.network_prefix,
  }
  const allowed = [...new Set([choices.one(applications), choices.one(applications)])].map((application_id) => ({
    id: createIdentifier(random),
    person_id: id,
    application_id,
    scopes: 'openid profile',
    withheld: '',
    resources: '{}',
    learned: '{}',
    created_at,
    last_used_at: last_seen_at,
    withdrawn_at: null,
  }))
  const authorizations = (isLive ? allowed : []).map(({ application_id }) => ({
    id: createIdentifier(random),
    session_id: session.id,
    person_id: id,
    application_id,
    sid: createIdentifier(random),
    subject: createIdentifier(random),
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
    id_hash: hashSecret(createSecret(random)),
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
    .filter(({ share }) => choices.percent(share))
    .map(({ id: group_id }) => ({
      group_id,
      person_id: id,
      is_member: choices.percent(80) ? 1 : 0,
      checked_at: last_seen_at,
      unreachable_since: null,
      due_at: isLive ? now + choices.below(groupRecheckMs) : neverDue,
    }))
  const way = passkeys.length > 0 ? 'passkey' : methodOf(first)
  const seeded: SeededPerson = { id, wallet: first, way, createdAt: created_at }
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
async function insertDrafts(transaction: Transaction, drafts: readonly Draft[]): Promise<void> {
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
