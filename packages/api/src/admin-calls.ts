// One schema per call of the administration: what goes in, what comes out, what it may refuse, and which permission it needs.
// Whatever changes something needs a proof of a moment ago as well, and whatever tells of others a browser that is known, unless a token of the
// administration asks.
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { AdminCallName } from './admin-routes.ts'
import { page, schemas, withQuery } from './admin-schemas.ts'
import { beingSealed } from './calls.ts'
import type { Call, Value } from './calls.ts'
import type { ErrorCode } from './errors.ts'
import { limits, registrationTokenUses } from './limits.ts'
import { permissions } from './permissions.ts'
import type { Permission } from './permissions.ts'

/** A call that needs a permission; null where being signed in is enough, because the answer says what is missing. */
export interface AdminCall extends Call {
  readonly permission: Permission | null
  /** Whether a proof of a moment ago is needed; or else a browser that is known to be the person's own will do (THREATS M17). */
  readonly fresh: boolean
}

const strict = { additionalProperties: false } as const
const { identifier, time, application, group, person, token, event, definition, rule, reason, slug, window } = schemas

const always = [
  'request.invalid',
  'request.not_found',
  'database.unavailable',
  'database.in_doubt',
  'server.stopping',
  'server.fault',
  'session.required',
  'permission.lacking',
  'step_up.required',
  'token.refused',
  'rate.limited',
] as const
const sending = [...always, 'request.foreign_origin', 'request.not_json', 'request.too_large'] as const
const ofId = Type.Object({ id: identifier }, strict)
const newSubjects = Type.Boolean({
  description:
    'Whether people who signed in may be given other names by another `subjectType`: it is refused otherwise.',
})
const changes = Type.Array(Type.String(), { description: 'What is different now.' })
const logo = Type.Union([schemas.base64(limits.logoBytes.max), Type.Null()], {
  description: 'Its logo, in Base64; null for none.',
})
const partial = Type.Boolean({
  description:
    'Whether members that the definition leaves out stay as they are stored. Otherwise they take the values that the kind sets.',
})
const ofApplication = Type.Object({ application: slug }, strict)
const ofGroup = Type.Object({ group: slug }, strict)
const ofRole = Type.Object({ id: identifier, role: schemas.role }, strict)

/** What of a call is there unless it is said otherwise. */
const read = <Answer extends TSchema>(
  permission: Permission,
  about: string,
  answer: Answer,
  errors: readonly ErrorCode[] = [],
) =>
  ({
    about,
    permission,
    fresh: false,
    body: null,
    params: null,
    query: null,
    answer,
    errors: [...always, ...errors],
  }) as const
/** A question that has a body, and changes nothing but what is kept for who asks alone. */
const ask = <Answer extends TSchema | null>(
  permission: Permission,
  about: string,
  answer: Answer,
  errors: readonly ErrorCode[] = [],
) =>
  ({
    about,
    permission,
    fresh: false,
    body: null,
    params: null,
    query: null,
    answer,
    errors: [...sending, ...errors],
  }) as const
const change = <Answer extends TSchema | null>(
  permission: Permission,
  about: string,
  answer: Answer,
  errors: readonly ErrorCode[] = [],
) =>
  ({
    about,
    permission,
    fresh: true,
    body: null,
    params: null,
    query: null,
    answer,
    errors: [...sending, ...errors],
  }) as const

