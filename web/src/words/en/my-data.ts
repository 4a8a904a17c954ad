// The words of a person's own data: taking a copy, and being deleted.
export const myData = {
  intro: 'What is kept about you here is yours: take a copy, or have it deleted.',
  copy: {
    title: 'Take a copy',
    text: 'One file with everything that is kept about you, written so that other programs can read it (JSON).',
    inIt: 'What is in it',
    parts: [
      'who you are here: name, picture, since when',
      'your wallets, also those that you have unlinked, and your passkeys (what is public of them)',
      'every message that you signed here, with its signature',
      'your sessions and browsers that are kept, with the networks they came from',
      'each application that you used: what it learned, and the name that it knows you by',
      'your activity, line by line, each with the proof that it stood in the log; the inspector of this site verifies them',
    ],
    notInIt: 'No key and no password is in it: this site never has one. Still, keep it to yourself.',
    get: 'Get the file',
    getting: 'Collecting…',
    got: 'The file has been saved by your browser.',
    fileName: (day: string) => `countersign-${day}.json`,
    format: 'The format is countersign-export, version 1. The reference of Countersign describes it.',
  },
  kept: {
    title: 'How long it is kept',
    text: 'Your activity, with the messages that you signed, until you are deleted. For a time only:',
    refusedAttempts: (days: string) =>
      `attempts that were refused, also those of others in the name of your wallets: ${days} days`,
    endedSessions: (days: string) => `sessions, after they have ended: ${days} days`,
    browsers: (days: string) =>
      `browsers, after you signed in there last: ${days} days; those that never became known as yours go with their sessions`,
    unread: 'How long cannot be said right now.',
  },
  erase: {
    title: 'Delete me',
    text: 'Nobody can take this back. So read first what happens.',
    goes: 'What goes at once',
    goesList: [
      'your name and picture',
      'your wallets and passkeys here: none of them leads back to this identity',
      'every session, in every browser, this one too',
      'what you allowed applications, and the names that they know you by',
      'the messages that you signed, and where you signed in from',
    ],
    told: 'What applications are told',
    toldText:
      'Those that asked to be told hear that you are signed out. What they have learned about you they keep until you ask them to delete it.',
    stays: 'What stays',
    staysText:
      'The lines of the log, each with its time and kind but without anything about you, so that nobody can alter the log unnoticed. Your wallets themselves and what is in them: this site has no part in those.',
    again: 'If you sign in once more with the same wallet, you are somebody new, here and for every application.',
    ask: 'Delete me…',
    erasing: 'Deleting…',
    mergeOpen: (day: string) =>
      `You merged two identities, and that can be undone until ${day}. Until then nothing of them can be deleted. Undo the merge on the page of your wallets, or wait.`,
    confirmTitle: 'Delete yourself here?',
    confirmText: 'It cannot be undone, by anybody. If you want a copy of your data, take it first.',
    word: 'delete',
    label: (word: string) => `Type “${word}” to go on`,
    mismatch: (word: string) => `Type the word ${word}, letter by letter.`,
    confirm: 'Delete me for good',
  },
}
