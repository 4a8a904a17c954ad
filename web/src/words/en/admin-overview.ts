// The words of the overview of the administration: what is counted, and how things stand.
export const adminOverview = {
  title: 'Overview',
  range: {
    title: 'Range of days',
    days: (days: number) => `${days} days`,
    custom: 'Other',
    from: 'First day',
    to: 'Last day',
    utc: 'Days begin at midnight UTC.',
  },
  now: {
    title: 'Now',
    people: 'People',
    suspended: (count: string) => `${count} suspended`,
    sessions: 'Live sessions',
    sessionsText: 'signed in at this moment',
    applications: 'Applications',
    disabled: (count: string) => `${count} disabled`,
    allEnabled: 'all enabled',
    groups: 'Groups',
    groupsText: 'by rule',
  },
  /** What needs somebody. */
  news: {
    title: 'Needs somebody',
    nothing: 'Nothing needs you.',
    unread: 'Whether something needs you could not be found out.',
    logouts: (count: string, isOne: boolean, application: string | null) =>
      `${isOne ? 'A logout' : `${count} logouts`} in the last seven days could not be passed on${application === null ? '' : ` to ${application}`}`,
    orMore: (count: string) => `More than ${count}`,
    chain: (name: string, sessions: number) =>
      `${name} cannot be read${sessions === 0 ? '' : sessions === 1 ? '; 1 session waits for it' : `; ${sessions} sessions wait for it`}`,
    key: (algorithm: string, isOver: boolean) =>
      isOver
        ? `The signing key ${algorithm} is past its time, and none follows it`
        : `The signing key ${algorithm} ends soon, and none follows it`,
    refusals: (count: string, usual: string) => `${count} sign-ins were refused today; ${usual} a day is usual`,
    mails: (count: string, isOne: boolean) =>
      `${isOne ? 'An email' : `${count} emails`} could not be sent in the last seven days`,
    held: (count: string, isOne: boolean) =>
      isOne
        ? 'A wallet is held, because its contract has changed hands'
        : `${count} wallets are held, because their contracts have changed hands`,
    introspection: (name: string, isOwn: boolean) =>
      isOwn
        ? `${name} could introspect every token; since the upgrade, only its own`
        : `${name} could introspect every token; since the upgrade, only those for its resources`,
    noBackup: 'No backup of the database was ever made',
    oldBackup: (days: string) => `The last backup is ${days} days old`,
    backupCommand: 'On the machine of the server:',
    actions: {
      logouts: 'See which',
      chain: 'Check its nodes',
      key: 'Renew the keys',
      refusals: 'See from where',
      mails: 'See why',
      held: 'See whose',
      introspection: 'Review and save',
      backup: 'See earlier ones',
    },
  },
  signIns: {
    title: 'Sign-ins per day',
    total: (count: number, shown: string) =>
      count === 1 ? '1 sign-in in this range' : `${shown} sign-ins in this range`,
    series: { key: 'Plain wallet', contract: 'Contract wallet', passkey: 'Passkey', refused: 'Refused' },
    day: 'Day',
    week: (day: string) => `Week from ${day}`,
    /** A bar in words. */
    bar: (when: string, parts: string) => `${when}: ${parts}`,
    nothing: 'nothing',
    notOver: (when: string) => `${when} (not over yet)`,
    emptyTitle: 'Nobody has signed in yet',
    emptyText: 'Once an application is connected, each sign-in is counted here.',
    connect: 'Connect an application',
    emptyRange: 'No sign-in in this range.',
    see: 'See them in the activity',
  },
  refusals: {
    title: 'Refusals by reason',
    reason: 'Reason',
    count: 'Count',
    peak: (when: string, count: string) => `the most: ${when} (${count})`,
    empty: 'Nothing was refused in this range.',
  },
  networks: {
    title: 'Refusals by network',
    network: 'Network',
    unnamed: 'Of a network that is no longer known',
    empty: 'Nothing was refused in this range.',
    part: (lines: string) => `Counted were the newest ${lines}.`,
  },
  newPeople: {
    title: 'New people per day',
    series: 'New people',
    empty: 'Nobody new in this range.',
    see: 'See them in the activity',
  },
  chart: {
    open: 'Pale, with a broken line around it: not over yet.',
    table: 'Show as a table',
    picture: 'Show as a picture',
    /** How to use it, for screen readers. */
    keys: 'Arrow keys move from bar to bar, Enter opens the list behind it.',
  },
  health: {
    title: 'Health',
    chains: 'Chains',
    noChains: 'No chain is read. Plain wallets and passkeys sign in all the same.',
    states: { unread: 'Not read yet', well: 'Reads well', failing: 'Cannot be read' },
    readAt: 'Last read',
    unreachable: (count: number) => (count === 1 ? '1 session waits for it' : `${count} sessions wait for it`),
    keys: 'Signing keys',
    keyStates: { next: 'next', current: 'signs now', retiring: 'is still accepted' },
    made: 'made',
    nextKey: 'next one',
    backup: 'Backup',
    noBackup: 'No copy of the database was made yet, or none that this server knows of.',
    lastBackup: 'Last copy',
    oldBackup: 'The last copy is more than a week old.',
    logouts: 'Logouts on their way',
    waiting: (count: string) => `${count} waiting`,
    failed: (count: string) => `${count} failed`,
    allTold: 'Every application was told.',
    settings: 'To the settings',
    seeFailed: 'See those that failed',
  },
}