export const adminCalls = {
  readSetup: {
    ...read(
      'figures.read',
      'Whether this server has an owner yet. Tells nobody who.',
      Type.Object({ owned: Type.Boolean() }, strict),
    ),
    permission: null,
  },
  claimOwnership: {
    ...change(
      'figures.read',
      'Makes who is signed in the first owner, by the one-time code that the terminal printed at the start.',
      null,
      ['setup.code_refused', 'setup.done', 'merge.open'],
    ),
    permission: null,
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, strict),
  },
  readAdmin: {
    ...read(
      'figures.read',
      'What who is signed in may do here: their roles, and the permissions that come with them; none of either for anybody else.',
      Type.Object(
        {
          roles: Type.Array(schemas.role),
          permissions: Type.Array(Type.Enum(Object.keys(permissions) as Permission[])),
          trusted: Type.Boolean({
            description:
              'Whether this browser is known to be theirs, or they have confirmed lately that it is them; until then nothing else is answered.',
          }),
        },
        strict,
      ),
    ),
    permission: null,
  },
  readSetupSteps: read(
    'figures.read',
    'The check list of a new server: what is done, what was set aside.',
    Type.Object(
      {
        steps: Type.Array(
          Type.Object({ step: schemas.setupStep, done: Type.Boolean(), dismissed: Type.Boolean() }, strict),
        ),
      },
      strict,
    ),
  ),
  dismissSetupStep: {
    ...change('settings.change', 'Sets a step of the check list aside.', null),
    params: Type.Object({ step: schemas.setupStep }, strict),
  },
  readFigures: { ...read('figures.read', 'The figures of a range of days.', schemas.figures), query: window },
  readNews: read('figures.read', 'What needs somebody.', schemas.news),
  searchAdmin: {
    ...read(
      'figures.read',
      'A few of everything that a text finds: people as their list finds them, applications, groups, resources, and lines of the activity by their number or by the id of who did it. Of each only what may be read.',
      schemas.searchFound,
    ),
    query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 128, pattern: schemas.withoutZero }) }, strict),
  },
  listPeople: {
    ...read(
      'people.read',
      'People, by what is searched for: a part of a name, of the name of a wallet or of what its person calls it, an address in any spelling or its first six digits and more, or an id. Who was merged into somebody else is found by the id, and by that status.',
      page(person),
    ),
    query: withQuery({
      ...schemas.peopleFilter,
      sort: Type.Optional(Type.Enum(['seen', 'created', 'name'])),
    }),
  },
  readPerson: {
    ...read(
      'people.read',
      'One person with everything that hangs on them but their sessions and activity.',
      schemas.personInFull,
      ['person.not_found'],
    ),
    params: ofId,
  },
  listPersonSessions: {
    ...read('people.read', 'The live sessions of a person.', page(schemas.personSession), ['person.not_found']),
    params: ofId,
    query: schemas.onlyPaging,
  },
  listLiveSessions: {
    ...read(
      'people.read',
      'The live sessions of everybody, the newest first; searched by whose they are, as people are. Where many fit, a page looks through so many at most: it can be short, or empty, and there is more as long as it has a next cursor.',
      page(schemas.liveSession),
    ),
    query: withQuery({}),
  },
  suspendPerson: {
    ...change('people.change', 'Suspends a person: their sessions end, and nobody signs in as them.', schemas.ended, [
      'person.not_found',
      'person.not_active',
      'role.last_owner',
    ]),
    params: ofId,
    body: Type.Object({ reason: Type.Optional(reason) }, strict),
  },
  restorePerson: {
    ...change('people.change', 'Lets a suspended person sign in again.', null, [
      'person.not_found',
      'person.not_suspended',
    ]),
    params: ofId,
  },
  endPersonSession: {
    ...change('people.change', 'Ends one session of a person.', null, ['person.not_found', 'session.not_found']),
    params: Type.Object({ id: identifier, session: identifier }, strict),
  },
  endPersonSessions: {
    ...change('people.change', 'Ends all sessions of a person.', schemas.ended, ['person.not_found']),
    params: ofId,
  },
  deletePerson: {
    ...change('people.change', 'Erases a person, for good.', null, [
      'person.not_found',
      'merge.open',
      'role.last_owner',
    ]),
    params: ofId,
    body: Type.Object({ reason: Type.Optional(reason) }, strict),
  },
  previewBulk: {
    ...ask(
      'people.change',
      'Who of many people something can be done to, and who not and why. Of a filter a part at a time: there is more as long as it has a next cursor. Changes nothing.',
      Type.Object(
        {
          able: Type.Array(identifier),
          unable: Type.Array(schemas.bulkFailure),
          nextCursor: Type.Union([Type.String(), Type.Null()]),
        },
        strict,
      ),
      ['group.not_found', 'group.no_list'],
    ),
    body: Type.Object(
      {
        act: Type.Enum(['suspend', 'restore', 'endSessions', 'addToGroup']),
        group: Type.Optional(slug),
        ...schemas.chosenPeople,
        cursor: schemas.onlyPaging.properties.cursor,
      },
      strict,
    ),
  },
  runBulk: {
    ...change(
      'people.change',
      'Does the same to several people, to each as the call for one does it: what is refused of one stops none of the others. Adding to a group needs the permission to change groups as well.',
      Type.Object(
        {
          at: time,
          done: Type.Array(identifier),
          ended: Type.Integer({ description: 'How many sessions.' }),
          failed: Type.Array(schemas.bulkFailure),
        },
        strict,
      ),
      ['group.not_found', 'group.no_list'],
    ),
    body: schemas.bulkAct,
  },
  exportPeople: {
    ...change(
      'people.read',
      'People as a file for spreadsheets. The activity tells that it was taken.',
      Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A file.' }),
    ),
    body: Type.Object(schemas.exportedPeople, strict),
  },
  grantRole: {
    ...change('roles.change', 'Gives a person a role.', null, ['person.not_found', 'person.not_active', 'merge.open']),
    params: ofRole,
  },
  revokeRole: {
    ...change('roles.change', 'Takes a role from a person.', null, ['person.not_found', 'role.last_owner']),
    params: ofRole,
  },
  listApplications: {
    ...read(
      'applications.read',
      'Applications, by what is searched for: a name, an id, or a part of an address.',
      page(schemas.listedApplication),
    ),
    query: withQuery({
      enabled: Type.Optional(Type.Enum(['yes', 'no'])),
      kind: Type.Optional(schemas.applicationKind),
      include: schemas.include,
      sort: Type.Optional(Type.Enum(['name', 'created', 'used'])),
    }),
  },
  readPresets: read(
    'applications.read',
    'What to begin an application with: the kinds, and known programs with the settings they take.',
    Type.Object(
      {
        kinds: Type.Array(Type.Object({ kind: schemas.applicationKind, definition }, strict)),
        programs: Type.Array(schemas.program),
        chains: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, strict), {
          description: 'The chains that this server reads: those that contract wallets can sign in from.',
        }),
      },
      strict,
    ),
  ),
  checkApplication: {
    ...ask(
      'applications.read',
      'What is wrong with a definition, and what the rest of it would be. Changes nothing.',
      Type.Object(
        {
          faults: Type.Array(schemas.definitionFault),
          definition: Type.Union([definition, Type.Null()]),
          paste: Type.Array(schemas.setting),
        },
        strict,
      ),
    ),
    body: Type.Object(
      {
        definition: schemas.definitionInput,
        replaces: Type.Optional(slug),
        partial: Type.Optional(partial),
        newSubjects: Type.Optional(newSubjects),
      },
      strict,
    ),
  },
  createApplication: {
    ...change('applications.change', 'Adds an application. Its secret is told here once.', schemas.applicationMade, [
      'application.faulty',
      'application.taken',
    ]),
    body: Type.Object({ definition: schemas.definitionInput, logo: Type.Optional(logo) }, strict),
  },
  applyApplications: {
    ...change(
      'applications.change',
      'Creates and updates applications to match a list, all or nothing.',
      Type.Object(
        {
          steps: Type.Array(
            Type.Object(
              {
                ...schemas.step.properties,
                names: Type.Optional(
                  Type.Object(
                    { preferredUsername: Type.String(), people: Type.Integer() },
                    { ...strict, description: 'Who shares the name that changes, and what replaces it.' },
                  ),
                ),
              },
              strict,
            ),
          ),
          secrets: Type.Array(Type.Object({ id: slug, secret: Type.String() }, strict), {
            description: 'Client secrets that the server created, shown once.',
          }),
        },
        strict,
      ),
      ['application.faulty', 'application.changed_meanwhile'],
    ),
    body: Type.Object(
      {
        ...schemas.applyOptions,
        applications: Type.Array(
          Type.Object(
            {
              definition: schemas.definitionInput,
              secret: Type.Optional(Type.String({ maxLength: 1024 })),
              logo: Type.Optional(logo),
            },
            strict,
          ),
          { maxItems: 1000 },
        ),
        newSubjects: Type.Array(slug, {
          description: 'The applications whose people may get another identifier by another `subjectType`.',
        }),
      },
      strict,
    ),
  },
  readApplication: {
    ...read(
      'applications.read',
      'One application: its definition, what to paste into the other side, how it is used.',
      schemas.applicationInFull,
      ['application.not_found'],
    ),
    params: ofApplication,
  },
  changeApplication: {
    ...change('applications.change', 'Changes an application to another definition.', schemas.applicationMade, [
      'application.not_found',
      'application.faulty',
      'application.changed_meanwhile',
    ]),
    params: ofApplication,
    body: Type.Object(
      {
        definition: schemas.definitionInput,
        changedAt: time,
        partial: Type.Optional(partial),
        newSubjects: Type.Optional(newSubjects),
        logo: Type.Optional(logo),
      },
      strict,
    ),
  },
  rotateApplicationSecret: {
    ...change(
      'applications.change',
      'Gives an application another secret, told here once. The old one works on for the overlap.',
      schemas.secretMade,
      ['application.not_found', 'application.without_secret'],
    ),
    params: ofApplication,
    body: Type.Object({ overlapSeconds: Type.Integer({ minimum: 0, maximum: 2_592_000 }) }, strict),
  },
  endPreviousSecret: {
    ...change('applications.change', 'Ends the overlap: the old secret works no longer.', null, [
      'application.not_found',
    ]),
    params: ofApplication,
  },
  disableApplication: {
    ...change(
      'applications.change',
      'Disables an application: nobody signs in to it, and what it was given ends.',
      null,
      ['application.not_found'],
    ),
    params: ofApplication,
  },
  enableApplication: {
    ...change('applications.change', 'Lets people sign in to a disabled application again.', null, [
      'application.not_found',
    ]),
    params: ofApplication,
  },
  removeApplication: {
    ...change('applications.change', 'Removes an application with everything that hangs on it.', null, [
      'application.not_found',
    ]),
    params: ofApplication,
  },
  setApplicationLogo: {
    ...change('applications.change', 'Gives an application a logo.', null, [
      'application.not_found',
      'picture.unreadable',
    ]),
    params: ofApplication,
    body: Type.Object({ content: schemas.base64(limits.logoBytes.max) }, strict),
  },
  removeApplicationLogo: {
    ...change('applications.change', 'Takes the logo away.', null, ['application.not_found']),
    params: ofApplication,
  },
  tryApplication: {
    ...change(
      'applications.change',
      'Begins a test login as the application would: the browser goes to the address, and comes back to the console.',
      Type.Object({ id: identifier, url: Type.String() }, strict),
      ['application.not_found', 'application.not_tryable'],
    ),
    params: ofApplication,
    body: Type.Object({ scopes: Type.Array(schemas.scope, { maxItems: 10, uniqueItems: true }) }, strict),
  },
  readTry: {
    ...read(
      'applications.read',
      'What a test login came to: the tokens, decoded, and what userinfo says. Kept for minutes, for who began it.',
      schemas.tried,
      ['application.try_unknown'],
    ),
    params: ofId,
  },
  listResources: {
    ...read(
      'applications.read',
      'Resource servers: services that accept access tokens of this server.',
      page(schemas.resource),
    ),
    query: withQuery({
      openTo: Type.Optional(schemas.resource.properties.openTo),
      sort: Type.Optional(Type.Enum(['name', 'created'])),
    }),
  },
  applyResources: {
    ...change(
      'applications.change',
      'Creates and updates resources to match a file, all or nothing.',
      Type.Object(
        {
          steps: Type.Array(
            Type.Object(
              {
                ...schemas.step.properties,
                people: Type.Union([Type.Integer(), Type.Null()], {
                  description: 'How many people get another identifier there; null for none.',
                }),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
      ['resource.faulty', 'resource.changed_meanwhile', 'resource.switch_unconfirmed'],
    ),
    body: Type.Object(
      {
        ...schemas.applyOptions,
        file: schemas.fileContent,
        confirmedPeople: Type.Optional(
          Type.Record(Type.String(), Type.Integer(), {
            description: 'By address: how many people may get another identifier there.',
          }),
        ),
      },
      strict,
    ),
  },
  createResource: {
    ...change('applications.change', 'Adds a resource.', schemas.resource, [
      'resource.faulty',
      'resource.names_client',
      'resource.taken',
      'resource.too_many',
    ]),
    body: schemas.resourceInput,
  },
  checkResource: {
    ...ask(
      'applications.read',
      'What is wrong with a resource, all at once. Changes nothing.',
      Type.Object({ faults: Type.Array(schemas.definitionFault) }, strict),
    ),
    body: schemas.resourceInput,
  },
  readResource: {
    ...read(
      'applications.read',
      'One resource, the applications that list it, and how many people have allowed something there.',
      schemas.resourceInFull,
      ['resource.not_found'],
    ),
    params: ofId,
  },
  changeResource: {
    ...change(
      'applications.change',
      'Changes a resource.',
      Type.Object({ ...schemas.resource.properties, changes }, strict),
      [
        'resource.not_found',
        'resource.faulty',
        'resource.names_client',
        'resource.changed_meanwhile',
        'resource.switch_unconfirmed',
      ],
    ),
    params: ofId,
    body: Type.Object(
      {
        ...schemas.resourceInput.properties,
        changedAt: time,
        confirmedPeople: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'Where “subjects” changes: for how many people that was agreed to. Refused where it concerns more of them by now.',
          }),
        ),
      },
      strict,
    ),
  },
  removeResource: {
    ...change('applications.change', 'Removes a resource that no application lists.', null, [
      'resource.not_found',
      'resource.listed',
    ]),
    params: ofId,
  },
  listGroups: {
    ...read('groups.read', 'Groups.', page(schemas.listedGroup)),
    query: withQuery({
      sort: Type.Optional(Type.Enum(['name', 'created', 'members'])),
      include: schemas.include,
    }),
  },
  applyGroups: {
    ...change(
      'groups.change',
      'Creates and updates groups to match a file, all or nothing.',
      Type.Object({ steps: Type.Array(schemas.step) }, strict),
      ['group.faulty', 'rule.chain_unavailable'],
    ),
    body: Type.Object({ ...schemas.applyOptions, file: schemas.fileContent }, strict),
  },
  previewRule: {
    ...ask(
      'groups.read',
      'Who would belong to a group by a rule: counted over people as their wallets are now, with a few of them. Of many people only those are looked at who were seen last. Changes nothing.',
      schemas.rulePreview,
      ['rule.chain_unavailable'],
    ),
    body: Type.Object(
      {
        rule,
        live: Type.Optional(
          Type.Boolean({
            description: 'While the rule is still being written: where a chain has to be read, of fewer people.',
          }),
        ),
      },
      strict,
    ),
  },
  listReadableChains: read(
    'groups.read',
    'The chains that a rule can name.',
    Type.Object({ items: Type.Array(schemas.readableChain) }, strict),
  ),
  readToken: {
    ...ask(
      'groups.read',
      'What a token says of itself, for a rule that names it: its kind, symbol, name and decimals, read now. Texts are those of a stranger, with what is not seen taken out.',
      schemas.tokenOnChain,
      ['token.no_code', 'token.unknown_kind', 'token.name_unknown', 'rule.chain_not_read', 'rule.chain_unavailable'],
    ),
    body: Type.Object(
      {
        chain: schemas.chainId,
        contract: Type.String({
          minLength: 3,
          maxLength: 255,
          pattern: schemas.lineForm,
          description: 'Its address, or a name (ENS) that leads to it.',
        }),
      },
      strict,
    ),
  },
  tryRule: {
    ...ask(
      'groups.read',
      'Whether one address would meet a rule, part by part and why, read now. Nothing is known of its person, and nothing is kept.',
      schemas.ruleTry,
      ['rule.chain_unavailable'],
    ),
    body: Type.Object(
      {
        rule,
        address: Type.String({
          minLength: 1,
          maxLength: 128,
          pattern: schemas.lineForm,
          description:
            'The address of a plain key, or a whole account (CAIP-10): `eip155:CHAIN:0x…` for a contract wallet.',
        }),
      },
      strict,
    ),
  },
  createGroup: {
    ...change('groups.change', 'Makes a group.', group, [
      'group.faulty',
      'group.taken',
      'group.too_many',
      'rule.chain_unavailable',
    ]),
    body: schemas.groupInput,
  },
  readGroup: {
    ...read('groups.read', 'One group with its rule, and the applications that demand it.', schemas.groupInFull, [
      'group.not_found',
    ]),
    params: ofGroup,
  },
  changeGroup: {
    ...change('groups.change', 'Changes a group.', Type.Object({ ...group.properties, changes }, strict), [
      'group.not_found',
      'group.faulty',
      'group.changed_meanwhile',
      'rule.chain_unavailable',
    ]),
    params: ofGroup,
    body: Type.Object({ ...schemas.groupInput.properties, changedAt: time }, strict),
  },
  removeGroup: {
    ...change('groups.change', 'Removes a group that no application demands.', null, [
      'group.not_found',
      'group.demanded',
    ]),
    params: ofGroup,
  },
  listGroupMembers: {
    ...read(
      'groups.read',
      'Who belongs to a group, and when that was last read; searched as people are, the last seen first.',
      page(schemas.member),
      ['group.not_found'],
    ),
    params: ofGroup,
    query: withQuery({}),
  },
  explainMembership: {
    ...ask(
      'groups.read',
      'Why a person does or does not belong to a group, part by part, read now. A token needs the permission to read people as well.',
      schemas.explanation,
      ['group.not_found', 'person.not_found'],
    ),
    params: ofGroup,
    body: Type.Object(
      {
        person: Type.String({
          minLength: 1,
          maxLength: 128,
          pattern: schemas.lineForm,
          description: 'An id, or the address of a wallet.',
        }),
      },
      strict,
    ),
  },
  listEvents: {
    ...read(
      'activity.read',
      'The activity of all, the newest first. A page looks at so many lines at most: where what is asked for is rare it can be short, or empty, and there is more as long as it has a next cursor.',
      Type.Object({ ...page(event).properties, beingSealed }, strict),
    ),
    query: schemas.eventQuery,
  },
  groupEvents: {
    ...read(
      'activity.read',
      'The activity counted by person, application or network, the fifty largest. So many of the newest lines that fit are counted at most; the answer says whether there are more.',
      schemas.eventGroups,
    ),
    query: schemas.groupQuery,
  },
  readEvent: {
    ...read('activity.read', 'One line in full, with its evidence and its place in the chain.', schemas.eventInFull, [
      'event.not_found',
    ]),
    params: Type.Object({ sequence: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) }, strict),
  },
  exportEvents: {
    ...read(
      'activity.read',
      'The same as a file, with the hashes of the lines. The activity tells that it was taken.',
      Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A file.' }),
      ['request.foreign_origin'],
    ),
    fresh: true,
    query: Type.Object(
      { ...schemas.eventFilter, format: Type.Union([Type.Literal('jsonl'), Type.Literal('csv')]) },
      strict,
    ),
  },
  readChainOfEvents: {
    ...read(
      'activity.read',
      'Lines of the log with all that their hashes are over, in their order: for who checks the log by themselves.',
      Type.Object(
        {
          lines: Type.Array(schemas.chainedLine),
          head: Type.Object(
            {
              sequence: Type.Integer(),
              hash: Type.String({ description: 'What the log has come to: the root of its tree.' }),
            },
            strict,
          ),
          base: Type.Integer({ description: 'The line behind which the tree begins: those up to it are a chain.' }),
        },
        strict,
      ),
    ),
    query: Type.Object(
      {
        after: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,15}$',
            description: 'Lines behind this one; the first ones where it is left out.',
          }),
        ),
      },
      strict,
    ),
  },
  readLogCheckpoint: read(
    'activity.read',
    'The newest checkpoint of the log, a signed note (C2SP tlog-tiles): how many leaves its tree has, and what its root is.',
    Type.String({ description: 'A signed note.' }),
    ['event.not_found'],
  ),
  readLogTile: {
    ...read(
      'activity.read',
      'A tile of the tree of the log, or a bundle of its entries, at its path of C2SP tlog-tiles.',
      Type.Unsafe<Uint8Array>({
        type: 'string',
        description: 'Hashes of 32 bytes, or entries, each behind its length.',
      }),
      ['event.not_found'],
    ),
    params: Type.Object(
      { '*': Type.String({ maxLength: 80, description: 'What follows `tile/`: `0/000`, `entries/x001/234.p/5`.' }) },
      strict,
    ),
  },
  readSettings: read('settings.read', 'What is set, from where, and what may be changed here.', schemas.settings),
  changeBranding: {
    ...change('settings.change', 'Changes how the site presents itself.', schemas.branding, ['branding.faulty']),
    body: schemas.brandingInput,
  },
  setMark: {
    ...change('settings.change', 'Gives the site a mark of its own.', schemas.branding, ['picture.unreadable']),
    body: Type.Object({ content: schemas.base64(limits.logoBytes.max) }, strict),
  },
  removeMark: change('settings.change', 'Takes the mark away.', schemas.branding),
  rotateKeys: {
    ...change(
      'settings.change',
      'Makes the next signing keys; at once where a key was stolen, and then every token signed before is refused.',
      Type.Object({ made: Type.Integer() }, strict),
    ),
    body: Type.Object({ immediately: Type.Boolean() }, strict),
  },
  testChain: {
    ...ask(
      'settings.read',
      'Asks each node of a chain whether it can be read.',
      Type.Object({ nodes: Type.Array(schemas.nodeCheck) }, strict),
      ['chain.not_read'],
    ),
    params: Type.Object({ chain: Type.String({ pattern: '^[1-9][0-9]{0,15}$' }) }, strict),
  },
  listViews: {
    ...read(
      'views.own',
      'Views of a list that one has saved, and those that are shared.',
      Type.Object({ items: Type.Array(schemas.savedView) }, strict),
    ),
    query: Type.Object({ list: schemas.savedView.properties.list }, strict),
  },
  saveView: {
    ...ask(
      'views.own',
      'Saves a view of a list; one of one’s own with the same name is replaced. Only owners share.',
      schemas.savedView,
      ['view.too_many', 'person.name_unusable'],
    ),
    body: schemas.viewInput,
  },
  changeView: {
    ...ask('views.own', 'Gives a view of one’s own another name, or shares it, or no longer.', schemas.savedView, [
      'view.not_found',
      'view.taken',
      'person.name_unusable',
    ]),
    params: ofId,
    body: Type.Partial(Type.Pick(schemas.viewInput, ['name', 'shared'])),
  },
  removeView: {
    ...ask('views.own', 'Removes a view of one’s own; an owner also one that another shares.', null, [
      'view.not_found',
    ]),
    params: ofId,
  },
  listRecent: read(
    'views.own',
    'The last things that one opened by the search, as they are called now; of each kind only what may be read.',
    Type.Object({ items: Type.Array(schemas.recentThing) }, strict),
  ),
  noteOpened: {
    ...ask('views.own', 'Remembers that one opened something.', null),
    body: Type.Object({ kind: schemas.recentThing.properties.kind, id: slug }, strict),
  },
  listTokens: {
    ...read('tokens.own', 'Tokens of the administration: those that one made, and for an owner all.', page(token)),
    query: withQuery({}),
  },
  createToken: {
    ...change(
      'tokens.own',
      'Makes a token, told here once. It can do what is asked for as long as who made it can.',
      Type.Object({ token, secret: Type.String() }, strict),
      ['token.too_much', 'token.too_many', 'person.name_unusable'],
    ),
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 64, pattern: schemas.lineForm }),
        permissions: Type.Array(Type.Enum(Object.keys(permissions) as Permission[]), {
          minItems: 1,
          uniqueItems: true,
        }),
        days: Type.Integer({ minimum: 1, maximum: 365 }),
      },
      strict,
    ),
  },
  listRegistrationTokens: read(
    'settings.read',
    'Recent registration tokens (RFC 7591 initial access tokens), newest first.',
    Type.Object({ items: Type.Array(schemas.registrationToken) }, strict),
  ),
  createRegistrationToken: {
    ...change(
      'settings.change',
      'Creates a token that lets applications register themselves until it expires or is used up.',
      Type.Object({ token: Type.String({ description: 'Shown once.' }), until: time }, strict),
    ),
    body: Type.Object(
      {
        lifeSeconds: Type.Integer({ minimum: 60, maximum: 2_592_000 }),
        uses: Type.Integer({ minimum: 1, maximum: registrationTokenUses.max }),
      },
      strict,
    ),
  },
  endRegistrationToken: {
    ...change('settings.change', 'Revokes a registration token. Applications registered with it are kept.', null, [
      'token.not_found',
    ]),
    params: Type.Object({ id: slug }, strict),
  },
  revokeToken: { ...change('tokens.own', 'Revokes a token.', null, ['token.not_found']), params: ofId },
} as const satisfies Record<AdminCallName, AdminCall>

/** What a caller sends with a call of the administration. */
export type AdminInput<Name extends AdminCallName> = {
  body: Value<(typeof adminCalls)[Name]['body']>
  params: Value<(typeof adminCalls)[Name]['params']>
  query: Value<(typeof adminCalls)[Name]['query']>
}

export type AdminAnswer<Name extends AdminCallName> = Value<(typeof adminCalls)[Name]['answer']>

export type AdminPerson = Static<typeof person>
export type AdminEvent = Static<typeof event>
export type AdminApplication = Static<typeof application>
export type AdminGroup = Static<typeof group>
export type AdminResource = Static<typeof schemas.resource>
export type AdminToken = Static<typeof token>
