// The words of a merge that waits, above every page of both identities.
export const pendingMerge = {
  asked: {
    title: (when: string) => `Your identity will be merged into another one on ${when}.`,
    text: 'One of your wallets signed for this. Nothing has changed yet. If this was not you, refuse it: someone may have tricked you into signing.',
    sessions: (count: number) =>
      count === 1 ? 'This identity, and its 1 session.' : `This identity, and its ${count} sessions.`,
    refuse: 'Refuse the merge',
    refusing: 'Refusing…',
    refused: 'The merge is refused. Nothing has changed.',
    now: 'Merge now',
    confirming: 'Merging…',
    confirmTitle: 'Merge now?',
    confirmText:
      'Everything that moves goes to the other identity, and every session of this one ends, this one too. Then sign in again; for a week you can undo it there.',
    elsewhere:
      'This browser is new to this identity, so it cannot confirm the merge. To merge at once, confirm it in a browser where you already use this identity, or sign in here with a passkey of it.',
  },
  asking: {
    title: (when: string) => `Your merge takes effect on ${when}.`,
    text: 'The other identity can refuse it until then. Nothing has changed yet.',
    now: 'To merge at once, sign in to the other identity in a browser where you already use it, or anywhere with its passkey, and confirm the merge there.',
    cancel: 'Cancel the merge',
    canceling: 'Canceling…',
    canceled: 'The merge is canceled. Nothing has changed.',
  },
  /** Before it is asked for. */
  preview: {
    nothingYet: 'Nothing has happened yet. This is what would:',
    staysTitle: 'You stay who you are',
    stays: 'Your sessions and your applications stay as they are.',
    walletsTitle: 'These come to you',
    passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    endsTitle: 'This ends',
    sessions: (count: number) =>
      count === 0
        ? 'The other identity. It has no open session.'
        : count === 1
          ? 'The other identity, and the 1 session that it has open.'
          : `The other identity, and the ${count} sessions that it has open.`,
    displayName: (name: string) => `Its name, ${name}. Yours stays.`,
    nameNotTaken: (name: string) => `Its name, ${name}, is not taken over. You can give yourself one.`,
    applicationsTitle: 'Your applications',
    noApplications: 'No application knows the other identity.',
    outcomes: {
      stays: 'Knows only you, and goes on as before.',
      moves: 'Knows only the other identity. It goes on as before, and means you from now on.',
      'known-twice':
        'Knows both. From now on you are only the one that you are now; what it keeps for the other stays behind there.',
      'starts-anew':
        'Knows only the other identity, and cannot be told that it is you. It will meet you as somebody new.',
    },
    undoUntil: (day: string) =>
      `You can undo it until ${day}. Until then no wallet or passkey can leave, and you cannot be deleted.`,
    accept: 'Merge',
    accepting: 'Merging…',
    notNow: 'Not now',
    waitTitle: (when: string) => `This takes effect on ${when}`,
    wait: 'One signature is not enough to merge at once, because another site could have asked you for it. Until then nothing changes, and the other identity can refuse.',
    waitNow:
      'To merge at once, sign in to the other identity in a browser where you already use it, or anywhere with its passkey, and confirm the merge there.',
    secondAbout: 'Or sign with a second wallet of it here, one that you have already used in a browser of yours.',
    second: 'Sign with a second wallet',
    request: 'Request the merge',
    requesting: 'Requesting…',
    requested: 'The merge is pending. Nothing has changed yet.',
  },
  facts: {
    asker: 'Goes to',
    callsItself: (name: string) => `Calls itself “${name}”`,
    noWallet: 'It has no wallet.',
    requested: 'Requested',
    moves: 'Moves there',
    passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    applications: (names: readonly string[]) => `Applications: ${names.join(', ')}`,
    ends: 'Ends',
  },
}
