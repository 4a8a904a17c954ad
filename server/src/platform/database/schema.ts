// The tables as TypeScript sees them. Only text and whole numbers are stored, so that SQLite and PostgreSQL hold the
// same; times are milliseconds since 1970, truth values 0 or 1.
import type { CrossDeviceState } from '@countersign/api/calls'
import type { Way } from '@countersign/api/ways'
import type { SessionEndReason } from '@countersign/api/activity'
import type { NamespaceName } from '@countersign/message'
import type { Role } from '@countersign/api/permissions'
import type { Generated } from 'kysely'

export type { SessionEndReason }

export interface PeopleTable {
  id: string
  display_name: string | null
  /** The name as it is searched and sorted by (platform/fold-text.ts); written together with it. */
  folded_name: string | null
  picture_url: string | null
  locale: string | null
  /** Merged: everything of theirs has moved to another person, and comes back if that is undone. Erased: nothing is left of them,
   * and the empty row goes once nobody can be at work on it any more. */
  status: 'active' | 'suspended' | 'merged' | 'erased'
  created_at: number
  last_seen_at: number
}

/** A name by which programs call somebody, or called: never given to anybody else (decision 0037). */
export interface UserNamesTable {
  /** Of the name's look-alike form, under the server's key: all that stays of one whose person was erased. */
  name_hash: string
  /** The form that is the same for all names that look alike; null once its person was erased, as all the rest. */
  folded: string | null
  name: string | null
  person_id: string | null
  /** Whether it is what they are called now. */
  is_current: number
  /** 0 once its person was erased. */
  taken_at: number
}

/** The e-mail address that somebody has shown to read. Several people can have the same. */
export interface EmailAddressesTable {
  person_id: string
  /** As they wrote it. */
  address: string
  verified_at: number
}

/** The code that was sent to somebody last. */
export interface EmailCodesTable {
  person_id: string
  /** It counts in this session alone. */
  session_id: string
  address: string
  /** Keyed hash of the code, bound to all of these. */
  code_hash: string
  tries: number
  expires_at: number
}

/** How many mails somebody had sent, or one address was sent, on one day; whose is a keyed hash. */
export interface EmailSendsTable {
  key_hash: string
  /** Days since 1970, UTC. */
  day: number
  sent: number
}

/** A plain key, or a contract, which can be another's at the same address on another chain. */
export type WalletKind = 'key' | 'contract'

export interface WalletsTable {
  id: string
  person_id: string
  namespace: NamespaceName
  kind: WalletKind
  /** The chain that a contract is on. Null for a plain key, which is one identity on every chain of its namespace. */
  chain_reference: string | null
  /** In the one spelling that its namespace stores (identity/namespaces); shown in the form that people know. */
  address: string
  label: string | null
  /** As it is searched for. */
  folded_label: string | null
  is_primary: number
  linked_at: number
  last_used_at: number
  /** Null while it is linked; an unlinked one is kept for the proofs that name it. */
  unlinked_at: number | null
  /** Since when a contract that has changed hands waits for another of its person's ways to confirm it; null where it does not. */
  held_at: number | null
  /** What it proved while it is held, and in which browser, as JSON: the last of it, which a confirmation from there makes its proof. */
  held_proof: string | null
  /** Of a contract: the number of the newest block at which its chain was believed about it; null where that was not kept yet. */
  believed_block: number | null
}

export interface PasskeysTable {
  id: string
  person_id: string
  /** Base64url, as the authenticator made it. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** What the authenticator keeps beside it to name the person, base64url. */
  user_handle: string
  /** How often it was used, as far as the authenticator counts. */
  counter: number
  /** JSON: the ways to reach it, for the browser. */
  transports: string
  /** Whether it can be on several devices (synchronised), or on one alone. */
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: number
  label: string | null
  created_at: number
  last_used_at: number
  /** Null while it can be used. */
  removed_at: number | null
  /** Since when it shows that a browser is the person's: made or used in one that was known then. One that was made in a stranger's
   * browser is as strange (THREATS P13). */
  vouched_at: number | null
}

