import { groupMembershipNeverDueTimestamp } from '../../groups/membership/group-membership-freshness.ts'
import type {
  BrowsersTable,
  PasskeysTable,
  PeopleTable,
  ProofsTable,
  SessionsTable,
  WalletNamesTable,
  WalletsTable,
} from '../../platform/database/database-schema.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { demoUserAgents, demoFirstNames, demoLastNames, demoWalletNameWords } from './random-demo-data-samples.ts'
import { generateDemoSignInMessage, generateDemoSignature } from './generate-demo-sign-in-message.ts'
import type { DemoApplicationsAndGroups } from './insert-demo-applications-and-groups.ts'
import { generateDemoWallet, getRecordedProofMethodOfDemoWallet } from './generate-demo-wallet.ts'
import type { DemoPerson, DemoDataGenerationContext } from './demo-data-generation-context.ts'

const dayMs = 86_400_000
const groupRecheckMs = 300_000

export type DemoPersonRows = ReturnType<typeof createDemoPersonRows>

/** Draws random values in a fixed order, so that the same seed always yields the same people. */
export function createDemoPersonRows(
  context: DemoDataGenerationContext,
  { index, count }: { index: number; count: number },
  { applications, groups }: DemoApplicationsAndGroups,
) {
  const { choices, now, spanMs } = context
  const person = createPerson(context, now - spanMs + Math.floor((index / count) * spanMs))
  const wallets = createWallets(context, person)
  const [first] = wallets as [WalletsTable]
  const names = createWalletNames(context, first, wallets, index)
  const passkeys = choices.chance(12) ? [createPasskey(context, person)] : []
  const isLive = person.status === 'active' && choices.chance(15)
  const browser = createBrowser(context, person)
  const proof = createProof(context, first, person.last_seen_at)
  const session = createSession(context, { person, browser, proof, isLive })
  const allowed = createGrants(context, person, applications)
  const tokens = createAuthorizations(context, session, isLive ? allowed : [])
  const members = createGroupMembers(context, person, groups, isLive)
  const signInMethod = passkeys.length > 0 ? 'passkey' : getRecordedProofMethodOfDemoWallet(first)
  const seeded: DemoPerson = { id: person.id, wallet: first, signInMethod, createdAt: person.created_at }
  return { seeded, person, wallets, names, passkeys, browser, proof, session, allowed, ...tokens, members }
}

function createPerson({ random, choices, now }: DemoDataGenerationContext, created_at: number): PeopleTable {
  const id = createRandomId(random)
  const last_seen_at = created_at + Math.floor(choices.nextFraction() * (now - created_at))
  const displayName = choices.chance(60) ? `${choices.pickOne(demoFirstNames)} ${choices.pickOne(demoLastNames)}` : null
  return {
    id,
    display_name: displayName,
    display_name_folded: displayName === null ? null : foldCase(displayName),
    picture_url: null,
    locale: null,
    status: choices.chance(1.5) ? 'suspended' : 'active',
    created_at,
    last_seen_at,
  }
}

function createWallets(
  { random, choices, pickChainFamily }: DemoDataGenerationContext,
  { id, created_at, last_seen_at }: PeopleTable,
): WalletsTable[] {
  const count = choices.chance(75) ? 1 : 2 + choices.nextIntegerBelow(2)
  return Array.from({ length: count }, (_, place) => {
    const kind = choices.chance(8) ? 'contract' : 'key'
    const label = choices.chance(10) ? choices.pickOne(['Everyday', 'Savings', 'Work']) : null
    return {
      id: createRandomId(random),
      person_id: id,
      ...generateDemoWallet(choices, kind, pickChainFamily),
      label,
      label_folded: label === null ? null : foldCase(label),
      is_primary: place === 0 ? 1 : 0,
      linked_at: created_at + place,
      last_used_at: last_seen_at,
      unlinked_at: null,
      on_hold_since: null,
      on_hold_proof: null,
      verified_block: null,
    }
  })
}

function createWalletNames(
  { choices, now }: DemoDataGenerationContext,
  first: WalletsTable,
  wallets: readonly WalletsTable[],
  index: number,
): WalletNamesTable[] {
  const isNamed = choices.chance(15) && first.namespace === 'eip155'
  // Every EVM wallet has a name lookup record, but only a few have a name.
  const named = wallets.filter(({ namespace }) => namespace === 'eip155')
  return named.map(({ id: wallet_id }) => ({
    wallet_id,
    name:
      isNamed && wallet_id === first.id
        ? `${choices.pickOne(demoWalletNameWords)}-${choices.pickOne(demoWalletNameWords)}${index}.eth`
        : null,
    avatar_id: null,
    avatar_source: null,
    resolved_at: first.last_used_at,
    refresh_at: now + 365 * dayMs,
  }))
}

