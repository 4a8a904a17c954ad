// The words of the settings in the administration.
import { fillFault } from '@countersign/api/definition-faults'
import { nodeFindings, nodeReasons, sayFinding } from '@countersign/api/node-findings'
import type { ToldFinding } from '@countersign/api/node-findings'
import { allowedWords } from '@countersign/api/setting-words'
import type { Allowed, SettingName } from '@countersign/api/setting-words'

export const adminSettings = {
  title: 'Settings',
  intro: 'How this site presents itself, its signing keys, its chains, and what was set at its start.',
  ownersOnly: 'Only owners see the settings',
  ownersOnlyText: 'An owner of this site can show them to you, or give you that role.',
  branding: {
    title: 'How the site presents itself',
    text: 'Every page wears it, the sign-in page above all.',
    name: 'Name of the site',
    nameHint: 'Empty: Countersign.',
    light: 'Colour in light mode',
    dark: 'Colour in dark mode',
    colourHint: 'As #rrggbb. Empty: the green of the seal.',
    languages: 'Languages offered',
    languageNames: { en: 'English', de: 'Deutsch' },
    noLanguage: 'Offer at least one language.',
    termsUrl: 'Link to the terms',
    privacyUrl: 'Link to the privacy notice',
    helpUrl: 'Link to help',
    urlHint: 'Begins with https://. Empty: no link.',
    noUrl: 'That is no web address that begins with https://.',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved. Pages that are opened from now on wear it.',
    discard: 'Discard the changes',
    mark: 'Mark',
    markText: 'A picture in place of the rosette: PNG, JPEG, WebP or GIF.',
    choose: 'Choose a picture',
    removeMark: 'Take it away',
    markDone: 'The mark was changed.',
    markRemoved: 'The mark is gone.',
    tooLarge: (kilobytes: number) => `The picture is too large. At most ${kilobytes} kB.`,
  },
  keys: {
    title: 'Signing keys',
    text: 'With them this server signs what it tells applications. They follow one another by themselves; applications read the new ones on their own.',
    list: 'Signing keys',
    columns: {
      id: 'Key',
      algorithm: 'Algorithm',
      state: 'State',
      created: 'Made',
      active: 'Signs from',
      retires: 'Accepted until',
    },
    states: { next: 'Next', current: 'Signs now', retiring: 'Still accepted', gone: 'Gone' },
    rotate: 'Make the next keys',
    rotateTitle: 'Make the next keys?',
    rotateText:
      'They are published now and sign a while later, once applications had time to read them. Nobody is signed out.',
    replace: 'Replace stolen keys at once',
    replaceTitle: 'Replace the keys at once?',
    replaceText:
      'Only where a key may be in wrong hands. Every token signed before is refused from now on, and applications that have not read the new keys yet refuse sign-ins for some minutes.',
    replaceWord: 'replace',
    made: (count: number) =>
      count === 0
        ? 'The next keys were there already.'
        : count === 1
          ? 'One key was made.'
          : `${count} keys were made.`,
  },
  chains: {
    title: 'Chains',
    text: 'Read for contract wallets, names and groups. They are set where the server is started.',
    none: 'No chain is read. Plain wallets and passkeys sign in all the same.',
    noneHow:
      'To read one, stop the server and start it again with this in front of the command. In place of the address put that of a node that you trust, your own above all.',
    example: 'Ethereum, by one node',
    exampleAbout: 'Several chains and nodes, and everything else about them: docs/guides/chains.md.',
    facts: (nodes: number, quorum: number) =>
      `${nodes === 1 ? 'One node' : `${nodes} nodes`}, ${quorum === 1 ? 'one must answer' : `${quorum} must agree`}.`,
    names: 'Names (ENS) are read here.',
    nameGateways: (hosts: string) =>
      `Names that are not on the chain are asked from ${hosts}; whoever runs them and their names decides who has one.`,
    delegates: 'Keys with code (EIP-7702) may sign in by it.',
    test: 'Test',
    testNamed: (name: string) => `Test ${name}`,
    testing: 'Testing…',
    node: (number: number) => `Node ${number}`,
    finding: (found: ToldFinding): string => sayFinding(found, nodeFindings, nodeReasons),
    outcomes: { well: 'Works', failing: 'Fails' },
    took: (milliseconds: string) => `${milliseconds} ms`,
  },
  set: {
    title: 'What is set',
    text: 'These are read when the server starts. To change one, set its variable where it is started, and start it again.',
    list: 'What is set',
    search: 'A setting, a variable',
    columns: { name: 'Setting', value: 'Value', source: 'From', allowed: 'Allowed' },
    sources: { default: 'Default', environment: 'Variable', file: 'File' },
    /** What a setting is for; `told` is what the server says of it, in English. */
    about: (_name: SettingName, told: string): string => told,
    allowed: ({ code, values }: Allowed): string => fillFault(allowedWords[code], values),
    empty: 'empty',
    nothing: 'No setting fits what you searched for.',
    noneSet: 'Nothing was set: everything is as it comes.',
    whole: (count: number) => `Show all ${count} settings`,
    fewer: 'Show only what was set',
  },
  system: {
    title: 'Database and version',
    database: 'Database',
    kinds: { sqlite: 'SQLite, embedded', postgres: 'PostgreSQL' },
    schema: 'Schema',
    backup: 'Last backup',
    noBackup: 'Never',
    replica: 'Read replica',
    replicaStates: {
      current: 'Has everything; lists are read there',
      behind: (seconds: string) => `${seconds} behind; lists are read from the database itself`,
      down: 'Cannot be reached; lists are read from the database itself',
      foreign: 'Is no standby of this database, and is not read',
    },
    version: 'Version',
  },
}
