// The columns of tables that are read with every request, by name. A prepared statement that said `*` would fail on PostgreSQL as soon as a
// newer release adds a column ("cached plan must not change result type"), while this one still runs beside it; `prepare` has none prepared
// that does (prepared.ts).
import type {
  ApplicationsTable,
  AuthorizationsTable,
  GrantsTable,
  PeopleTable,
  SessionsTable,
  WalletsTable,
} from './schema.ts'

/** All of a table's: one that is missing, or is none of it, does not compile. */
const all = <Table>(columns: Record<keyof Table & string, true>): readonly (keyof Table & string)[] =>
  Object.keys(columns) as (keyof Table & string)[]

export const columns = {
  people: all<PeopleTable>({
    id: true,
    display_name: true,
    folded_name: true,
    picture_url: true,
    locale: true,
    status: true,
    created_at: true,
    last_seen_at: true,
  }),
  wallets: all<WalletsTable>({
    id: true,
    person_id: true,
    namespace: true,
    kind: true,
    chain_reference: true,
    address: true,
    label: true,
    folded_label: true,
    is_primary: true,
    linked_at: true,
    last_used_at: true,
    unlinked_at: true,
    held_at: true,
    held_proof: true,
    believed_block: true,
  }),
  sessions: all<SessionsTable>({
    id: true,
    token_hash: true,
    person_id: true,
    wallet_id: true,
    proof_id: true,
    passkey_id: true,
    browser_id: true,
    contract_checked_at: true,
    contract_due_at: true,
    contract_unreachable_since: true,
    confirmed_at: true,
    created_at: true,
    last_seen_at: true,
    idle_expires_at: true,
    expires_at: true,
    ended_at: true,
    end_reason: true,
    user_agent: true,
    network_prefix: true,
  }),
  applications: all<ApplicationsTable>({
    id: true,
    name: true,
    kind: true,
    enabled: true,
    secret_hash: true,
    previous_secret_hash: true,
    previous_secret_expires_at: true,
    sector: true,
    definition: true,
    origin: true,
    claimed_name: true,
    registration_token_id: true,
    created_at: true,
    changed_at: true,
  }),
  authorizations: all<AuthorizationsTable>({
    id: true,
    session_id: true,
    person_id: true,
    application_id: true,
    sid: true,
    subject: true,
    proof_id: true,
    created_at: true,
  }),
  grants: all<GrantsTable>({
    id: true,
    person_id: true,
    application_id: true,
    scopes: true,
    withheld: true,
    resources: true,
    shown: true,
    learned: true,
    created_at: true,
    last_used_at: true,
    withdrawn_at: true,
    wallet_id: true,
    wallets_asked: true,
  }),
}

/** Columns as a query of several tables names them. */
export const columnsOf = <Table extends string, Column extends string>(
  table: Table,
  names: readonly Column[],
): `${Table}.${Column}`[] => names.map((name) => `${table}.${name}` as const)
