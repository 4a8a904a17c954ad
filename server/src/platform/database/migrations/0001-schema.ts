// The initial schema. It stores only text and whole numbers, so that both databases hold the same
// values: times are milliseconds since 1970, booleans are 0 or 1. Types of columns with fixed
// values are in ../database-column-types.ts.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-sqlite-or-postgres-database.ts'

export async function up(queries: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const text = [tables(kind), rows, kind === 'sqlite' ? sqliteOnly : postgresOnly, nameTriggers(kind)].join('\n')
  for (const statement of text.replaceAll(/^ *--.*\n/gm, '').split(/;\n(?! )/))
    if (statement.trim() !== '') await sql.raw(statement).execute(queries)
}

/** An automatically numbered primary key; on SQLite, it is the rowid. */
const counted = (kind: DatabaseKind, generated: 'always' | 'by default'): string =>
  kind === 'sqlite' ? 'integer primary key' : `bigint primary key generated ${generated} as identity`

function tables(kind: DatabaseKind): string {
  const key = counted(kind, 'always')
  const withoutRowid = kind === 'sqlite' ? ' without rowid' : ''
  return `
create table people (
  id text primary key,
  display_name text,
  -- The name in the form used for search and sorting (platform/fold-text-case.ts); always written
  -- with it.
  display_name_folded text,
  picture_url text,
  locale text,
  -- Merged: all data has moved to another person, and returns if the merge is undone. Erased: no
  -- data is left, and the empty row is deleted once no running request can use it.
  status text not null,
  created_at bigint not null,
  last_seen_at bigint not null
);
create index people_created on people (created_at, id);
create index people_erased on people (last_seen_at) where status = 'erased';
create index people_name_down on people ((coalesce('1' || display_name_folded, '0')), id);
create index people_name_up on people ((coalesce('0' || display_name_folded, '1')), id);
create index people_seen on people (last_seen_at, id);
create index people_set_aside_created on people (status, created_at, id) where status <> 'active';
create index people_set_aside_name_down on people (status, (coalesce('1' || display_name_folded, '0')), id) where status <> 'active';
create index people_set_aside_name_up on people (status, (coalesce('0' || display_name_folded, '1')), id) where status <> 'active';
create index people_set_aside_seen on people (status, last_seen_at, id) where status <> 'active';
create index people_status on people (status, id);

-- Usernames, current and former. Never reassigned to another person (decision 0037).
create table usernames (
  -- Keyed hash of the look-alike form of the name; all that remains after its person is erased.
  name_hash text primary key,
  -- Equal for all names that look alike. Null, like the columns below, once the person is erased.
  name_folded text unique,
  name text,
  person_id text references people (id),
  -- Whether it is the person's current username.
  is_current integer not null,
  -- 0 once the person is erased.
  reserved_at bigint not null
);
create unique index usernames_current on usernames (person_id) where is_current = 1;
create index usernames_person on usernames (person_id);

-- The verified email address of a person. Several people can have the same address.
create table email_addresses (
  person_id text primary key references people (id),
  -- As the person wrote it.
  address text not null,
  verified_at bigint not null
);

-- The last email code sent to a person.
create table email_codes (
  person_id text primary key references people (id),
  -- The code is valid only in this session.
  session_id text not null,
  address text not null,
  -- Keyed hash of the code, bound to the columns above.
  code_hash text not null,
  attempts integer not null,
  expires_at bigint not null
);
create index email_codes_expiry on email_codes (expires_at);

-- Number of emails per day, for a person or an address, which is stored as a keyed hash.
create table email_sends (
  key_hash text primary key,
  -- Days since 1970, UTC.
  day bigint not null,
  sent integer not null
);
create index email_sends_day on email_sends (day);

create table wallets (
  id text primary key,
  person_id text not null references people (id),
  namespace text not null,
  kind text not null,
  -- The chain of a contract. Null for a plain key, which is one identity on every chain of its
  -- namespace.
  chain_reference text,
  -- In the canonical spelling of its namespace (chains/families); displayed in the usual form.
  address text not null,
  label text,
  -- In the form used for search.
  label_folded text,
  is_primary integer not null,
  linked_at bigint not null,
  last_used_at bigint not null,
  -- Null while linked. An unlinked wallet is kept for the proofs that refer to it.
  unlinked_at bigint,
  -- Since when a contract that has changed hands waits for confirmation by another sign-in method
  -- of its person; null if it does not.
  on_hold_since bigint,
  -- JSON: the last proof of the wallet while on hold, and its browser. A confirmation from that
  -- browser makes it the wallet's proof.
  on_hold_proof text,
  -- For a contract: the newest block at which an answer of its chain about it was accepted; null if
  -- none is recorded yet.
  verified_block bigint
);
create index wallets_address on wallets (address);
create index wallets_held on wallets (on_hold_since) where on_hold_since is not null;
create unique index wallets_identity on wallets (namespace, address, coalesce(chain_reference, '')) where unlinked_at is null;
create index wallets_kind on wallets (kind, person_id) where unlinked_at is null;
create index wallets_person on wallets (person_id, linked_at);

create table passkeys (
  id text primary key,
  person_id text not null references people (id),
  -- Base64url, as created by the authenticator.
  credential_id text not null,
  -- COSE key, base64url.
  public_key text not null,
  -- User handle stored by the authenticator, base64url.
  user_handle text not null,
  -- Number of uses, as reported by the authenticator.
  counter bigint not null,
  -- JSON: transports of the authenticator, for the browser.
  transports text not null,
  -- Whether it can be on several devices (isSynced) or only on one.
  device_type text not null,
  backed_up integer not null,
  label text,
  created_at bigint not null,
  last_used_at bigint not null,
  -- Null while it can be used.
  removed_at bigint,
  -- Since when it proves that a browser belongs to the person: created or used in a browser that
  -- was trusted then. A passkey created in an untrusted browser is untrusted too (THREATS P13).
  trusted_at bigint
);
create unique index passkeys_credential on passkeys (credential_id) where removed_at is null;
create index passkeys_removed on passkeys (credential_id, removed_at) where removed_at is not null;
create index passkeys_person on passkeys (person_id, created_at);
create index passkeys_used on passkeys (person_id) where removed_at is null;

-- A browser in which a person has signed in.
create table browsers (
  id text primary key,
  person_id text not null references people (id),
  -- Hash of the secret in its cookie.
  browser_hash text not null,
  user_agent text not null,
  network_prefix text not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  -- When the browser became trusted: shown to belong to the person (decision 0057). Until then, its
  -- wallet signatures may have been relayed from elsewhere (THREATS M17, P13).
  trusted_at bigint,
  -- The wallet or passkey that proved it or, if another browser vouched for it, the one that made
  -- that browser trusted. Trust ends once this sign-in method leaves the person, so there is no
  -- foreign key.
  trusted_by_wallet_id text,
  trusted_by_passkey_id text,
  -- Since when it has been announced continuously in the person's other browsers, which is since
  -- when it has had a session. Null if not recorded.
  announced_since bigint,
  constraint browsers_identity unique (person_id, browser_hash)
);
create index browsers_known on browsers (browser_hash) where trusted_at is not null;
create index browsers_seen on browsers (last_seen_at);

-- Merges of two identities of one person, offered or done.
create table identity_merges (
  id text primary key,
  -- The person that remains.
  person_id text not null references people (id),
  -- The person whose wallets, passkeys and applications move.
  merged_person_id text not null references people (id),
  -- JSON. For an offer, also a pending one: how the other side agreed. For a merge: the moved
  -- records, which return if it is undone. Empty once undone.
  moved_records text not null,
  offered_at bigint not null,
  -- When the offer expires.
  expires_at bigint not null,
  -- When an offer was accepted without confirmation by the other identity, and when it then takes
  -- effect; otherwise null.
  pending_since bigint,
  effective_at bigint,
  merged_at bigint,
  undo_until bigint,
  undone_at bigint
);
create index identity_merges_due on identity_merges (effective_at) where merged_at is null and effective_at is not null;
create index identity_merges_merged_person on identity_merges (merged_person_id);
create index identity_merges_person on identity_merges (person_id, merged_at);
create index identity_merges_waiting on identity_merges (expires_at) where merged_at is null;

-- The picture that a person chose, re-encoded by this server.
create table profile_pictures (
  -- Random, so that picture URLs cannot be guessed.
  id text primary key,
  person_id text not null unique references people (id),
  media_type text not null,
  -- Base64.
  content text not null,
  created_at bigint not null
);

-- The ENS name of a wallet at the last read. A wallet without a row has not been read yet.
create table wallet_names (
  wallet_id text primary key references wallets (id),
  -- Normalized, and resolving to the wallet; null if it has none.
  name text,
  -- The picture of the name, if it can be displayed.
  avatar_id text,
  -- Source of the picture: while its server is unreachable, the picture from there is kept.
  avatar_source text,
  -- When the chain last answered.
  resolved_at bigint,
  -- When it is due to be read again.
  refresh_at bigint not null
);
create index wallet_names_due on wallet_names (refresh_at);

-- The picture of a wallet's name, re-encoded by this server.
create table wallet_avatars (
  -- Random, so that picture URLs cannot be guessed.
  id text primary key,
  wallet_id text not null references wallets (id),
  media_type text not null,
  -- Base64.
  content text not null
);
create index wallet_avatars_wallet on wallet_avatars (wallet_id);

-- A group: the people who meet its rule.
create table groups (
  -- The name that applications receive.
  id text primary key,
  name text not null,
  description text,
  -- JSON: the rule (groups/membership/parse-group-rule.ts).
  rule text not null,
  created_at bigint not null,
  changed_at bigint not null
);

-- Whether a person met the rule of a group at the last check. A person without a row has not been
-- checked yet.
create table group_members (
  group_id text not null references groups (id),
  person_id text not null references people (id),
  is_member integer not null,
  -- When the rule was last checked.
  checked_at bigint not null,
  -- Since when a chain that the rule needs cannot be read.
  unreachable_since bigint,
  -- When the next background check is due.
  recheck_at bigint not null,
  constraint group_members_identity primary key (group_id, person_id)
);
create index group_members_due on group_members (recheck_at);
create index group_members_in on group_members (group_id, checked_at, person_id) where is_member = 1;
create index group_members_person on group_members (person_id);
create index group_members_read on group_members (group_id, checked_at);

-- Used challenges, kept for as long as they could be presented again.
create table spent_challenges (
  id text not null,
  expires_at bigint not null,
  constraint spent_challenges_identity primary key (expires_at, id)
)${withoutRowid};

-- An issued challenge for a contract wallet.
create table pending_challenges (
  id text primary key,
  purpose text not null,
  -- The person signed in at the request; null for a sign-in.
  person_id text,
  -- Hash of the cookie secret of the requesting browser.
  browser_hash text not null,
  interaction_id text,
  -- JSON: the fields of the message.
  issued_fields text not null,
  expires_at bigint not null
);
create index pending_challenges_expiry on pending_challenges (expires_at);
create index pending_challenges_person on pending_challenges (person_id) where person_id is not null;

-- One row: since when challenges are valid, and the data that detects a restored older database.
create table challenge_validity (
  id integer primary key,
  -- Challenges issued until then are refused.
  valid_after bigint not null,
  -- When an instance last recorded that it uses this database.
  last_seen_at bigint not null,
  -- Fingerprint of the server key; empty if none has been seen yet.
  key_fingerprint text not null
);

-- A sign-in, step-up, link or merge in one browser that another device answers.
create table cross_device_requests (
  id text primary key,
  -- Hash of the code shown by the waiting browser.
  code_hash text not null unique,
  purpose text not null,
  -- The person signed in in the waiting browser; null for a sign-in.
  person_id text,
  interaction_id text,
  -- Hash of the secret of the waiting browser.
  browser_hash text not null,
  user_agent text not null,
  network_prefix text not null,
  -- The pair shown by the waiting browser, and the three choices on the other device.
  match_pair text not null,
  match_pair_choices text not null,
  state text not null,
  -- Hash of the secret of the browser that opened the code.
  answering_device_hash text,
  -- Hash of the secret that lets another browser take over, such as the one inside a wallet.
  handover_hash text,
  -- IDs of the challenges issued to this device, each preceded by a space.
  challenge_ids text not null,
  -- JSON: the signed response, until it is collected, and the ID of its challenge.
  signed_response text,
  challenge_id text,
  -- The session started by it, under its current ID.
  session_id text,
  created_at bigint not null,
  -- When it was opened or last changed; null while it is only displayed.
  changed_at bigint,
  expires_at bigint not null
);
create index cross_device_answering_hash on cross_device_requests (answering_device_hash) where answering_device_hash is not null;
create index cross_device_browser on cross_device_requests (browser_hash);
create index cross_device_challenge_id on cross_device_requests (challenge_id) where challenge_id is not null;
create index cross_device_changed on cross_device_requests (changed_at) where changed_at is not null;
create index cross_device_expiry on cross_device_requests (expires_at);
create index cross_device_person_id on cross_device_requests (person_id) where person_id is not null;
create index cross_device_session_id on cross_device_requests (session_id) where session_id is not null;
create index cross_device_signed on cross_device_requests (expires_at) where signed_response is not null;

create table proofs (
  id text primary key,
  wallet_id text not null references wallets (id),
  -- The signed message is stored once, as evidence of its entry
  -- (\`audit_event_evidence.proof_id\`); here only if that evidence is gone.
  retained_message text,
  retained_signature text,
  method text not null,
  -- The chain whose contract accepted the signature, the block, and the hash of the contract code
  -- there. Null for a plain key.
  chain_reference text,
  -- A decimal number.
  block_number text,
  block_hash text,
  -- Also null for a contract that is not deployed yet.
  code_hash text,
  -- Hash of what the contract returned about its owners and code; null if it was not queried.
  owners_hash text,
  verified_at bigint not null,
  -- The application named in the message, or null.
  application_id text
);
create index proofs_wallet on proofs (wallet_id, verified_at);

create table sessions (
  id text primary key,
  token_hash text not null unique,
  person_id text not null references people (id),
  -- The sign-in method: a wallet with its proof, or a passkey.
  wallet_id text references wallets (id),
  proof_id text references proofs (id),
  passkey_id text references passkeys (id),
  -- Null for a session from before browsers were recorded.
  browser_id text references browsers (id),
  -- For a session started with a contract wallet: when the contract last confirmed the proof, when
  -- it is due to be checked again, and since when it cannot be checked. Otherwise null.
  contract_checked_at bigint,
  contract_check_due_at bigint,
  contract_unreachable_since bigint,
  -- When the person last stepped up; null if they have not.
  stepped_up_at bigint,
  created_at bigint not null,
  last_seen_at bigint not null,
  idle_expires_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  end_reason text,
  user_agent text not null,
  network_prefix text not null
);
create index sessions_browser on sessions (browser_id);
create index sessions_contract_due on sessions (contract_check_due_at, id) where ended_at is null and contract_check_due_at is not null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_expiry on sessions (expires_at) where ended_at is null;
create index sessions_idle on sessions (idle_expires_at, expires_at, id) where ended_at is null;
create index sessions_newest on sessions (created_at, id) where ended_at is null;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;
create index sessions_person on sessions (person_id, ended_at, created_at, id);
create index sessions_proof on sessions (proof_id);
create index sessions_wallet on sessions (wallet_id);

create table audit_events (
  sequence bigint primary key,
  at bigint not null,
  type text not null,
  outcome text not null,
  -- JSON that identifies no person.
  details text not null,
  -- Hash of the audit_event_evidence row of this entry, if it has one.
  evidence_hash text,
  -- Empty for an expired entry.
  previous_hash text not null,
  hash text not null,
  -- The expiry batch of an expired entry, of which only position, time and hash remain
  -- (packages/api/src/expired-audit-entry-verifier.ts).
  expired_by bigint
);
create index audit_events_refused on audit_events (sequence) where outcome = 'refused';
create index audit_events_type on audit_events (type, sequence);

create table audit_event_evidence (
  sequence bigint primary key references audit_events (sequence),
  person_id text,
  -- Random, so that the hash in the entry reveals nothing once this row is erased.
  salt text not null,
  -- JSON: who, from where, and what was signed.
  content text not null,
  -- The canonical address that an entry without a person is about.
  address text,
  -- The proof with this signed message.
  proof_id text
);
create index audit_event_evidence_address on audit_event_evidence (address, sequence) where address is not null;
create index audit_event_evidence_person on audit_event_evidence (person_id, sequence) where person_id is not null;
create index audit_event_evidence_proof on audit_event_evidence (proof_id) where proof_id is not null;

create table audit_log_head (
  id integer primary key,
  sequence bigint not null,
  -- Hash of the last entry.
  hash text not null,
  -- The entry after which the tree starts.
  tree_offset bigint not null default 0,
  -- The right edge of the tree (a compact range). An instance of the previous release, which does
  -- not know it, leaves it outdated.
  compact_range text not null default ''
);

-- A full subtree of the log's tree, with 256, 65,536 and so on leaves.
create table audit_log_nodes (
  -- 8, 16 and so on.
  level integer not null,
  node_index bigint not null,
  hash text not null,
  constraint audit_log_nodes_identity primary key (level, node_index)
);

-- Entries without a position in the log yet (audit-log/audit-log-sequencer.ts).
create table pending_audit_events (
  -- In the order in which writing the entries started.
  id ${key},
  at bigint not null,
  type text not null,
  outcome text not null,
  details text not null,
  evidence_hash text not null,
  person_id text,
  salt text not null,
  content text not null,
  address text,
  proof_id text
);
create index pending_audit_events_proof on pending_audit_events (proof_id) where proof_id is not null;
create index pending_audit_events_suspended on pending_audit_events (person_id) where type = 'person.suspended';

-- A key that signs checkpoints of the log.
create table log_signing_keys (
  -- Increasing; the last one signs.
  generation integer primary key,
  -- Verifier key (C2SP signed-note): key name, which is the origin of the log, key ID and key.
  verifier_key text not null,
  -- Encrypted with the server key, which is not in this database; null once the key has ended.
  private_key text,
  created_at bigint not null,
  retired_at bigint
);

-- The newest checkpoint. The signer of the next one locks the row.
create table checkpoints (
  id integer primary key,
  -- Leaves of the tree; 0 if none has been signed yet.
  size bigint not null,
  -- Generation of the signing key.
  generation integer not null,
  -- The signed note with the witness cosignatures received so far; empty if there is none.
  note text not null,
  signed_at bigint not null
);

-- A witness that the operator has configured, now or earlier.
create table log_witnesses (
  verifier_key text primary key,
  -- Tree size that it last signed, as far as known.
  size bigint not null,
  cosigned_at bigint,
  -- Consecutive failed attempts.
  failures integer not null,
  -- When the next attempt is due; during an attempt, when another instance may try.
  next_attempt_at bigint not null
);

create table readiness_probe (
  id integer primary key,
  checked_at bigint not null,
  -- Only filled briefly, after the disk was full (\`platform/health-probes.ts\`).
  padding text not null default ''
);

-- Roles of people.
create table role_assignments (
  person_id text not null references people (id),
  role text not null,
  -- Null if granted by an operator on the command line or during setup.
  granted_by text,
  granted_at bigint not null,
  constraint role_assignments_identity primary key (person_id, role)
);
create index role_assignments_role on role_assignments (role);

-- API tokens of the administration. The token itself is not stored.
create table api_tokens (
  id text primary key,
  token_hash text not null unique,
  name text not null,
  -- JSON: permissions. Limited to the current permissions of its creator.
  permissions text not null,
  -- The creator.
  person_id text not null references people (id),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index api_tokens_person on api_tokens (person_id, created_at);

-- A saved view of an administration list.
create table saved_views (
  id text primary key,
  -- The owner.
  person_id text not null,
  list text not null,
  name text not null,
  -- The URL query of the view, with its question mark; empty if it has none.
  query text not null,
  -- Whether everyone with a role sees it.
  is_shared bigint not null,
  created_at bigint not null,
  changed_at bigint not null
);
create unique index saved_views_person on saved_views (person_id, list, name);
create index saved_views_shared on saved_views (list) where is_shared = 1;

-- Items that a person recently opened in the administration.
create table recent_items (
  person_id text not null,
  kind text not null,
  item_id text not null,
  opened_at bigint not null,
  constraint recent_items_key primary key (person_id, kind, item_id)
);
create index recent_items_thing on recent_items (item_id, kind);

create table setup (
  id integer primary key,
  -- Hash of the one-time setup code for the first owner; null if no code is valid.
  code_hash text,
  -- JSON: dismissed steps of the setup checklist.
  dismissed_steps text not null,
  -- When the database was last backed up, or reported as backed up.
  backed_up_at bigint
);

-- Search index: the application, actor or reason of an entry. Not part of the hash chain; rows that
-- name a person are erased with the evidence.
create table audit_event_links (
  kind text not null,
  -- ID of an application, person or token; or the reason.
  target text not null,
  sequence bigint not null references audit_events (sequence),
  constraint audit_event_links_identity primary key (kind, target, sequence)
)${withoutRowid};

-- Number of entries per kind and day (UTC).
create table audit_event_counts (
  day text not null,
  type text not null,
  outcome text not null,
  -- The sign-in method; empty for other entries.
  sign_in_method text not null,
  -- Why it was refused; empty if it was not.
  reason text not null,
  -- The application of the sign-in, or the group that was joined or left; empty for other entries.
  application text not null,
  count bigint not null,
  constraint audit_event_counts_identity primary key (type, application, day, outcome, sign_in_method, reason)
);

create table audit_event_cursor (
  id integer primary key,
  -- The last counted entry.
  sequence bigint not null
);

-- First and last entry of each hour; written when they are counted.
create table audit_event_hours (
  -- Hours since 1970.
  hour bigint primary key,
  first_sequence bigint not null,
  last_sequence bigint not null
);

-- Progress of retention.
create table retention_progress (
  id integer primary key,
  -- The last entry checked.
  sequence bigint not null,
  -- Number of expired batches of entries.
  batch bigint not null,
  checked_at bigint not null,
  -- Since when the clock has not jumped. Sessions and entries expire only by a stable clock.
  clock_stable_since bigint not null
);

-- Branding of the site.
create table branding (
  id integer primary key,
  -- JSON: the settings chosen by the owner.
  settings text not null,
  logo_media_type text,
  -- Base64.
  logo text,
  changed_at bigint not null
);

create table applications (
  -- The client ID.
  id text primary key,
  name text not null,
  kind text not null,
  enabled integer not null,
  -- Hash of the client secret; null if the application has none.
  secret_hash text,
  -- The secret before the last rotation, valid until it expires.
  previous_secret_hash text,
  previous_secret_expires_at bigint,
  -- People have one pairwise subject per sector (OpenID Connect Core §8.1). Never changes.
  sector text not null,
  -- JSON: the definition, as in an operator's file.
  definition text not null,
  -- Created by an operator, by dynamic registration, or by a person who approved an unregistered
  -- application.
  origin text not null,
  -- The name in the metadata document of an unregistered application. Not verified.
  claimed_name text,
  -- The token with which it registered itself.
  registration_token_id text,
  -- JSON: the metadata document as last read; null for other applications, and until a document
  -- stored by an older release is read again.
  metadata_document text,
  -- JSON: restrictions that an operator added to the metadata document; null if there are none.
  narrowing text,
  -- 1 if the upgrade restricted what it may introspect, until an operator saves it.
  introspection_narrowed integer not null default 0,
  created_at bigint not null,
  changed_at bigint not null
);
create index applications_name on applications (name, id);
create index applications_registration_token on applications (registration_token_id) where registration_token_id is not null;

-- Metadata documents of unregistered applications (draft-ietf-oauth-client-id-metadata-document),
-- as last read.
create table client_metadata_documents (
  -- The URL of the document, which is the client ID.
  client_id text primary key,
  -- JSON: the resulting definition, and the name in the document.
  content text not null,
  fetched_at bigint not null,
  -- Until when it need not be fetched again.
  fresh_until bigint not null,
  -- When someone last started a request with it.
  last_used_at bigint not null
);
create index client_metadata_documents_used on client_metadata_documents (last_used_at);

-- Registration tokens (RFC 7591, initial access token), and how often they can be used.
create table registration_tokens (
  -- ID for operators; the token itself is not stored.
  id text primary key,
  token_hash text not null unique,
  max_uses integer not null,
  use_count integer not null,
  created_at bigint not null,
  expires_at bigint not null
);

create table application_logos (
  application_id text primary key references applications (id) on delete cascade,
  media_type text not null,
  -- Base64.
  content text not null,
  hash text not null
);

-- The application that protects a host by forward authentication. A host belongs to only one.
create table protected_site_hosts (
  host text primary key,
  application_id text not null references applications (id) on delete cascade
);
create index protected_site_hosts_application on protected_site_hosts (application_id);

-- A resource server (RFC 8707): a service that accepts access tokens of this server.
create table resources (
  -- Derived from the identifier (platform/derive-resource-server-id.ts).
  id text primary key,
  -- Its address, the audience of its tokens. Never changes.
  identifier text not null unique,
  name text not null,
  -- JSON: the definition, as in an operator's file.
  definition text not null,
  -- Created by an operator, or by applications that name it until an operator describes it.
  origin text not null,
  created_at bigint not null,
  changed_at bigint not null
);

-- What a person allowed an application, across sessions, until it is revoked.
create table grants (
  id text primary key,
  person_id text not null references people (id),
  application_id text not null references applications (id) on delete cascade,
  -- Allowed scopes, separated by spaces.
  scopes text not null,
  -- Requested scopes that were denied, separated by spaces.
  denied_scopes text not null,
  -- JSON: the allowed scopes per resource.
  resources text not null,
  -- JSON: the name and redirect address shown for an unregistered application; null for all others.
  client_identity text,
  -- JSON: per scope, when its data was first and last disclosed to the application.
  disclosures text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  revoked_at bigint,
  -- The wallet disclosed to the application, or null. It may have been unlinked since, and is then
  -- no longer disclosed.
  wallet_id text,
  -- JSON: the person's sign-in wallets when they chose; null if they have not chosen yet.
  wallets_offered text,
  -- When the person denied part of the request; null if they denied nothing, or were asked again
  -- since.
  partially_denied_at bigint
);
create index grants_given on grants (application_id, person_id) where revoked_at is null;
create unique index grants_in_force on grants (person_id, application_id) where revoked_at is null;
create index grants_of_resources on grants (person_id) where revoked_at is null and resources <> '[]';
create index grants_person on grants (person_id);
create index grants_used on grants (application_id, last_used_at);

-- What an application received through one session: the family of its codes and tokens, which ends
-- with it.
create table authorizations (
  id text primary key,
  session_id text not null references sessions (id),
  person_id text not null references people (id),
  application_id text not null references applications (id) on delete cascade,
  -- The session ID that this application knows (OpenID Connect Back-Channel Logout §2.1).
  sid text not null unique,
  -- The person's identifier at this application.
  subject text not null,
  -- The signed message that this application may receive, if any.
  proof_id text references proofs (id),
  created_at bigint not null
);
create index authorizations_application on authorizations (application_id, person_id, session_id);
create index authorizations_person on authorizations (person_id, application_id);
create index authorizations_proof on authorizations (proof_id);
create unique index authorizations_session on authorizations (session_id, application_id);

-- A record of the OpenID Connect provider: a code, token or interaction. Deleted with its
-- authorization.
create table provider_records (
  kind text not null,
  -- Hash of the value that the application or browser holds; the value itself is not stored.
  id_hash text not null,
  authorization_id text references authorizations (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  person_id text,
  user_code_hash text,
  -- Hash of the secret of the browser that an interaction belongs to.
  browser_hash text,
  -- JSON.
  payload text not null,
  created_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint,
  constraint provider_records_key primary key (kind, id_hash)
);
create index provider_records_application on provider_records (application_id);
create index provider_records_authorization on provider_records (authorization_id);
create index provider_records_browser on provider_records (browser_hash) where browser_hash is not null;
create index provider_records_expiry on provider_records (expires_at);
create index provider_records_person on provider_records (person_id);
create unique index provider_records_user_code on provider_records (user_code_hash) where user_code_hash is not null;

-- A token endpoint response that can be sent again for a short time. Deleted with the code or token
-- that was presented for it.
create table token_responses (
  -- What was presented: \`RefreshToken\` or \`DeviceCode\`.
  kind text not null,
  -- Hash of what was presented.
  id_hash text not null,
  -- Hash of the refresh token in the response; null if it has none.
  successor_hash text,
  -- The response, encrypted under a key derived from what was presented.
  encrypted_response text not null,
  retries_left integer not null,
  expires_at bigint not null,
  constraint token_responses_key primary key (kind, id_hash),
  constraint token_responses_presented foreign key (kind, id_hash) references provider_records (kind, id_hash) on delete cascade
);
create index token_responses_expiry on token_responses (expires_at);
create index token_responses_successor on token_responses (successor_hash);

create table subjects (
  person_id text not null references people (id),
  sector text not null,
  subject text not null,
  constraint subjects_key primary key (person_id, sector),
  constraint subjects_subject unique (sector, subject)
);

-- A key that signs tokens. Its state depends on the time: next, current, retiring or gone.
create table signing_keys (
  -- The key ID (\`kid\`).
  id text primary key,
  algorithm text not null,
  -- Increasing per algorithm, so that instances that rotate at the same time create one key.
  generation integer not null,
  -- JSON Web Key.
  public_key text not null,
  -- Encrypted with the server key, which is not in this database; null once the key is gone.
  private_key text,
  created_at bigint not null,
  -- When it starts to sign. It is published from its creation.
  active_from bigint not null,
  -- When its last token expires; null while it has no successor.
  retires_at bigint,
  constraint signing_keys_generation unique (algorithm, generation)
);

-- Back-channel logouts to deliver, or delivered, to applications.
create table logout_deliveries (
  id text primary key,
  application_id text not null,
  person_id text not null,
  uri text not null,
  subject text not null,
  sid text not null,
  -- Algorithm of the application's ID tokens. Stored here, because the application may be deleted
  -- before the delivery.
  algorithm text not null,
  created_at bigint not null,
  attempts integer not null,
  -- Null once delivered or given up.
  next_attempt_at bigint,
  completed_at bigint,
  outcome text
);
create index logout_deliveries_due on logout_deliveries (next_attempt_at, id) where completed_at is null;
create index logout_deliveries_person on logout_deliveries (person_id);
create index logout_deliveries_settled on logout_deliveries (completed_at);

-- Releases that have used this database.
create table release_history (
  version text not null,
  -- Empty if unknown.
  commit_hash text not null,
  started_at bigint not null,
  constraint release_history_pkey primary key (version, commit_hash)
);

-- Instances that share this database and send heartbeats (platform/cluster). Empty on SQLite.
create table instances (
  -- Increasing; an instance that rejoins gets a new number.
  number ${key},
  -- Time of the last heartbeat, by the clock of the database.
  heartbeat_at bigint not null,
  -- How far its clock is ahead of the database clock, in milliseconds.
  clock_ahead_ms bigint not null
);

-- Rows leased by background jobs of an instance.
create table work_leases (
  queue text not null,
  item text not null,
  fencing_token bigint not null,
  instance bigint not null,
  constraint work_leases_key primary key (queue, item)
);
create index work_leases_instance on work_leases (instance);

-- All names by which people are searched, maintained by the triggers below, only when a name is
-- written.
create table searchable_names (
  id ${counted(kind, 'by default')},
  kind text not null,
  owner_id text not null,
  text text not null
);
create unique index searchable_names_owner on searchable_names (owner_id, kind);
`
}

