// The words of what is done to several people at once.

const people = (written: string, isOne: boolean) => (isOne ? '1 person' : `${written} people`)

export const adminBulk = {
  region: 'What to do with those chosen',
  chosen: (written: string, _isOne: boolean) => `${written} chosen`,
  allChosen: 'All that match are chosen',
  clear: 'Choose none',
  acts: { suspend: 'Suspend', restore: 'Restore', endSessions: 'End sessions', addToGroup: 'Add to a group' },
  exportThem: 'Export',
  collecting: 'Collecting…',
  saved: 'The file was saved.',
  titles: {
    suspend: 'Suspend several people',
    restore: 'Restore several people',
    endSessions: 'End the sessions of several people',
    addToGroup: 'Add several people to a group',
  },
  texts: {
    suspend:
      'They are signed out everywhere at once, and nobody signs in as them. You can undo it: they can sign in again then. Sessions that end stay ended.',
    restore: 'Whoever has one of their wallets or passkeys can sign in as them again.',
    endSessions:
      'Every browser and every application of theirs is signed out. They can sign in again at once. Sessions that end stay ended: this cannot be undone.',
    addToGroup: 'Every wallet that they have now comes onto the list of the group. Who is on it already stays on it.',
  },
  reasonHint: 'Each of them reads it when they try to sign in, and your colleagues read it in the log.',
  group: 'Group with a list of wallets',
  noLists: 'There is no group whose rule is a list of wallets alone. Make one first.',
  next: 'Go on',
  looking: (written: string, isOne: boolean) => `Looking at everybody: ${people(written, isOne)} so far…`,
  able: (written: string, isOne: boolean) => `It will be done to ${people(written, isOne)}.`,
  nobody: 'It can be done to none of them.',
  unable: (written: string, isOne: boolean) => `To ${people(written, isOne)} it cannot be done:`,
  cut: 'There are more than 10,000. The first 10,000 who came here are taken; do it again for the rest.',
  because: (written: string, reason: string) => `${written}: ${reason}`,
  andMore: (written: string, _isOne: boolean) => `And ${written} more.`,
  doIt: {
    suspend: (written: string, isOne: boolean) => `Suspend ${people(written, isOne)}`,
    restore: (written: string, isOne: boolean) => `Restore ${people(written, isOne)}`,
    endSessions: (written: string, isOne: boolean) => `End the sessions of ${people(written, isOne)}`,
    addToGroup: (written: string, isOne: boolean) => `Add ${people(written, isOne)}`,
  },
  progressLabel: 'How far it has come',
  progress: (done: string, of: string) => `${done} of ${of}`,
  stop: 'Stop',
  doneTo: (written: string, isOne: boolean) => `It was done to ${people(written, isOne)}.`,
  failed: (written: string, isOne: boolean) => `To ${people(written, isOne)} it was not done:`,
  left: (written: string, isOne: boolean) =>
    `${people(written, isOne)} had no turn, or no answer came about them. Going on does nothing twice.`,
  goOn: 'Go on with the rest',
  done: {
    suspend: (written: string, isOne: boolean) => `${people(written, isOne)} suspended.`,
    restore: (written: string, isOne: boolean) => `${people(written, isOne)} can sign in again.`,
    endSessions: (written: string, isOne: boolean) => `${people(written, isOne)} signed out everywhere.`,
    addToGroup: (written: string, isOne: boolean) => `${people(written, isOne)} on the list of the group now.`,
  },
  sessionsEnded: (written: string, isOne: boolean) =>
    isOne ? '1 session has ended for good.' : `${written} sessions have ended for good.`,
  undo: 'Undo',
  undoing: 'Restoring those who were suspended…',
  undone: (written: string, isOne: boolean) =>
    `${people(written, isOne)} can sign in again. Their sessions stay ended.`,
  notUndone: (written: string, isOne: boolean) =>
    `${people(written, isOne)} not: somebody has changed that since, or no answer came.`,
  undoAgain: 'Try the rest again',
}