/** A browser that a person has signed in with. */
export interface BrowsersTable {
  id: string
  person_id: string
  /** Hash of the secret in its cookie. */
  browser_hash: string
  user_agent: string
  network_prefix: string
  first_seen_at: number
  last_seen_at: number
  /** When it was shown to be the person's (decision 0057). Until then signatures of a wallet may have been carried there from elsewhere, one or
   * several (THREATS M17, P13). The release before sets it at a step-up: it counts only where `vouched_at` says the same (`known.ts`). */
  known_at: number | null
  /** By what: the wallet or passkey whose proof it was, and where it was said from another browser, what made that one known. It is
   * known no longer once this leaves the person, so that nothing has to refer to it. */
  known_by_wallet_id: string | null
  known_by_passkey_id: string | null
  /** The same time as `known_at`, where it was shown by what counts. */
  vouched_at: number | null
  /** Since when it has been announced to the person's others without a break: since when it has had a session. Null where that was not noted. */
  announced_at: number | null
}

/** That a challenge was spent, for as long as anybody could show it again. */
export interface SpentChallengesTable {
  id: string
  expires_at: number
}

/** A challenge of a contract wallet, as it was issued. */
export interface AwaitedChallengesTable {
  id: string
  purpose: 'sign-in' | 'step-up' | 'link' | 'merge'
  /** Who is signed in where it is asked for; null for a sign-in. */
  person_id: string | null
  /** Hash of the secret in the cookie of the browser that asked. */
  browser_hash: string
  interaction_id: string | null
  /** The fields of the message, as JSON. */
  issued: string
  expires_at: number
}

/** A sign-in, step-up, link or merge in one browser that another device answers. */
export interface CrossDeviceRequestsTable {
  id: string
  /** Hash of the code that the waiting browser shows. */
  code_hash: string
  purpose: 'sign-in' | 'step-up' | 'link' | 'merge'
  /** Who is signed in in the waiting browser; null for a sign-in. */
  person_id: string | null
  interaction_id: string | null
  /** Hash of the secret of the waiting browser. */
  browser_hash: string
  user_agent: string
  network_prefix: string
  /** What the waiting browser shows, and the three that the other device asks of. */
  pair: string
  pairs: string
  state: CrossDeviceState
  /** Hash of the secret of the browser that opened the code. */
  answering_hash: string | null
  /** Hash of what lets another browser take its place, such as the one inside a wallet. */
  pass_hash: string | null
  /** The ids of the challenges that this device was given, each behind a space. */
  challenges: string
  /** What was signed, as JSON, until it is handed in, and the id of the challenge that it answers. */
  answer: string | null
  challenge_id: string | null
  /** The session that began so, as it is called now. */
  session_id: string | null
  created_at: number
  /** When it was opened, or changed since; null as long as it is only shown. */
  changed_at: number | null
  expires_at: number
}

/** One row: since when challenges count, and by what is seen that the database went back in time. */
export interface ChallengeFloorTable {
  id: number
  /** What was issued until then is refused. */
  floor_at: number
  /** When an instance last said that it uses this database. */
  alive_at: number
  /** Of the server's key; empty where none was seen yet. */
  key_mark: string
}

/** What verified a proof: the key itself, the contract (ERC-1271), or the contract as its factory would make it (ERC-6492). */
export type ProofMethod = 'ecdsa' | 'erc1271' | 'erc6492' | 'ed25519' | 'bip322'

export interface ProofsTable {
  id: string
  wallet_id: string
  /** The signed message stands once, as evidence of its line (`event_evidence.proof_id`); here only where that line's evidence is gone. */
  kept_message: string | null
  kept_signature: string | null
  method: ProofMethod
  /** The chain whose contract said yes, at which block, and the hash of its code there. Null for a plain key. */
  chain_reference: string | null
  /** A decimal number. */
  block_number: string | null
  block_hash: string | null
  /** Also null for a contract that is not deployed yet. */
  code_hash: string | null
  /** A hash of what the contract said of its owners and its code; null where it was not asked. */
  owners_hash: string | null
  verified_at: number
  /** The application that the message names, or null where it names none. */
  application_id: string | null
}

export interface SessionsTable {
  id: string
  token_hash: string
  person_id: string
  /** What it began with: a wallet and its proof, or a passkey. */
  wallet_id: string | null
  proof_id: string | null
  passkey_id: string | null
  /** Null for a session that is older than browsers are remembered. */
  browser_id: string | null
  /** Of a session that began with a contract wallet: when its contract last stood behind the proof, when it is asked again, and since when
   * it cannot be asked. Null for every other. */
  contract_checked_at: number | null
  contract_due_at: number | null
  contract_unreachable_since: number | null
  /** When the person last proved themselves in a way that counts for what is sensitive; null where they have not. */
  confirmed_at: number | null
  created_at: number
  last_seen_at: number
  idle_expires_at: number
  expires_at: number
  ended_at: number | null
  end_reason: SessionEndReason | null
  user_agent: string
  network_prefix: string
}

