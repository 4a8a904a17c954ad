// The initial schema (full-text search by a trigram index included): the tables and indexes, with what their columns hold, and the triggers of the log and of the
// search by name. Only text and
// whole numbers are stored, so that both databases hold the same; times are milliseconds since 1970, truth values 0 or 1. The types of columns that
// hold one of a few values are in ../database-column-types.ts.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../open-sqlite-or-postgres-database.ts'

export async function up(queries: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const text = [tables(kind), rows, kind === 'sqlite' ? sqliteOnly : postgresOnly, nameTriggers(kind)].join('\n')
  for (const statement of text.replaceAll(/^ *--.*\n/gm, '').split(/;\n(?! )/))
    if (statement.trim() !== '') await sql.raw(statement).execute(queries)
}

/** A key that the database counts up; on SQLite it is the row's own number. */
const counted = (kind: DatabaseKind, generated: 'always' | 'by default'): string =>
  kind === 'sqlite' ? 'integer primary key' : `bigint primary key generated ${generated} as identity`

function tables(kind: DatabaseKind): string {
  const key = counted(kind, 'always')
  const withoutRowid = kind === 'sqlite' ? ' without rowid' : ''
  return `
create table people (
  id text primary key,
  display_name text,
  -- The name as it is searched and sorted by (platform/fold-text.ts); written together with it.
  display_name_folded text,
  picture_url text,
  locale text,
  -- Merged: everything of theirs has moved to another person, and comes back if that is undone.
  -- Erased: nothing is left of them, and the empty row goes once nobody can be at work on it any
  -- more.
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

-- A name by which programs call somebody, or called: never given to anybody else (decision 0037).
create table usernames (
  -- Of the name's look-alike form, under the server's key: all that stays of one whose person was
  -- erased.
  name_hash text primary key,
  -- The form that is the same for all names that look alike; null once its person was erased, as
  -- all the rest.
  name_folded text unique,
  name text,
  person_id text references people (id),
  -- Whether it is what they are called now.
  is_current integer not null,
  -- 0 once its person was erased.
  reserved_at bigint not null
);
create unique index usernames_current on usernames (person_id) where is_current = 1;
create index usernames_person on usernames (person_id);

-- The e-mail address that somebody has shown to read. Several people can have the same.
create table email_addresses (
  person_id text primary key references people (id),
  -- As they wrote it.
  address text not null,
  verified_at bigint not null
);

-- The code that was sent to somebody last.
create table email_codes (
  person_id text primary key references people (id),
  -- It counts in this session alone.
  session_id text not null,
  address text not null,
  -- Keyed hash of the code, bound to all of these.
  code_hash text not null,
  attempts integer not null,
  expires_at bigint not null
);
create index email_codes_expiry on email_codes (expires_at);

-- How many mails somebody had sent, or one address was sent, on one day; whose is a keyed hash.
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
  -- The chain that a contract is on. Null for a plain key, which is one identity on every chain of
  -- its namespace.
  chain_reference text,
  -- In the one spelling that its namespace stores (chains/families); shown in the form that
  -- people know.
  address text not null,
  label text,
  -- As it is searched for.
  label_folded text,
  is_primary integer not null,
  linked_at bigint not null,
  last_used_at bigint not null,
  -- Null while it is linked; an unlinked one is kept for the proofs that name it.
  unlinked_at bigint,
  -- Since when a contract that has changed hands waits for another of its person's ways to confirm
  -- it; null where it does not.
  on_hold_since bigint,
  -- What it proved while it is held, and in which browser, as JSON: the last of it, which a
  -- confirmation from there makes its proof.
  on_hold_proof text,
  -- Of a contract: the number of the newest block at which its chain was believed about it; null
  -- where that was not kept yet.
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
  -- Base64url, as the authenticator made it.
  credential_id text not null,
  -- COSE key, base64url.
  public_key text not null,
  -- What the authenticator keeps beside it to name the person, base64url.
  user_handle text not null,
  -- How often it was used, as far as the authenticator counts.
  counter bigint not null,
  -- JSON: the ways to reach it, for the browser.
  transports text not null,
  -- Whether it can be on several devices (isSynced), or on one alone.
  device_type text not null,
  backed_up integer not null,
  label text,
  created_at bigint not null,
  last_used_at bigint not null,
  -- Null while it can be used.
  removed_at bigint,
  -- Since when it shows that a browser is the person's: made or used in one that was known then.
  -- One that was made in a stranger's browser is as strange (THREATS P13).
  trusted_at bigint
);
create unique index passkeys_credential on passkeys (credential_id) where removed_at is null;
create index passkeys_person on passkeys (person_id, created_at);
create index passkeys_used on passkeys (person_id) where removed_at is null;

-- A browser that a person has signed in with.
create table browsers (
  id text primary key,
  person_id text not null references people (id),
  -- Hash of the secret in its cookie.
  browser_hash text not null,
  user_agent text not null,
  network_prefix text not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  -- When the browser became trusted: shown to be the person's (decision 0057). Until then its wallet
  -- signatures may have been relayed from elsewhere (THREATS M17, P13).
  trusted_at bigint,
  -- By what: the wallet or passkey whose proof it was, and where it was said from another browser,
  -- what made that one known. It is known no longer once this leaves the person, so that nothing
  -- has to refer to it.
  trusted_by_wallet_id text,
  trusted_by_passkey_id text,
  -- Since when it has been announced to the person's others without a break: since when it has had
  -- a session. Null where that was not noted.
  announced_since bigint,
  constraint browsers_identity unique (person_id, browser_hash)
);
create index browsers_known on browsers (browser_hash) where trusted_at is not null;
create index browsers_seen on browsers (last_seen_at);

-- Two identities of one person that were made one, or are offered to be.
create table identity_merges (
  id text primary key,
  -- Who goes on.
  person_id text not null references people (id),
  -- Whose wallets, passkeys and applications move.
  merged_person_id text not null references people (id),
  -- JSON: of an offer, also of one that is pending, how the other side agreed to it; of a merge,
  -- what has moved, and goes back if it is undone; empty once it was.
  moved_records text not null,
  offered_at bigint not null,
  -- When the offer runs out.
  expires_at bigint not null,
  -- When an offer was accepted without a confirmation of the other identity, and when it takes
  -- effect after that; null for every other.
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

-- The picture that a person chose, as this server wrote it anew.
create table profile_pictures (
  -- Random, so that an address of a picture cannot be guessed.
  id text primary key,
  person_id text not null unique references people (id),
  media_type text not null,
  -- Base64.
  content text not null,
  created_at bigint not null
);

-- The name that a wallet has set for itself (ENS), as it was last read; a wallet without a row was
-- not read yet.
create table wallet_names (
  wallet_id text primary key references wallets (id),
  -- Normalised, and leading back to the wallet; null where it has none.
  name text,
  -- The picture that the name leads to, where it could be shown.
  avatar_id text,
  -- Where the picture came from: while its server is out of reach, the one that came from there
  -- stays.
  avatar_source text,
  -- When the chain last answered.
  resolved_at bigint,
  -- When it is to be read again.
  refresh_at bigint not null
);
create index wallet_names_due on wallet_names (refresh_at);

-- The picture that belongs to a wallet's name, as this server wrote it anew.
create table wallet_avatars (
  -- Random, so that an address of a picture cannot be guessed.
  id text primary key,
  wallet_id text not null references wallets (id),
  media_type text not null,
  -- Base64.
  content text not null
);
create index wallet_avatars_wallet on wallet_avatars (wallet_id);

-- A group: those who meet its rule.
create table groups (
  -- What applications are told.
  id text primary key,
  name text not null,
  description text,
  -- JSON: the rule (groups/rule.ts).
  rule text not null,
  created_at bigint not null,
  changed_at bigint not null
);

-- Whether a person meets the rule of a group, as it was last read; somebody without a row was not
-- looked at yet.
create table group_members (
  group_id text not null references groups (id),
  person_id text not null references people (id),
  is_member integer not null,
  -- When the rule was last read.
  checked_at bigint not null,
  -- Since when a chain that the rule needs cannot be read.
  unreachable_since bigint,
  -- When it is read again without anybody asking.
  recheck_at bigint not null,
  constraint group_members_identity primary key (group_id, person_id)
);
create index group_members_due on group_members (recheck_at);
create index group_members_in on group_members (group_id, checked_at, person_id) where is_member = 1;
create index group_members_person on group_members (person_id);
create index group_members_read on group_members (group_id, checked_at);

-- That a challenge was spent, for as long as anybody could show it again.
create table spent_challenges (
  id text not null,
  expires_at bigint not null,
  constraint spent_challenges_identity primary key (expires_at, id)
)${withoutRowid};

-- A challenge of a contract wallet, as it was issued.
create table pending_challenges (
  id text primary key,
  purpose text not null,
  -- Who is signed in where it is asked for; null for a sign-in.
  person_id text,
  -- Hash of the secret in the cookie of the browser that asked.
  browser_hash text not null,
  interaction_id text,
  -- The fields of the message, as JSON.
  issued_fields text not null,
  expires_at bigint not null
);
create index pending_challenges_expiry on pending_challenges (expires_at);
create index pending_challenges_person on pending_challenges (person_id) where person_id is not null;

-- One row: since when challenges count, and by what is seen that the database went back in time.
create table challenge_validity (
  id integer primary key,
  -- What was issued until then is refused.
  valid_after bigint not null,
  -- When an instance last said that it uses this database.
  last_seen_at bigint not null,
  -- Of the server's key; empty where none was seen yet.
  key_fingerprint text not null
);

-- A sign-in, step-up, link or merge in one browser that another device answers.
create table cross_device_requests (
  id text primary key,
  -- Hash of the code that the waiting browser shows.
  code_hash text not null unique,
  purpose text not null,
  -- Who is signed in in the waiting browser; null for a sign-in.
  person_id text,
  interaction_id text,
  -- Hash of the secret of the waiting browser.
  browser_hash text not null,
  user_agent text not null,
  network_prefix text not null,
  -- What the waiting browser shows, and the three that the other device asks of.
  match_pair text not null,
  match_pair_choices text not null,
  state text not null,
  -- Hash of the secret of the browser that opened the code.
  answering_device_hash text,
  -- Hash of what lets another browser take its place, such as the one inside a wallet.
  handover_hash text,
  -- The ids of the challenges that this device was given, each behind a space.
  challenge_ids text not null,
  -- What was signed, as JSON, until it is handed in, and the id of the challenge that it answers.
  signed_response text,
  challenge_id text,
  -- The session that began so, as it is called now.
  session_id text,
  created_at bigint not null,
  -- When it was opened, or changed since; null as long as it is only shown.
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
  -- The signed message stands once, as evidence of its line (\`audit_event_evidence.proof_id\`); here only
  -- where that line's evidence is gone.
  retained_message text,
  retained_signature text,
  method text not null,
  -- The chain whose contract said yes, at which block, and the hash of its code there. Null for a
  -- plain key.
  chain_reference text,
  -- A decimal number.
  block_number text,
  block_hash text,
  -- Also null for a contract that is not deployed yet.
  code_hash text,
  -- A hash of what the contract said of its owners and its code; null where it was not asked.
  owners_hash text,
  verified_at bigint not null,
  -- The application that the message names, or null where it names none.
  application_id text
);
create index proofs_wallet on proofs (wallet_id, verified_at);

create table sessions (
  id text primary key,
  token_hash text not null unique,
  person_id text not null references people (id),
  -- What it began with: a wallet and its proof, or a passkey.
  wallet_id text references wallets (id),
  proof_id text references proofs (id),
  passkey_id text references passkeys (id),
  -- Null for a session that is older than browsers are remembered.
  browser_id text references browsers (id),
  -- Of a session that began with a contract wallet: when its contract last stood behind the proof,
  -- when it is asked again, and since when it cannot be asked. Null for every other.
  contract_checked_at bigint,
  contract_check_due_at bigint,
  contract_unreachable_since bigint,
  -- When the person last proved themselves in a way that counts for what is sensitive; null where
  -- they have not.
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
  -- JSON without anything that identifies a person.
  details text not null,
  -- Hash of this event's row in audit_event_evidence, where there is one.
  evidence_hash text,
  -- Empty for a line that was let go.
  previous_hash text not null,
  hash text not null,
  -- Of a line that was let go (packages/api/src/expired-audit-entry-verifier.ts), of which its place, time and hash are left: the
  -- batch in which it was.
  expired_by bigint
);
create index audit_events_refused on audit_events (sequence) where outcome = 'refused';
create index audit_events_type on audit_events (type, sequence);

create table audit_event_evidence (
  sequence bigint primary key references audit_events (sequence),
  person_id text,
  -- Random, so that the hash in the event tells nothing once this row is erased.
  salt text not null,
  -- JSON: who, from where, and what was signed.
  content text not null,
  -- The canonical address that a line without a person is about.
  address text,
  -- The proof whose signed message this is.
  proof_id text
);
create index audit_event_evidence_address on audit_event_evidence (address, sequence) where address is not null;
create index audit_event_evidence_person on audit_event_evidence (person_id, sequence) where person_id is not null;
create index audit_event_evidence_proof on audit_event_evidence (proof_id) where proof_id is not null;

create table audit_log_head (
  id integer primary key,
  sequence bigint not null,
  -- Of the last line.
  hash text not null,
  -- The line behind which the tree begins.
  tree_offset bigint not null default 0,
  -- The right edge of the tree (a compact range). An instance of the release before, which knows of
  -- none, leaves it behind.
  compact_range text not null default ''
);

-- A full subtree of the log's tree, of 256, 65,536 and so on leaves.
create table audit_log_nodes (
  -- 8, 16 and so on.
  level integer not null,
  node_index bigint not null,
  hash text not null,
  constraint audit_log_nodes_identity primary key (level, node_index)
);

-- A line that was written, and has no place in the log yet (activity/seal.ts).
create table pending_audit_events (
  -- In the order in which lines began to be written.
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
  -- Counts up; the last one signs.
  generation integer primary key,
  -- As those who verify have it (C2SP signed-note): its name, which is the origin of the log, its
  -- id and the key.
  verifier_key text not null,
  -- Encrypted with the server's key, which is not in this database; null once the key has ended.
  private_key text,
  created_at bigint not null,
  retired_at bigint
);

-- The newest checkpoint; its row is held by who signs the next.
create table checkpoints (
  id integer primary key,
  -- Leaves of the tree; 0 where none was signed yet.
  size bigint not null,
  -- Of the key that signed.
  generation integer not null,
  -- The signed note, with the cosignatures of witnesses that came so far; empty where there is
  -- none.
  note text not null,
  signed_at bigint not null
);

-- A witness that the operator names, or named.
create table log_witnesses (
  verifier_key text primary key,
  -- Leaves of the tree that it has signed last, as far as is known.
  size bigint not null,
  cosigned_at bigint,
  -- Tries in a row that came to nothing.
  failures integer not null,
  -- When it is asked again; while it is asked, when another instance may.
  next_attempt_at bigint not null
);

create table readiness_probe (
  id integer primary key,
  checked_at bigint not null,
  -- Empty but for a moment, after a disk was full (\`platform/health.ts\`).
  padding text not null default ''
);

-- What a person may do for others here.
create table role_assignments (
  person_id text not null references people (id),
  role text not null,
  -- Null where an operator did it from the command line, or at the set-up.
  granted_by text,
  granted_at bigint not null,
  constraint role_assignments_identity primary key (person_id, role)
);
create index role_assignments_role on role_assignments (role);

-- What a program shows to administrate; its value is stored nowhere.
create table api_tokens (
  id text primary key,
  token_hash text not null unique,
  name text not null,
  -- JSON: permissions. It never has more than who made it has now.
  permissions text not null,
  -- Who made it.
  person_id text not null references people (id),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index api_tokens_person on api_tokens (person_id, created_at);

-- A view of a list of the administration, by name.
create table saved_views (
  id text primary key,
  -- Whose it is.
  person_id text not null,
  list text not null,
  name text not null,
  -- The query of its address, with its question mark; empty where it has none.
  query text not null,
  -- Whether everybody with a role finds it.
  is_shared bigint not null,
  created_at bigint not null,
  changed_at bigint not null
);
create unique index saved_views_person on saved_views (person_id, list, name);
create index saved_views_shared on saved_views (list) where is_shared = 1;

-- One of the last things that somebody opened in the administration.
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
  -- Hash of the one-time code for the first owner; null where there is none to be used.
  code_hash text,
  -- JSON: steps of the check list that were set aside.
  dismissed_steps text not null,
  -- When a copy of the database was last made, or said to be.
  backed_up_at bigint
);

-- Which application, actor or reason a line of the log names; outside of the chain, and erased with
-- the evidence where it names a person.
create table audit_event_links (
  kind text not null,
  -- An id of an application, of a person or of a token; or the reason.
  target text not null,
  sequence bigint not null references audit_events (sequence),
  constraint audit_event_links_identity primary key (kind, target, sequence)
)${withoutRowid};

-- How many lines of a kind a day has (UTC).
create table audit_event_counts (
  day text not null,
  type text not null,
  outcome text not null,
  -- By what somebody signed in; empty for other lines.
  sign_in_method text not null,
  -- Why it was refused; empty where it was not.
  reason text not null,
  -- To which application somebody signed in, or which group they joined or left; empty for other
  -- lines.
  application text not null,
  count bigint not null,
  constraint audit_event_counts_identity primary key (type, application, day, outcome, sign_in_method, reason)
);

create table audit_event_cursor (
  id integer primary key,
  -- The last line that is counted.
  sequence bigint not null
);

-- Between which lines those of an hour lie; written when they are counted.
create table audit_event_hours (
  -- Hours since 1970.
  hour bigint primary key,
  first_sequence bigint not null,
  last_sequence bigint not null
);

-- Up to where the time of what is kept was looked at.
create table retention_progress (
  id integer primary key,
  -- The last line that was looked at.
  sequence bigint not null,
  -- How many batches of lines were let go.
  batch bigint not null,
  checked_at bigint not null,
  -- Since when the clock has gone without a leap (sessions and lines are let go by a clock that is
  -- believed).
  clock_stable_since bigint not null
);

-- How the site presents itself.
create table branding (
  id integer primary key,
  -- JSON: what the owner chose.
  settings text not null,
  logo_media_type text,
  -- Base64.
  logo text,
  changed_at bigint not null
);

create table applications (
  -- The client id.
  id text primary key,
  name text not null,
  kind text not null,
  enabled integer not null,
  -- Hash of the client secret; null for an application that has none.
  secret_hash text,
  -- The secret before the last rotation, which works until its time is over.
  previous_secret_hash text,
  previous_secret_expires_at bigint,
  -- People have one pairwise subject for each sector (OpenID Connect Core §8.1). Never changes.
  sector text not null,
  -- JSON: the definition, as the operator gives it in a file.
  definition text not null,
  -- Who made it: an operator, the application itself by dynamic registration, or a person who let
  -- one in that nobody registered.
  origin text not null,
  -- What an application that is known by its document calls itself there. Nobody has checked it.
  claimed_name text,
  -- The token that it registered itself with.
  registration_token_id text,
  -- JSON: what its document says, as it was read last; null for all others, and until one that was
  -- kept earlier is read again.
  metadata_document text,
  -- JSON: how an operator narrowed its document; null where none changed anything about it.
  narrowing text,
  -- 1 where the upgrade narrowed what it may introspect, until an operator saves it.
  introspection_narrowed integer not null default 0,
  created_at bigint not null,
  changed_at bigint not null
);
create index applications_name on applications (name, id);
create index applications_registration_token on applications (registration_token_id) where registration_token_id is not null;

-- What stands in the document of an application that nobody registered
-- (draft-ietf-oauth-client-id-metadata-document), as it was read last.
create table client_metadata_documents (
  -- The address of the document, which is the client id.
  client_id text primary key,
  -- JSON: the definition that follows from it, and what it calls itself.
  content text not null,
  fetched_at bigint not null,
  -- Until when it need not be read again.
  fresh_until bigint not null,
  -- When somebody last began something with it.
  last_used_at bigint not null
);
create index client_metadata_documents_used on client_metadata_documents (last_used_at);

-- A token with which applications register themselves (RFC 7591, initial access token), and how
-- often it works.
create table registration_tokens (
  -- What operators call it; the token itself is stored nowhere.
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

-- Which application a host is protected as, by forward authentication: each host is one's alone.
create table protected_site_hosts (
  host text primary key,
  application_id text not null references applications (id) on delete cascade
);
create index protected_site_hosts_application on protected_site_hosts (application_id);

-- A resource server (RFC 8707): a service that accepts access tokens of this server.
create table resources (
  -- Follows from the identifier (platform/derive-resource-server-id.ts).
  id text primary key,
  -- Its address, which tokens name as their audience. Never changes.
  identifier text not null unique,
  name text not null,
  -- JSON: the definition, as the operator gives it in a file.
  definition text not null,
  -- Who made it: an operator, or applications, by naming it, while no operator has described it.
  origin text not null,
  created_at bigint not null,
  changed_at bigint not null
);

-- What a person allowed an application: remembered over sessions, until it is withdrawn.
create table grants (
  id text primary key,
  person_id text not null references people (id),
  application_id text not null references applications (id) on delete cascade,
  -- Scopes that were allowed, separated by spaces.
  scopes text not null,
  -- Scopes that were asked for and withheld, separated by spaces.
  denied_scopes text not null,
  -- JSON: the scopes of each resource that were allowed.
  resources text not null,
  -- JSON: as whom an application that nobody registered was shown, and where it sent people to;
  -- null for all others.
  client_identity text,
  -- JSON: for each scope, when the application first and last learned what it stands for.
  disclosures text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  revoked_at bigint,
  -- The wallet that the application knows; null where it knows none. It can have been unlinked
  -- since, and then is told no more.
  wallet_id text,
  -- JSON: the wallets that the person signed in with when they chose; null where nobody has chosen
  -- yet.
  wallets_offered text,
  -- When the person left something out; null where nothing was, or it was offered again since.
  partially_denied_at bigint
);
create index grants_given on grants (application_id, person_id) where revoked_at is null;
create unique index grants_in_force on grants (person_id, application_id) where revoked_at is null;
create index grants_of_resources on grants (person_id) where revoked_at is null and resources <> '[]';
create index grants_person on grants (person_id);
create index grants_used on grants (application_id, last_used_at);

-- What an application was given through one session: the family that codes and tokens belong to,
-- and end with.
create table authorizations (
  id text primary key,
  session_id text not null references sessions (id),
  person_id text not null references people (id),
  application_id text not null references applications (id) on delete cascade,
  -- The session as this application knows it (OpenID Connect Back-Channel Logout §2.1).
  sid text not null unique,
  -- The person as this application knows it.
  subject text not null,
  -- The signed message that this application may be shown, where there is one.
  proof_id text references proofs (id),
  created_at bigint not null
);
create index authorizations_application on authorizations (application_id, person_id, session_id);
create index authorizations_person on authorizations (person_id, application_id);
create index authorizations_proof on authorizations (proof_id);
create unique index authorizations_session on authorizations (session_id, application_id);

-- A record of the OpenID Connect provider: a code, a token, an interaction. Gone with its
-- authorization.
create table provider_records (
  kind text not null,
  -- Hash of the value that the application or browser holds; the value itself is stored nowhere.
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

-- A response of the token endpoint that can be sent again for a short time. Gone with the code or
-- token that was presented for it.
create table token_responses (
  -- What was presented: \`RefreshToken\` or \`DeviceCode\`.
  kind text not null,
  -- Hash of what was presented.
  id_hash text not null,
  -- Hash of the refresh token in the response; null where it has none.
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

-- A key that tokens are signed with. Its state follows from the clock: next, current, retiring,
-- gone.
create table signing_keys (
  -- The key id (\`kid\`).
  id text primary key,
  algorithm text not null,
  -- Counts up for each algorithm, so that instances that rotate at the same time make one key.
  generation integer not null,
  -- JSON Web Key.
  public_key text not null,
  -- Encrypted with the server's key, which is not in this database; null once the key is gone.
  private_key text,
  created_at bigint not null,
  -- When it begins to sign. It is published from the beginning.
  active_from bigint not null,
  -- When its last token will have died; null while no other has followed it.
  retires_at bigint,
  constraint signing_keys_generation unique (algorithm, generation)
);

-- A back-channel logout that an application is to be told, or was told.
create table logout_deliveries (
  id text primary key,
  application_id text not null,
  person_id text not null,
  uri text not null,
  subject text not null,
  sid text not null,
  -- Of the application's ID tokens. Kept here, because the application itself can be gone when it
  -- is told.
  algorithm text not null,
  created_at bigint not null,
  attempts integer not null,
  -- Null once settled.
  next_attempt_at bigint,
  completed_at bigint,
  outcome text
);
create index logout_deliveries_due on logout_deliveries (next_attempt_at, id) where completed_at is null;
create index logout_deliveries_person on logout_deliveries (person_id);
create index logout_deliveries_settled on logout_deliveries (completed_at);

-- Releases that have worked on this database.
create table release_history (
  version text not null,
  -- Empty where it was not known.
  commit_hash text not null,
  started_at bigint not null,
  constraint release_history_pkey primary key (version, commit_hash)
);

-- Instances that share this database and say that they are there (platform/instance). Empty on
-- SQLite.
create table instances (
  -- Counts up, also for one that begins anew.
  number ${key},
  -- When it was heard of last, by the clock of the database.
  heartbeat_at bigint not null,
  -- How far its clock is ahead of the database's, in milliseconds.
  clock_ahead_ms bigint not null
);

-- Rows that jobs of instances have taken.
create table work_leases (
  queue text not null,
  item text not null,
  fencing_token bigint not null,
  instance bigint not null,
  constraint work_leases_key primary key (queue, item)
);
create index work_leases_instance on work_leases (instance);

-- All names that people are searched by, kept by the triggers below: at each place where a name is written, and at no sign-in.
create table searchable_names (
  id ${counted(kind, 'by default')},
  kind text not null,
  owner_id text not null,
  text text not null
);
create unique index searchable_names_owner on searchable_names (owner_id, kind);
`
}