/** The compact_range of the log starts with the genesis hash as its first leaf. */
const rows = `
insert into audit_log_head (id, sequence, hash, tree_offset, compact_range) values (1, 0, '${'0'.repeat(64)}', 0, '0 1 R+r0Sjvnt8ir5zhWyu86MKyXCUuFw0t5v+wqec0cWQs=');
insert into readiness_probe (id, checked_at) values (1, 0);
insert into setup (id, code_hash, dismissed_steps, backed_up_at) values (1, null, '[]', null);
insert into audit_event_cursor (id, sequence) values (1, 0);
insert into branding (id, settings, changed_at) values (1, '{}', 0);
insert into retention_progress (id, sequence, batch, checked_at, clock_stable_since) values (1, 0, 0, 0, 0);
insert into challenge_validity (id, valid_after, last_seen_at, key_fingerprint) values (1, 0, 0, '');
insert into checkpoints (id, size, generation, note, signed_at) values (1, 0, 0, '', 0);
`

// The only change to an entry that the database allows: an entry about a refused attempt loses
// everything except its place, time and hash.
const expires = `old.expired_by is null and new.expired_by is not null and old.outcome = 'refused'
  and old.type in ('sign_in.refused', 'step_up.refused', 'wallet.refused', 'passkey.refused', 'cross_device.ended')
  and new.sequence = old.sequence and new.at = old.at and new.hash = old.hash and new.type = 'entry.expired'
  and new.outcome = 'success' and new.details = '{}' and new.evidence_hash is null and new.previous_hash = ''`

