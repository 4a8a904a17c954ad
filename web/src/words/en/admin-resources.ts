// The words of resource servers: services that accept access tokens of this server.

export const adminResources = {
  title: 'Resources',
  intro:
    'Services that accept access tokens of this server: APIs, and MCP servers for programs that use language models.',
  list: 'Resources',
  add: 'Add a resource',
  search: 'A name, a part of an address',
  columns: { name: 'Resource', scopes: 'Scopes', openTo: 'Open to', created: 'Added' },
  openTo: 'Which applications may use it',
  openings: {
    listed: 'Those that list it',
    applications: 'All that are known here',
    everyone: 'Everyone, also clients that nobody registered',
  },
  openingsAbout: {
    listed: 'Only an application whose settings list it gets tokens for it, with the scopes that stand there.',
    applications:
      'Every application that somebody added here, or that registered itself with a token of yours. People are still asked.',
    everyone:
      'Also clients that are known by the address of their metadata document alone, where this server lets them in. People are still asked.',
  },
  emptyTitle: 'No resource yet',
  emptyText: 'Add one for a service that is to accept tokens of this server, such as an API or an MCP server.',
  undescribed: 'Named by applications only',
  undescribedText:
    'Applications list it, and nobody has described it. It works as it always did. Change it to give it a name and to say what its scopes mean.',
  back: 'All resources',
  newTitle: 'Add a resource',
  parts: { what: 'What it is', who: 'Who may use it', tells: 'What its tokens tell' },
  fields: {
    resource: 'Address',
    resourceHint:
      'Its identifier, character for character as clients send it and as the service expects it in its tokens (aud), such as https://mcp.example/mcp. It cannot be changed later.',
    name: 'Name',
    nameHint: 'People read it when they are asked. Left empty, they read the address.',
    scopes: 'Scopes',
    scopesHint:
      'What can be done there: what clients ask for, and what people read of it. May stay empty where the service has none.',
    scope: (number: number) => `Scope ${number}`,
    meaning: (number: number) => `What people read of scope ${number}`,
    remove: 'Remove',
    removeScope: (number: number) => `Remove scope ${number}`,
    addScope: 'Another scope',
    subjects: 'Who somebody is there (sub)',
    claims: 'What it may know',
    claimsHint:
      'Each person is asked before it is told. The application that carries the token can read it as well, and people are told so.',
    life: 'How long a token works',
    lifeHint: ({ min, max }: { min: number; max: number }) =>
      `Seconds, ${min} to ${max}. Nobody can take a signed token back before. Empty: as long as other access tokens.`,
    algorithm: 'Signature',
    rs256: 'RS256, for services that know nothing newer',
    tokenType: 'Token type (typ)',
    plainJwt: 'JWT, for services that refuse at+jwt',
  },
  subjects: {
    'by-resource': 'One name there, whatever client asks',
    'by-application': 'The name that the client knows',
  },
  subjectsAbout: {
    'by-resource':
      'The service finds the same person again, whatever program they come with. Clients can read that name in the token: two of them that compare notes find out that they know one person.',
    'by-application': 'With each client, a person is somebody else to the service, unless the clients share one host.',
  },
  claims: { wallet: 'The wallet address', groups: 'The groups' },
  noClaims: 'Nothing but who it is',
  usualLife: 'As long as other access tokens',
  seconds: (seconds: string) => `${seconds} seconds`,
  noMeaning: 'People read the scope itself.',
  applications: 'Applications that list it',
  noApplications: 'None lists it.',
  people: 'People who allowed something there',
  changed: 'Changed',
  save: 'Save',
  create: 'Add the resource',
  saving: 'Saving…',
  saved: 'Saved.',
  edit: 'Change',
  editTitle: (name: string) => `Change ${name}`,
  cancel: 'Cancel',
  switchTitle: 'Give people other names there?',
  switchText: (count: string, people: number) =>
    `${people === 1 ? 'One person has' : `${count} people have`} allowed an application something there. From the next token on each is somebody else to the service: what it keeps of them, it no longer finds.`,
  switchConfirm: 'Give other names',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Nobody gets a token for it any more. Tokens that are out work until their time is over.',
  removed: (name: string) => `${name} was removed.`,
  noScopes: 'It has none: people are asked whether an application may use it.',
  choice: {
    title: 'Resources it may use',
    hint: 'Services that it gets access tokens for. One that is open to all applications needs no place here, unless this one is to ask for less.',
    add: 'List a resource',
    none: 'Choose…',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    empty: 'There is no resource yet.',
    make: 'Add one',
  },
  listed: 'Applications list it. Take it from them first.',
}