export interface EventsTable {
  sequence: number
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON without anything that identifies a person. */
  details: string
  /** Hash of this event's row in event_evidence, where there is one. */
  evidence_hash: string | null
  /** Empty for a line that was let go. */
  previous_hash: string
  hash: string
  /** Of a line that was let go (api/src/let-go.ts), of which its place, time and hash are left: the batch in which it was. */
  let_go_by: number | null
}

export interface EventEvidenceTable {
  sequence: number
  person_id: string | null
  /** Random, so that the hash in the event tells nothing once this row is erased. */
  salt: string
  /** JSON: who, from where, and what was signed. */
  content: string
  /** The canonical address that a line without a person is about. */
  address: string | null
  /** The proof whose signed message this is. */
  proof_id: string | null
}

/** A line that was written, and has no place in the log yet (activity/seal.ts). */
export interface UnsealedEventsTable {
  /** In the order in which lines began to be written. */
  id: Generated<number>
  at: number
  type: string
  outcome: 'success' | 'refused'
  details: string
  evidence_hash: string
  person_id: string | null
  salt: string
  content: string
  address: string | null
  proof_id: string | null
}

export interface EventHeadTable {
  id: 1
  sequence: number
  /** Of the last line. */
  hash: string
  /** The line behind which the tree begins. */
  tree_base: number
  /** The right edge of the tree (a compact range). An instance of the release before, which knows of none, leaves it behind. */
  tree: string
}

/** A full subtree of the log's tree, of 256, 65,536 and so on leaves. */
export interface EventNodesTable {
  /** 8, 16 and so on. */
  level: number
  place: number
  hash: string
}

/** A key that signs checkpoints of the log. */
export interface LogKeysTable {
  /** Counts up; the last one signs. */
  generation: number
  /** As those who verify have it (C2SP signed-note): its name, which is the origin of the log, its id and the key. */
  verifier_key: string
  /** Encrypted with the server's key, which is not in this database; null once the key has ended. */
  private_key: string | null
  created_at: number
  retired_at: number | null
}

/** The newest checkpoint; its row is held by who signs the next. */
export interface CheckpointsTable {
  id: 1
  /** Leaves of the tree; 0 where none was signed yet. */
  size: number
  /** Of the key that signed. */
  generation: number
  /** The signed note, with the cosignatures of witnesses that came so far; empty where there is none. */
  note: string
  signed_at: number
}

/** A witness that the operator names, or named. */
export interface LogWitnessesTable {
  verifier_key: string
  /** Leaves of the tree that it has signed last, as far as is known. */
  size: number
  cosigned_at: number | null
  /** Tries in a row that came to nothing. */
  failures: number
  /** When it is asked again; while it is asked, when another instance may. */
  due_at: number
}

