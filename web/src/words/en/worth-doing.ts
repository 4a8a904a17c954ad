// What is worth doing next on a new server: a list on the overview.
export const worthDoing = {
  title: 'Worth doing next',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  doneItems: (titles: string) => `Done: ${titles}`,
  dismiss: 'Set aside',
  dismissNamed: (step: string) => `Set aside: ${step}`,
  dismissed: (step: string) => `Set aside: ${step}.`,
  command: 'Command',
  backupNote:
    'In the folder where you started it, with a name of your own for the file. With PostgreSQL use pg_dump, and then “npx countersign backup --done”.',
  items: {
    passkey: {
      title: 'Add a passkey',
      text: 'A second way in, for the day your wallet is lost. It takes a minute.',
      action: 'Add a passkey',
    },
    application: {
      title: 'Connect an application',
      text: 'Choose yours from the list, and paste what you get into it.',
      example: 'None at hand? The list has an example at its end, which comes with Countersign.',
      action: 'Connect an application',
    },
    chain: {
      title: 'Read a chain',
      text: 'Needed for contract wallets such as Safes, and for groups by what somebody holds. Plain wallets sign in without.',
      action: 'See how',
    },
    backup: {
      title: 'Back up the database',
      text: 'Everything is in it. This command makes a copy while the server runs:',
    },
  },
}
