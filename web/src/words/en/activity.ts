// The words of the activity: a sentence for each kind of line, and the reasons that lines give.
import type { ActivityKind, ActivityType, SessionEndReason } from '@countersign/api/activity'

/** What a sentence can name. */
export interface Told {
  /** The wallet or passkey that the line is about, as it is shown: `the wallet 0x12…34`, `the passkey “Phone”`, or only `a wallet`. */
  readonly way: string
  readonly application: string
  readonly device: string
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
    'identity.merged': () => 'Two identities of yours became one.',
    'identity.separated': () => 'The merge of two identities was undone.',
    'wallet.linked': ({ way }) => `Linked ${way}.`,
    'wallet.unlinked': ({ way }) => `Unlinked ${way}.`,
    'wallet.refused': ({ way }) => `Linking ${way} was refused.`,
    'passkey.added': ({ way }) => `Added ${way}.`,
    'passkey.removed': ({ way }) => `Removed ${way}.`,
    'passkey.counter_back': ({ way }) => `A sign-in with ${way} was refused: it may have been copied.`,
    'session.started': ({ way }) => `Signed in with ${way}.`,
    'session.confirmed': ({ way }) => `Confirmed with ${way} that it is you.`,
    'sign-in.refused': ({ way }) => `A sign-in with ${way} was refused.`,
    'step-up.refused': ({ way }) => `Confirming with ${way} that it is you was refused.`,
    'browser.new': ({ device }) => `First sign-in in a new browser: ${device}.`,
    'browser.known': ({ device }) => `${device} now counts as a browser of yours.`,
    'session.ended': ({ ending }) => (ending === '' ? 'A session ended.' : `A session ended: ${ending}.`),
    'application.authorized': ({ application }) => `Signed in to ${application}.`,
    'application.denied': ({ application }) => `You denied ${application} what it asked for.`,
    'device.approved': ({ application }) => `You let a device sign in to ${application}.`,
    'device.denied': ({ application }) => `You refused a device that wanted to sign in to ${application}.`,
    'grant.withdrawn': ({ application }) => `You withdrew what ${application} was allowed.`,
    'token.reused': ({ application }) => `Something that ${application} may use once was used twice, so its access ended.`,
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
  changed: { name: 'your name', picture: 'your picture', both: 'your name and picture', some: 'your name or picture' },
  endings: {
    'signed-out': 'you signed out',
    idle: 'it was not used for too long',
    expired: 'its time was over',
    revoked: 'it was ended from your list of sessions',
    replaced: 'a new one took its place in the same browser',
    'wallet-unlinked': 'its wallet was unlinked',
    'passkey-removed': 'its passkey was removed',
    'identity-merged': 'its identity was merged into another',
    'person-suspended': 'you were suspended',
    'person-deleted': 'you were deleted',
  } satisfies Readonly<Record<SessionEndReason, string>>,
  /** Why something was refused, by what the log calls it. */
  refusals: {
    'unknown or used': 'The request that it answered had been used already, or never existed.',
    'another browser': 'It came from another browser than the one that had asked for it.',
    'another purpose': 'The message was signed for another purpose.',
    'another person': 'The message had been asked for by somebody else.',
    'another interaction': 'The message was signed for the sign-in of another application.',
    'not for a message': 'The request that it answered was not one for a wallet.',
    'not for a passkey': 'The request that it answered was not one for a passkey.',
    expired: 'It came too late.',
    other_signer: 'The signature was made by another wallet.',
    'person suspended': 'You were suspended at that time.',
    'a wallet that is not theirs': 'The wallet was not one of yours.',
    'a passkey that is not theirs': 'The passkey was not one of yours.',
    message: 'The message was not the one that had been asked for.',
    site: 'The message named another site: somebody may have tried to use it here.',
    other: (reason: string) => `In the words of the log: ${reason}.`,
  },
  refused: 'Refused',
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
  emptyTitle: 'Nothing like that',
  emptyText: 'No line of your activity fits what you chose.',
  shown: (count: number) => (count === 1 ? '1 line is shown.' : `${count} lines are shown.`),
  file: {
    title: 'Take it with you',
    text: 'All lines that fit what you chose above, each with its details, as one file.',
    lines: 'JSON lines',
    table: 'Table (CSV)',
  },
}