/** The rows that tables with one row begin with. The compact_range of the log begins with the hash of no entry as its first leaf. */
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

/** The one change of an entry that the database allows: an entry about a refused attempt loses everything but its place, time and hash. */
const expires = `old.expired_by is null and new.expired_by is not null and old.outcome = 'refused'
  and old.type in ('sign_in.refused', 'step_up.refused', 'wallet.refused', 'passkey.refused', 'cross_device.ended')
  and new.sequence = old.sequence and new.at = old.at and new.hash = old.hash and new.type = 'entry.expired'
  and new.outcome = 'success' and new.details = '{}' and new.evidence_hash is null and new.previous_hash = ''`

// The index of parts: its texts stay in their table. What is taken from it is overwritten, not only marked as gone (THREATS P9).
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

// Rate limits: unlogged, because losing them in a crash costs a minute of counting, and keeping them a durable write for each request. The shape is
// rate-limiter-flexible's. Unsealed entries: vacuumed by how much is gone, not by how large the table is. The index of parts is PostgreSQL's own,
// because the extension for this (pg_trgm) is not installed everywhere.
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

/** Kind of name, its table, the column that says whose it is, the column with the name. A user name is never removed. */
const searchedNames = [
  ['person', 'people', 'id', 'display_name_folded'],
  ['label', 'wallets', 'id', 'label_folded'],
  ['wallet', 'wallet_names', 'wallet_id', 'name'],
  ['user', 'usernames', 'name_hash', 'name'],
] as const

/** The condition is outside of the trigger's body, so that a row without a name, and a sign-in, cost nothing. */
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
