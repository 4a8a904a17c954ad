// The words of the one search for everything.

export const adminPalette = {
  label: 'What are you looking for?',
  hint: 'A name, an address, a number of a line, “suspend …”',
  list: 'What was found',
  searching: 'Searching…',
  nothing: 'Nothing fits.',
  failed: 'The search got no answer. Type on to try again.',
  found: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  disabled: 'Disabled',
  statuses: { suspended: 'Suspended', merged: 'Merged into another' },
  line: (number: string, what: string) => `Line ${number}: ${what}`,
  lineOnly: (number: string) => `Line ${number}`,
  kinds: {
    person: 'Person',
    application: 'Application',
    group: 'Group',
    resource: 'Resource',
    line: 'Activity',
  },
  sections: {
    recent: 'Opened last',
    people: 'People',
    applications: 'Applications',
    groups: 'Groups',
    resources: 'Resources',
    lines: 'Lines of the activity',
    settings: 'Settings',
    actions: 'What can be done',
    places: 'Places',
  },
  /** What else each is called, in the words that somebody may look for. */
  actions: {
    newApplication: { label: 'New application', also: 'add create connect client' },
    newGroup: { label: 'New group', also: 'add create rule' },
    newResource: { label: 'New resource', also: 'add create service api' },
    makeToken: { label: 'Make a token', also: 'new api program' },
    makeBackup: { label: 'Make a backup', also: 'copy database save' },
    liveSessions: { label: 'See who is signed in now', also: 'live sessions' },
    suspended: { label: 'See who is suspended', also: 'restore people' },
    refused: { label: 'See refused attempts', also: 'failed sign-ins log attacks' },
    checkLog: { label: 'Check the activity', also: 'verify log chain export file' },
    branding: { label: 'Change how the site looks', also: 'branding colour name logo mark languages' },
    rotateSecret: { label: 'Make another secret of an application', also: 'rotate replace client stolen' },
    rotateKeys: { label: 'Make the next signing keys', also: 'rotate replace stolen' },
    testChain: { label: 'Test a chain', also: 'nodes ethereum' },
  },
  /** What is typed before the name of whom it is done to, the longer forms first. */
  verbs: {
    suspend: { forms: 'suspend, block, lock', on: (who: string) => `Suspend ${who}…` },
    restore: { forms: 'restore, unsuspend', on: (who: string) => `Restore ${who}…` },
    endSessions: {
      forms: 'end all sessions of, end sessions of, end sessions, sign out, log out',
      on: (who: string) => `End the sessions of ${who}…`,
    },
    remove: { forms: 'delete, erase, remove', on: (who: string) => `Delete ${who}…` },
  },
}