// The trigram index overwrites removed text instead of only marking it as deleted (THREATS P9).
const sqliteOnly = `
create trigger audit_events_no_delete before delete on audit_events begin select raise(abort, 'the activity log is append-only'); end;
create trigger audit_events_no_update before update on audit_events when not (${expires})
  begin select raise(abort, 'the activity log is append-only'); end;
create virtual table name_trigrams using fts5(text, content = 'searchable_names', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = 'none', columnsize = 0);
insert into name_trigrams (name_trigrams, rank) values ('secure-delete', 1);
create trigger searchable_names_added after insert on searchable_names begin insert into name_trigrams (rowid, text) values (new.id, new.text); end;
create trigger searchable_names_removed after delete on searchable_names begin
  insert into name_trigrams (name_trigrams, rowid, text) values ('delete', old.id, old.text); end;
`

// rate_limits is unlogged, because a crash loses only one minute of counters. It has the columns of
// rate-limiter-flexible. The trigram index avoids pg_trgm, which is not installed everywhere.
const postgresOnly = `
create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
alter table pending_audit_events set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create function reject_audit_event_change() returns trigger language plpgsql as
  $$ begin raise exception 'the activity log is append-only'; end $$;
create trigger audit_events_append_only before delete or truncate on audit_events for each statement execute function reject_audit_event_change();
create trigger audit_events_expire_only before update on audit_events for each row when (not (${expires})) execute function reject_audit_event_change();
create function trigrams_of(whole text) returns text[] language sql immutable strict parallel safe as
  $$ select array(select distinct substr(whole, place, 3) from generate_series(1, length(whole) - 2) as place) $$;
create index searchable_names_trigrams on searchable_names using gin (trigrams_of(text)) with (fastupdate = off);
create function sync_searchable_name() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then delete from searchable_names where owner_id = to_jsonb(old) ->> tg_argv[1] and kind = tg_argv[0]; end if;
  if tg_op <> 'DELETE' and to_jsonb(new) ->> tg_argv[2] is not null then
    insert into searchable_names (kind, owner_id, text) values (tg_argv[0], to_jsonb(new) ->> tg_argv[1], to_jsonb(new) ->> tg_argv[2]); end if;
  return null; end $$;
`