function createPasskey(
  { random }: DemoDataGenerationContext,
  { id, created_at, last_seen_at }: PeopleTable,
): PasskeysTable {
  return {
    id: createRandomId(random),
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
    trusted_at: created_at,
  }
}

function createBrowser(
  { random, choices }: DemoDataGenerationContext,
  { id, created_at, last_seen_at }: PeopleTable,
): BrowsersTable {
  const trustedAt = choices.chance(50) ? last_seen_at : null
  return {
    id: createRandomId(random),
    person_id: id,
    browser_hash: hashBearerSecret(createBearerSecret(random)),
    user_agent: choices.pickOne(demoUserAgents),
    network_prefix: `203.0.${choices.nextIntegerBelow(256)}.0/24`,
    first_seen_at: created_at,
    last_seen_at,
    trusted_at: trustedAt,
    announced_since: created_at,
    trusted_by_wallet_id: null,
    trusted_by_passkey_id: null,
  }
}

function createProof(
  { random, choices, origin }: DemoDataGenerationContext,
  first: WalletsTable,
  last_seen_at: number,
): ProofsTable {
  return {
    id: createRandomId(random),
    wallet_id: first.id,
    retained_message: generateDemoSignInMessage(choices, { origin, wallet: first, at: last_seen_at }),
    retained_signature: generateDemoSignature(choices, first),
    method: getRecordedProofMethodOfDemoWallet(first),
    chain_reference: first.chain_reference,
    block_number: first.kind === 'contract' ? '20000000' : null,
    block_hash: first.kind === 'contract' ? `0x${choices.randomHex(32)}` : null,
    code_hash: first.kind === 'contract' ? `0x${choices.randomHex(32)}` : null,
    owners_hash: null,
    verified_at: last_seen_at,
    application_id: null,
  }
}

interface SessionParts {
  person: PeopleTable
  browser: BrowsersTable
  proof: ProofsTable
  isLive: boolean
}

function createSession(
  { random, choices, now }: DemoDataGenerationContext,
  { person: { id, last_seen_at }, browser, proof, isLive }: SessionParts,
): SessionsTable {
  return {
    id: createRandomId(random),
    token_hash: hashBearerSecret(createBearerSecret(random)),
    person_id: id,
    wallet_id: proof.wallet_id,
    proof_id: proof.id,
    passkey_id: null,
    browser_id: browser.id,
    contract_checked_at: null,
    contract_check_due_at: null,
    contract_unreachable_since: null,
    stepped_up_at: null,
    created_at: isLive ? now - choices.nextIntegerBelow(3 * dayMs) : last_seen_at,
    last_seen_at: isLive ? now : last_seen_at,
    idle_expires_at: (isLive ? now : last_seen_at) + 7 * dayMs,
    expires_at: (isLive ? now : last_seen_at) + 27 * dayMs,
    ended_at: isLive ? null : last_seen_at,
    end_reason: isLive ? null : 'signed-out',
    user_agent: browser.user_agent,
    network_prefix: browser.network_prefix,
  }
}

function createGrants(
  { random, choices }: DemoDataGenerationContext,
  { id, created_at, last_seen_at }: PeopleTable,
  applications: DemoApplicationsAndGroups['applications'],
) {
  return [...new Set([choices.pickOne(applications), choices.pickOne(applications)])].map((application_id) => ({
    id: createRandomId(random),
    person_id: id,
    application_id,
    scopes: 'openid profile',
    denied_scopes: '',
    resources: '{}',
    disclosures: '{}',
    created_at,
    last_used_at: last_seen_at,
    revoked_at: null,
  }))
}

function createAuthorizations(
  { random }: DemoDataGenerationContext,
  session: SessionsTable,
  allowed: readonly { application_id: string }[],
) {
  const { person_id: id } = session
  const authorizations = allowed.map(({ application_id }) => ({
    id: createRandomId(random),
    session_id: session.id,
    person_id: id,
    application_id,
    sid: createRandomId(random),
    subject: createRandomId(random),
    proof_id: session.proof_id,
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
  return { authorizations, subjects, records }
}

function createGroupMembers(
  { choices, now }: DemoDataGenerationContext,
  { id }: PeopleTable,
  groups: DemoApplicationsAndGroups['groups'],
  isLive: boolean,
) {
  return groups
    .filter(({ share }) => choices.chance(share))
    .map(({ id: group_id }) => ({
      group_id,
      person_id: id,
      is_member: choices.chance(80) ? 1 : 0,
      // Older checks are not shown (`groupUnreachableSeconds`).
      checked_at: now - (isLive ? choices.nextIntegerBelow(groupRecheckMs) : groupRecheckMs),
      unreachable_since: null,
      // A recheck would end every membership, because the rules of demo groups list no demo wallet.
      recheck_at: groupMembershipNeverDueTimestamp,
    }))
}