export const applicationKinds = ['web', 'single-page', 'native', 'device', 'machine', 'site'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

export interface ApplicationsTable {
  /** The client id. */
  id: string
  name: string
  kind: ApplicationKind
  enabled: number
  /** Hash of the client secret; null for an application that has none. */
  secret_hash: string | null
  /** The secret before the last rotation, which works until its time is over. */
  previous_secret_hash: string | null
  previous_secret_expires_at: number | null
  /** People have one pairwise subject for each sector (OpenID Connect Core §8.1). Never changes. */
  sector: string
  /** JSON: the definition, as the operator gives it in a file. */
  definition: string
  /** Who made it: an operator, the application itself by dynamic registration, or a person who let one in that nobody registered. */
  origin: 'operator' | 'registration' | 'metadata-document'
  /** What an application that is known by its document calls itself there. Nobody has checked it. */
  claimed_name: string | null
  /** The token that it registered itself with. */
  registration_token_id: string | null
  /** JSON: what its document says, as it was read last; null for all others, and until one that was kept earlier is read again. */
  document: string | null
  /** JSON: how an operator narrowed its document; null where none changed anything about it. */
  narrowing: string | null
  /** 1 where the upgrade narrowed what it may introspect, until an operator saves it. */
  introspection_narrowed: Generated<number>
  created_at: number
  changed_at: number
}

/** What stands in the document of an application that nobody registered (draft-ietf-oauth-client-id-metadata-document), as it was read last. */
export interface ClientDocumentsTable {
  /** The address of the document, which is the client id. */
  client_id: string
  /** JSON: the definition that follows from it, and what it calls itself. */
  content: string
  read_at: number
  /** Until when it need not be read again. */
  fresh_until: number
  /** When somebody last began something with it. */
  used_at: number
}

/** A token with which applications register themselves (RFC 7591, initial access token), and how often it works. */
export interface RegistrationTokensTable {
  /** What operators call it; the token itself is stored nowhere. */
  id: string
  token_hash: string
  uses: number
  used: number
  created_at: number
  expires_at: number
}

/** Which application a host is protected as, by forward authentication: each host is one's alone. */
export interface SiteHostsTable {
  host: string
  application_id: string
}

export interface ApplicationLogosTable {
  application_id: string
  media_type: string
  /** Base64. */
  content: string
  hash: string
}

/** A resource server (RFC 8707): a service that accepts access tokens of this server. */
export interface ResourcesTable {
  /** Follows from the identifier (platform/resource-id.ts). */
  id: string
  /** Its address, which tokens name as their audience. Never changes. */
  identifier: string
  name: string
  /** JSON: the definition, as the operator gives it in a file. */
  definition: string
  /** Who made it: an operator, or applications, by naming it, while no operator has described it. */
  origin: 'operator' | 'applications'
  created_at: number
  changed_at: number
}

/** What a person allowed an application: remembered over sessions, until it is withdrawn. */
export interface GrantsTable {
  id: string
  person_id: string
  application_id: string
  /** Scopes that were allowed, separated by spaces. */
  scopes: string
  /** Scopes that were asked for and withheld, separated by spaces. */
  withheld: string
  /** JSON: the scopes of each resource that were allowed. */
  resources: string
  /** JSON: as whom an application that nobody registered was shown, and where it sent people to; null for all others. */
  shown: string | null
  /** JSON: for each scope, when the application first and last learned what it stands for. */
  learned: string
  created_at: number
  last_used_at: number
  withdrawn_at: number | null
  /** The wallet that the application knows; null where it knows none. It can have been unlinked since, and then is told no more. */
  wallet_id: string | null
  /** JSON: the wallets that the person signed in with when they chose; null where nobody has chosen yet. */
  wallets_asked: string | null
  /** When the person left something out; null where nothing was, or it was offered again since. */
  left_out_at: number | null
}

/** What an application was given through one session: the family that codes and tokens belong to, and end with. */
export interface AuthorizationsTable {
  id: string
  session_id: string
  person_id: string
  application_id: string
  /** The session as this application knows it (OpenID Connect Back-Channel Logout §2.1). */
  sid: string
  /** The person as this application knows it. */
  subject: string
  /** The signed message that this application may be shown, where there is one. */
  proof_id: string | null
  created_at: number
}

/** A record of the OpenID Connect provider: a code, a token, an interaction. Gone with its authorization. */
export interface ProviderRecordsTable {
  kind: string
  /** Hash of the value that the application or browser holds; the value itself is stored nowhere. */
  id_hash: string
  authorization_id: string | null
  application_id: string | null
  person_id: string | null
  user_code_hash: string | null
  /** Hash of the secret of the browser that an interaction belongs to. */
  browser_hash: string | null
  /** JSON. */
  payload: string
  created_at: number
  expires_at: number
  consumed_at: number | null
}

/** A response of the token endpoint that can be sent again for a short time. Gone with the code or token that was presented for it. */
export interface TokenAnswersTable {
  /** What was presented: `RefreshToken` or `DeviceCode`. */
  kind: string
  /** Hash of what was presented. */
  id_hash: string
  /** Hash of the refresh token in the response; null where it has none. */
  successor_hash: string | null
  /** The response, encrypted under a key derived from what was presented. */
  sealed: string
  repeats_left: number
  expires_at: number
}

export interface SubjectsTable {
  person_id: string
  sector: string
  subject: string
}

export const signingAlgorithms = ['ES256', 'RS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** A key that tokens are signed with. Its state follows from the clock: next, current, retiring, gone. */
export interface SigningKeysTable {
  /** The key id (`kid`). */
  id: string
  algorithm: SigningAlgorithm
  /** Counts up for each algorithm, so that instances that rotate at the same time make one key. */
  generation: number
  /** JSON Web Key. */
  public_key: string
  /** Encrypted with the server's key, which is not in this database; null once the key is gone. */
  private_key: string | null
  created_at: number
  /** When it begins to sign. It is published from the beginning. */
  active_from: number
  /** When its last token will have died; null while no other has followed it. */
  retires_at: number | null
}

/** A back-channel logout that an application is to be told, or was told. */
export interface LogoutDeliveriesTable {
  id: string
  application_id: string
  person_id: string
  uri: string
  subject: string
  sid: string
  /** Of the application's ID tokens. Kept here, because the application itself can be gone when it is told. */
  algorithm: SigningAlgorithm
  created_at: number
  attempts: number
  /** Null once settled. */
  next_attempt_at: number | null
  settled_at: number | null
  outcome: 'delivered' | 'failed' | null
}

/** Two identities of one person that were made one, or are offered to be. */
export interface MergesTable {
  id: string
  /** Who goes on. */
  person_id: string
  /** Whose wallets, passkeys and applications move. */
  merged_person_id: string
  /** JSON: of an offer, also of one that is pending, how the other side agreed to it; of a merge, what has moved, and goes back if it is
   * undone; empty once it was. */
  moved: string
  offered_at: number
  /** When the offer runs out. */
  expires_at: number
  /** When an offer was accepted without a confirmation of the other identity, and when it takes effect after that; null for every other. */
  pending_since: number | null
  effective_at: number | null
  merged_at: number | null
  undo_until: number | null
  undone_at: number | null
}

/** The name that a wallet has set for itself (ENS), as it was last read; a wallet without a row was not read yet. */
export interface WalletNamesTable {
  wallet_id: string
  /** Normalised, and leading back to the wallet; null where it has none. */
  name: string | null
  /** The picture that the name leads to, where it could be shown. */
  picture_id: string | null
  /** Where the picture came from: while its server is out of reach, the one that came from there stays. */
  picture_source: string | null
  /** When the chain last answered. */
  read_at: number | null
  /** When it is to be read again. */
  due_at: number
}

/** The picture that belongs to a wallet's name, as this server wrote it anew. */
export interface WalletPicturesTable {
  /** Random, so that an address of a picture cannot be guessed. */
  id: string
  wallet_id: string
  media_type: string
  /** Base64. */
  content: string
}

/** A group: those who meet its rule. */
export interface GroupsTable {
  /** What applications are told. */
  id: string
  name: string
  description: string | null
  /** JSON: the rule (groups/rule.ts). */
  rule: string
  created_at: number
  changed_at: number
}

/** Whether a person meets the rule of a group, as it was last read; somebody without a row was not looked at yet. */
export interface GroupMembersTable {
  group_id: string
  person_id: string
  is_member: number
  /** When the rule was last read. */
  checked_at: number
  /** Since when a chain that the rule needs cannot be read. */
  unreachable_since: number | null
  /** When it is read again without anybody asking. */
  due_at: number
}

/** The picture that a person chose, as this server wrote it anew. */
export interface PicturesTable {
  /** Random, so that an address of a picture cannot be guessed. */
  id: string
  person_id: string
  media_type: string
  /** Base64. */
  content: string
  created_at: number
}

/** What a person may do for others here. */
export interface RoleAssignmentsTable {
  person_id: string
  role: Role
  /** Null where an operator did it from the command line, or at the set-up. */
  granted_by: string | null
  granted_at: number
}

/** What a program shows to administrate; its value is stored nowhere. */
export interface ApiTokensTable {
  id: string
  token_hash: string
  name: string
  /** JSON: permissions. It never has more than who made it has now. */
  permissions: string
  /** Who made it. */
  person_id: string
  created_at: number
  expires_at: number
  last_used_at: number | null
  revoked_at: number | null
}

/** A view of a list of the administration, by name. */
export interface SavedViewsTable {
  id: string
  /** Whose it is. */
  person_id: string
  list: string
  name: string
  /** The query of its address, with its question mark; empty where it has none. */
  query: string
  /** Whether everybody with a role finds it. */
  is_shared: number
  created_at: number
  changed_at: number
}

/** One of the last things that somebody opened in the administration. */
export interface RecentThingsTable {
  person_id: string
  kind: string
  thing_id: string
  opened_at: number
}

export interface SetupTable {
  id: 1
  /** Hash of the one-time code for the first owner; null where there is none to be used. */
  code_hash: string | null
  /** JSON: steps of the check list that were set aside. */
  dismissed_steps: string
  /** When a copy of the database was last made, or said to be. */
  backed_up_at: number | null
}

/** Which application, actor or reason a line of the log names; outside of the chain, and erased with the evidence where it names a person. */
export interface EventLinksTable {
  kind: 'application' | 'actor' | 'reason'
  /** An id of an application, of a person or of a token; or the reason. */
  target: string
  sequence: number
}

/** How many lines of a kind a day has (UTC). */
export interface EventCountsTable {
  day: string
  type: string
  outcome: 'success' | 'refused'
  /** By what somebody signed in; empty for other lines. */
  way: Way | ''
  /** Why it was refused; empty where it was not. */
  reason: string
  /** To which application somebody signed in, or which group they joined or left; empty for other lines. */
  application: string
  count: number
}

export interface EventCountedTable {
  id: 1
  /** The last line that is counted. */
  sequence: number
}

/** Between which lines those of an hour lie; written when they are counted. */
export interface EventHoursTable {
  /** Hours since 1970. */
  hour: number
  first_sequence: number
  last_sequence: number
}

/** Up to where the time of what is kept was looked at. */
export interface RetentionTable {
  id: 1
  /** The last line that was looked at. */
  sequence: number
  /** How many batches of lines were let go. */
  batch: number
  looked_at: number
  /** Since when the clock has gone without a leap (sessions and lines are let go by a clock that is believed). */
  steady_since: number
}

/** How the site presents itself. */
export interface BrandingTable {
  id: 1
  /** JSON: what the owner chose. */
  choices: string
  mark_media_type: string | null
  /** Base64. */
  mark: string | null
  changed_at: number
}

export interface ReadinessTable {
  id: 1
  checked_at: number
  /** Empty but for a moment, after a disk was full (`platform/health.ts`). */
  padding: Generated<string>
}

/** Instances that share this database and say that they are there (platform/instance). Empty on SQLite. */
export interface InstancesTable {
  /** Counts up, also for one that begins anew. */
  number: Generated<number>
  /** When it was heard of last, by the clock of the database. */
  seen_at: number
  /** How far its clock is ahead of the database's, in milliseconds. */
  clock_ahead: number
}

/** Rows that jobs of instances have taken. */
export interface WorkInHandTable {
  queue: 'logouts' | 'sessions' | 'groups' | 'names'
  item: string
  token: number
  instance: number
}

/** Releases that have worked on this database. */
export interface ReleasesTable {
  version: string
  /** Empty where it was not known. */
  commit_hash: string
  started_at: number
}

export interface Schema {
  people: PeopleTable
  user_names: UserNamesTable
  email_addresses: EmailAddressesTable
  email_codes: EmailCodesTable
  email_sends: EmailSendsTable
  wallets: WalletsTable
  passkeys: PasskeysTable
  browsers: BrowsersTable
  merges: MergesTable
  pictures: PicturesTable
  wallet_names: WalletNamesTable
  wallet_pictures: WalletPicturesTable
  groups: GroupsTable
  group_members: GroupMembersTable
  spent_challenges: SpentChallengesTable
  awaited_challenges: AwaitedChallengesTable
  challenge_floor: ChallengeFloorTable
  cross_device_requests: CrossDeviceRequestsTable
  proofs: ProofsTable
  sessions: SessionsTable
  events: EventsTable
  event_evidence: EventEvidenceTable
  event_head: EventHeadTable
  event_nodes: EventNodesTable
  unsealed_events: UnsealedEventsTable
  log_keys: LogKeysTable
  checkpoints: CheckpointsTable
  log_witnesses: LogWitnessesTable
  readiness: ReadinessTable
  role_assignments: RoleAssignmentsTable
  api_tokens: ApiTokensTable
  saved_views: SavedViewsTable
  recent_things: RecentThingsTable
  setup: SetupTable
  event_links: EventLinksTable
  event_counts: EventCountsTable
  event_counted: EventCountedTable
  event_hours: EventHoursTable
  retention: RetentionTable
  branding: BrandingTable
  applications: ApplicationsTable
  client_documents: ClientDocumentsTable
  registration_tokens: RegistrationTokensTable
  application_logos: ApplicationLogosTable
  site_hosts: SiteHostsTable
  resources: ResourcesTable
  grants: GrantsTable
  authorizations: AuthorizationsTable
  provider_records: ProviderRecordsTable
  token_answers: TokenAnswersTable
  subjects: SubjectsTable
  signing_keys: SigningKeysTable
  logout_deliveries: LogoutDeliveriesTable
  releases: ReleasesTable
  instances: InstancesTable
  work_in_hand: WorkInHandTable
}