/** For each kind of name: its table, owner column and name column. A username is never removed. */
const searchedNames = [
  ['person', 'people', 'id', 'display_name_folded'],
  ['label', 'wallets', 'id', 'label_folded'],
  ['wallet', 'wallet_names', 'wallet_id', 'name'],
  ['user', 'usernames', 'name_hash', 'name'],
] as const

/** The condition is not in the body of the trigger, so that a row without a name costs nothing. */
function nameTriggers(kind: DatabaseKind): string {
  const differs = kind === 'sqlite' ? 'is not' : 'is distinct from'
  return searchedNames
    .flatMap(([name, table, owner, text]) => {
      const remove = `delete from searchable_names where owner_id = old.${owner} and kind = '${name}';`
      const add = `insert into searchable_names (kind, owner_id, text) select '${name}', new.${owner}, new.${text} where new.${text} is not null;`
      const steps = [
        ['added', 'insert', `new.${text} is not null`, add],
        ['changed', `update of ${text}`, `new.${text} ${differs} old.${text}`, `${remove} ${add}`],
        ...(name === 'user' ? [] : [['removed', 'delete', `old.${text} is not null`, remove] as const]),
      ] as const
      return steps.map(([word, event, condition, body]) => {
        const does =
          kind === 'sqlite'
            ? `begin ${body} end`
            : `execute function sync_searchable_name('${name}', '${owner}', '${text}')`
        return `create trigger ${table}_text_${word} after ${event} on ${table} for each row when (${condition}) ${does};\n`
      })
    })
    .join('')
}
