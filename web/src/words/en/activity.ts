// The words of the activity: a sentence for each kind of line, and the reasons that lines give.
import type { ActivityKind, ActivityType, SessionEndReason } from '@countersign/api/activity'

/** What a sentence can name. */
export interface Told {
  /** The wallet or passkey that the line is about, as it is shown: `the wallet 0x12…34`, `the passkey “Phone”`, or only `a wallet`. */
  readonly way: string
  readonly application: string
  readonly device: string
  /** The group that the line is about, by its id, or only `a group`. */
  readonly group: string
  /** The wallet or passkey that the line is about was used on another device. */
  readonly isElsewhere: boolean
  /** Somebody left a group because nobody could read for too long whether they belong. */
  readonly isOutage: boolean
  /** Whether a passkey can be on several devices. */
  readonly isSynchronised: boolean
  /** Why a session ended, as a clause; empty where the line gives no reason that has words. */
  readonly ending: string
  /** What a person changed of themselves. */
  readonly changed: string
}

export const activity = {
  intro: 'What happened here in your name, the newest first. Nobody can alter these lines unnoticed.',
  lines: {
    'person.created': () => 'You signed in here for the first time.',
    'person.suspended': () => 'Whoever runs this site suspended you, and you were signed out everywhere.',
    'person.restored': () => 'Whoever runs this site let you sign in again.',
    'person.changed': ({ changed }) => `You changed ${changed}.`,
    'person.exported': () => 'A copy of everything that is kept about you was taken.',
    'person.erased': () => 'You were deleted here.',
    'identity.merge_requested': () => 'A merge of two of your identities was asked for, and waits.',
    'identity.merge_ended': () => 'A pending merge of two of your identities ended. Nothing has changed.',
    'identity.merged': () => 'Two identities of yours became one.',
    'identity.separated': () => 'The merge of two identities was undone.',
    'wallet.linked': ({ way }) => `Linked ${way}.`,
    'wallet.unlinked': ({ way }) => `Unlinked ${way}.`,
    'wallet.refused': ({ way }) => `Linking ${way} was refused.`,
    'wallet.unreachable': ({ way }) => `The chain of ${way} cannot be reached. Its sessions go on for now.`,
    'wallet.reachable': ({ way }) => `The chain of ${way} is reachable again.`,
    'wallet.held': ({ way }) =>
      `The contract of ${way} has changed, so it is held: it signs nobody in until you confirm it by another of your ways.`,
    'wallet.confirmed': ({ way }) => `Confirmed ${way}: it signs you in again.`,
    'wallet.changed': ({ way }) =>
      `The contract of ${way} has changed. It is your only way in, so whoever controls it is you here.`,
    'group.joined': ({ group }) => `You came to belong to the group ${group}.`,
    'group.left': ({ group, isOutage }) =>
      isOutage
        ? `You no longer belong to the group ${group}, because its chain could not be read for too long.`
        : `You no longer belong to the group ${group}: you no longer hold what it takes.`,
    'passkey.added': ({ way }) => `Added ${way}.`,
    'passkey.removed': ({ way }) => `Removed ${way}.`,
    'passkey.refused': ({ way }) => `Adding ${way} was refused.`,
    'passkey.counter_back': ({ way }) => `A sign-in with ${way} was refused: it may have been copied.`,
    'passkey.backup_changed': ({ way, isSynchronised }) =>
      isSynchronised
        ? `From now on ${way} can be on several devices. If you did not set that up, remove it.`
        : `From now on ${way} says that it is on one device alone. If you did not set that up, remove it.`,
    'role.granted': () => 'You were given a role in the administration.',
    'role.revoked': () => 'A role in the administration was taken from you.',
    'token.created': () => 'You made a token for the administration.',
    'token.revoked': () => 'A token of yours for the administration was revoked.',
    'people.exported': () => 'You took a copy of the list of people.',
    'activity.exported': () => 'You took a copy of the activity of this site.',
    'branding.changed': () => 'You changed how this site presents itself.',
    'session.started': ({ way, isElsewhere }) =>
      isElsewhere ? `Signed in with ${way}, used on another device.` : `Signed in with ${way}.`,
    'session.confirmed': ({ way, isElsewhere }) =>
      isElsewhere
        ? `Confirmed that it is you with ${way}, used on another device.`
        : `Confirmed with ${way} that it is you.`,
    'sign-in.refused': ({ way }) => `A sign-in with ${way} was refused.`,
    'step-up.refused': ({ way }) => `Confirming with ${way} that it is you was refused.`,
    'cross_device.ended': () => 'A sign-in with another device was ended.',
    'browser.new': ({ device }) => `First sign-in in a new browser: ${device}.`,
    'browser.known': ({ device }) => `${device} now counts as a browser of yours.`,
    'session.ended': ({ ending }) => (ending === '' ? 'A session ended.' : `A session ended: ${ending}.`),
    'application.authorized': ({ application }) => `Signed in to ${application}.`,
    'application.denied': ({ application }) => `You denied ${application} what it asked for.`,
    'device.approved': ({ application }) => `You let a device sign in to ${application}.`,
    'device.denied': ({ application }) => `You refused a device that wanted to sign in to ${application}.`,
    'grant.withdrawn': ({ application }) => `You withdrew what ${application} was allowed.`,
    'grant.wallet_changed': ({ application }) => `You let ${application} know another wallet of yours.`,
    'token.reused': ({ application }) =>
      `Something that ${application} may use once was used twice, so its access ended.`,
    'token.replayed': ({ application }) =>
      `${application} asked for the same access twice within seconds, and got the same answer.`,
    'logout.delivered': ({ application }) => `${application} was told that a session of yours had ended.`,
    'logout.failed': ({ application }) => `${application} could not be told that a session of yours had ended.`,
  } satisfies Readonly<Record<ActivityType, (told: Told) => string>>,
  /** A line that is newer than this page. */
  unknownLine: (type: string) => `Something that this page has no words for yet: ${type}.`,
  ways: {
    wallet: (address: string) => `the wallet ${address}`,
    passkey: (label: string) => `the passkey “${label}”`,
    someWallet: 'a wallet',
    somePasskey: 'a passkey',
    some: 'a wallet or passkey',
  },
  someApplication: 'an application',
  removedApplication: (id: string) => `an application that is gone (${id})`,
  changed: { name: 'your name', picture: 'your picture', user_name: 'your user name', email: 'your e-mail address' },
  endings: {
    'signed-out': 'you signed out',
    idle: 'it was not used for too long',
    expired: 'its time was over',
    revoked: 'it was ended from another browser',
    replaced: 'a new one took its place in the same browser',
    'wallet-unlinked': 'its wallet was unlinked',
    'wallet-no-longer-valid': 'its wallet no longer stands behind it',
    'wallet-unreachable': 'the chain of its wallet could not be reached for too long',
    'passkey-removed': 'its passkey was removed',
    'identity-merged': 'its identity was merged into another',
    'identity-separated': 'the merge of two identities was undone',
    'person-suspended': 'you were suspended',
    'person-deleted': 'you were deleted',
  } satisfies Readonly<Record<SessionEndReason, string>>,
  /** Why something was refused, by what the log calls it. */
  refusals: {
    'unknown or used': 'The request that it answered had been used already, or never existed.',
    'no cookie': 'The browser sent no cookie of this site.',
    'another browser': 'It came from another browser than the one that had asked for it.',
    'another purpose': 'The message was signed for another purpose.',
    'another person': 'The message had been asked for by somebody else.',
    'issued before a restore':
      'The request that it answered was made before a backup of the server was restored, or before the clock of the server was set back.',
    'another interaction': 'The message was signed for the sign-in of another application.',
    'not for a message': 'The request that it answered was not one for a wallet.',
    expired: 'It came too late.',
    'expired for a key': 'It came too late.',
    not_accepted: 'The contract of the wallet did not accept the signature.',
    contract_failed: 'The contract of the wallet gave no answer.',
    answer_malformed: 'The contract of the wallet answered neither yes nor no.',
    answer_too_long: 'The contract of the wallet answered more than is read.',
    not_deployed: 'There was no contract at this address on the chain.',
    factory_not_allowed:
      'The wallet was not on its chain yet, and would have been made in a way that this site does not allow.',
    deployment_failed: 'The wallet was not on its chain yet, and could not be made there.',
    delegate_not_allowed: 'A contract signed for the key of the wallet, which this site does not allow.',
    other_signer: 'The signature was made by another wallet.',
    off_curve:
      'The address belongs to a program of Solana, such as the vault of a multisig, and has no key that could sign.',
    timelock: 'The Bitcoin signature holds only from some time on (a timelock), and proves nothing here.',
    simple_not_allowed:
      'The wallet sent the short Bitcoin signature, and an address of this kind needs the whole one (BIP-322, full).',
    form_unclear: 'Which kind of Bitcoin signature it was could not be told.',
    legacy_for_segwit: 'The wallet signed the old way, and an address of this kind needs a signature by BIP-322.',
    script_unknown: 'The script behind the Bitcoin address is none that this site understands.',
    refused: 'It was refused on the other device.',
    reported: 'It was refused and reported on the other device.',
    'wrong-pair': 'On the other device another pair was picked than the screen showed.',
    'second-device': 'A second device opened the code.',
    'person suspended': 'You were suspended at that time.',
    'a wallet that is not theirs': 'The wallet was not one of yours.',
    'a passkey that is not theirs': 'The passkey was not one of yours.',
    'unknown passkey': 'The passkey is not known here, or was removed.',
    'another user handle': 'The passkey was made for somebody else.',
    'another origin': 'The passkey was asked on another site.',
    'inside another site': 'The passkey was asked from within another site.',
    'another act': 'The passkey had been asked for something else.',
    'another relying party': 'The passkey belongs to another site.',
    'person not present': 'The passkey did not say that somebody was there.',
    'person not verified': 'The device did not check that it was you.',
    signature: 'The signature did not fit the passkey.',
    unreadable: 'What the passkey answered cannot be read.',
    'client data that cannot be read': 'What the browser sent cannot be read.',
    'interaction unknown, finished, expired, or of another browser':
      'The sign-in of the application was over, or had been begun in another browser.',
    'another credential id': 'It was not a passkey that had just been made for this site.',
    'added already': 'It was one of your passkeys already.',
    'no room for a passkey': 'You had as many passkeys as one person may have.',
    'linked already': 'It was linked to you already.',
    taken: 'It signs in to another identity.',
    'no room': 'You had as many wallets as one person may have.',
    'the wallet that agreed has left': 'The wallet that signed for it was unlinked.',
    'the wallet that agreed is held': 'The wallet that signed for it is held.',
    'the other identity has a role': 'The identity that would disappear has a role.',
    'one of the two was suspended': 'One of the two identities was suspended.',
    'one of the two was merged': 'One of the two identities was merged otherwise.',
    'this identity is not in use': 'The identity that asked is not in use.',
    'the other identity refused': 'The identity that would disappear refused.',
    'canceled by the identity that asked': 'The identity that asked canceled it.',
    'another merge is pending': 'Another merge is pending.',
    'a merge can still be undone': 'An earlier merge could still be undone.',
    'nobody behind this wallet': 'It signs in to no other identity.',
    'the same identity': 'It signs in to this identity already.',
    'the other identity is not in use': 'The other identity was suspended.',
    'a merge into the other identity can still be undone':
      'An earlier merge of the other identity could still be undone.',
    'too many wallets': 'Together they had more wallets than one person may have.',
    'too many passkeys': 'Together they had more passkeys than one person may have.',
    message: 'The message was not the one that had been asked for.',
    site: 'The message named another site: somebody may have tried to use it here.',
    other: (reason: string) => `In the words of the log: ${reason}.`,
  },
  today: 'Today',
  yesterday: 'Yesterday',
  details: 'Details',
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  facts: {
    at: 'Time',
    device: 'Device',
    network: 'Network',
    wallet: 'Wallet',
    learned: 'It may know',
    session: 'Session',
    attempts: 'Attempts',
    reason: 'Reason in the log',
    sequence: 'Line of the log',
  },
  signed: 'What was signed',
  filter: {
    title: 'Narrow it down',
    kind: 'What',
    everyKind: 'Everything',
    kinds: {
      'sign-ins': 'Sign-ins',
      wallets: 'Wallets',
      passkeys: 'Passkeys',
      sessions: 'Sessions and browsers',
      applications: 'Applications',
      identity: 'Identity and data',
    } satisfies Readonly<Record<ActivityKind, string>>,
    outcome: 'How it ended',
    everyOutcome: 'Either way',
    outcomes: { success: 'Done', refused: 'Refused' },
    from: 'From',
    to: 'Up to',
    clear: 'Show everything',
  },
  beingSealed: (count: number) =>
    count === 1
      ? 'One more line is being sealed. It appears here in a moment.'
      : `${count} more lines are being sealed. They appear here in a moment.`,
  emptyTitle: 'Nothing like that',
  emptyText: 'No line of your activity fits what you chose.',
  wrongWay: { title: 'The days are the wrong way round', text: 'The first day that you chose is after the last.' },
  shown: (count: number) => (count === 1 ? '1 line is shown.' : `${count} lines are shown.`),
  file: {
    title: 'Take it with you',
    text: 'All lines that fit what you chose above, each with its details, as one file.',
    csv: 'Table (CSV)',
    jsonl: 'JSON lines',
    collecting: 'Collecting…',
    saved: 'The file has been saved by your browser.',
  },
}
