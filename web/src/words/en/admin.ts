// The words of the frame of the administration and of the parts that its screens are made of.
import type { Role } from '@countersign/api/permissions'

export const admin = {
  navigation: 'Administration',
  more: 'More',
  toAccount: 'Your account',
  signedInAs: 'Signed in as',
  areas: {
    overview: 'Overview',
    people: 'People',
    applications: 'Applications',
    groups: 'Groups',
    resources: 'Resources',
    activity: 'Activity',
    settings: 'Settings',
    tokens: 'Tokens',
  },
  roles: { auditor: 'Auditor', administrator: 'Administrator', owner: 'Owner' } satisfies Readonly<
    Record<Role, string>
  >,
  rolesAbout: {
    auditor: 'reads everything, changes nothing',
    administrator: 'also changes people, applications and groups',
    owner: 'also gives roles, and changes settings and keys',
  } satisfies Readonly<Record<Role, string>>,
  /** Why something cannot be done, after the role that it needs. */
  lacking: {
    owner: (own: string) => `Only an owner can do this. Your role: ${own}.`,
    administrator: (own: string) => `Only an administrator or an owner can do this. Your role: ${own}.`,
    auditor: (own: string) => `Only somebody with a role can do this. Your role: ${own}.`,
  } satisfies Readonly<Record<Role, (own: string) => string>>,
  confirmFirst: {
    title: 'Is it you?',
    text: 'This browser is new here. Whoever runs the site reads about everybody, so confirm first that it is you. It is asked once for this browser.',
    confirm: 'Confirm that it is me',
  },
  noRole: {
    title: 'You have no role here',
    text: 'This is where the site is run. You are signed in, and nothing is wrong with that; it takes a role to see more.',
    howTitle: 'How to get one',
    ask: 'Ask an owner of this site. They find you by your address and give you a role there.',
    address: 'Your address, to pass on',
    personId: 'Your id, to pass on',
    machine: 'Do you run the machine? Then give yourself the role there:',
    again: 'Look again',
    unowned: 'This server has no owner yet',
    unownedText: 'Whoever can read its terminal becomes the first one.',
    setup: 'Set up this server',
  },
  notFound: {
    title: 'Nothing at this address',
    text: 'The link may be old, or what it led to is gone.',
    overview: 'To the overview',
  },
  keys: {
    title: 'Keyboard shortcuts',
    search: 'Search everything',
    searchShort: 'Search',
    go: (area: string) => `Go to: ${area}`,
    help: 'Show these keys',
    on: 'Single keys do this',
  },
  list: {
    search: 'Search',
    sort: 'Sorted by',
    ascending: 'Ascending',
    descending: 'Descending',
    order: 'Order',
    clear: 'Clear search and filters',
    found: (count: number) => (count === 1 ? '1 found.' : `${count} found.`),
    shown: (shown: string, total: string) => `${shown} of ${total}`,
    nothingTitle: 'Nothing fits',
    nothingText: 'No entry fits what you searched for and chose.',
    nothingYetTitle: 'Nothing found so far',
    nothingYetText: 'None of the entries that were looked through so far fits. There are more.',
    sortBy: (column: string) => `Sort by ${column}`,
    every: 'All',
  },
  confirm: {
    reason: 'Reason',
    reasonHint: 'For the log: your colleagues read it there.',
    reasonMissing: 'Write a few words, so that it can be understood later.',
    reasonLong: (limit: number) => `At most ${limit} characters.`,
    type: (word: string) => `Type “${word}” to go on`,
    mismatch: (word: string) => `That is not “${word}”.`,
    working: 'Working…',
  },
  secret: {
    once: 'It is shown this once only. Keep it where it belongs before you go on.',
    kept: 'I have kept it',
    leaving: {
      title: 'Leave, and never see it again?',
      text: 'The secret on this page is not shown a second time. Copy it first.',
      leave: 'Leave',
    },
  },
  unsaved: { title: 'Leave without saving?', text: 'What you changed on this page is not saved yet.', leave: 'Leave' },
  copy: (what: string) => `Copy: ${what}`,
  /** Where there is nothing to show. */
  none: '–',
}
