// One schema per call of the administration: what goes in, what comes out, what it may refuse, and which permission it needs.
// Whatever changes something needs a proof of a moment ago as well, and whatever tells of others a browser that is known, unless a token of the
// administration asks.
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { AdminApiEndpointName } from './admin-api-route-paths.ts'
import { createAdminListPageSchema, adminApiSchemas, createAdminListQuerySchema } from './admin-api-schemas.ts'
import { unsequencedEntryCountSchema } from './api-endpoints.ts'
import type { ApiEndpointDefinition, TypeFromJsonSchema } from './api-endpoints.ts'
import type { ErrorCatalogCode } from './error-catalog.ts'
import { serverLimitDefinitions, applicationsPerRegistrationTokenLimits } from './server-limits.ts'
import { rolesByPermission } from './admin-role-permissions.ts'
import type { AdminPermission } from './admin-role-permissions.ts'

/** A call that needs a permission; null where being signed in is enough, because the answer says what is missing. */
export interface AdminApiEndpointDefinition extends ApiEndpointDefinition {
  readonly permission: AdminPermission | null
  /** Whether a proof of a moment ago is needed; or else a browser that is known to be the person's own will do (THREATS M17). */
  readonly fresh: boolean
}

const strict = { additionalProperties: false } as const
const { identifier, time, application, group, person, apiToken, event, definition, rule, reason, slug, dateRange } =
  adminApiSchemas

const commonErrors = [
  'request.invalid',
  'request.not_found',
  'database.unavailable',
  'database.commit_unknown',
  'server.shutting_down',
  'server.error',
  'session.required',
  'permission.denied',
  'step_up.required',
  'api_token.invalid',
  'rate.limited',
] as const
const writeErrors = [...commonErrors, 'request.cross_origin', 'request.not_json', 'request.too_large'] as const
const idParams = Type.Object({ id: identifier }, strict)
const newSubjects = Type.Boolean({
  description:
    'Whether people who signed in may be given other names by another `subjectType`: it is refused otherwise.',
})
const changedMembers = Type.Array(Type.String(), { description: 'What is different now.' })
const logo = Type.Union([adminApiSchemas.base64(serverLimitDefinitions.logoBytes.max), Type.Null()], {
  description: 'Its logo, in Base64; null for none.',
})
const keepOmittedMembers = Type.Boolean({
  description:
    'Whether members that the definition leaves out stay as they are stored. Otherwise they take the values that the kind sets.',
})
const applicationParams = Type.Object({ application: slug }, strict)
const groupParams = Type.Object({ group: slug }, strict)
const roleParams = Type.Object({ id: identifier, role: adminApiSchemas.role }, strict)

/** What of a call is there unless it is said otherwise. */
const readEndpoint = <Answer extends TSchema>(
  permission: AdminPermission,
  about: string,
  answer: Answer,
  errors: readonly ErrorCatalogCode[] = [],
) =>
  ({
    about,
    permission,
    fresh: false,
    body: null,
    params: null,
    query: null,
    answer,
    errors: [...commonErrors, ...errors],
  }) as const
/** A question that has a body, and changes nothing but what is kept for who asks alone. */
const queryEndpoint = <Answer extends TSchema | null>(
  permission: AdminPermission,
  about: string,
  answer: Answer,
  errors: readonly ErrorCatalogCode[] = [],
) =>
  ({
    about,
    permission,
    fresh: false,
    body: null,
    params: null,
    query: null,
    answer,
    errors: [...writeErrors, ...errors],
  }) as const
const writeEndpoint = <Answer extends TSchema | null>(
  permission: AdminPermission,
  about: string,
  answer: Answer,
  errors: readonly ErrorCatalogCode[] = [],
) =>
  ({
    about,
    permission,
    fresh: true,
    body: null,
    params: null,
    query: null,
    answer,
    errors: [...writeErrors, ...errors],
  }) as const

export const adminApiEndpoints = {
  readSetup: {
    ...readEndpoint(
      'figures.read',
      'Whether this server has an owner yet. Tells nobody who.',
      Type.Object({ owned: Type.Boolean() }, strict),
    ),
    permission: null,
  },
  claimOwnership: {
    ...writeEndpoint(
      'figures.read',
      'Makes who is signed in the first owner, by the one-time code that the terminal printed at the start.',
      null,
      ['setup.code_invalid', 'setup.already_completed', 'merge.already_open'],
    ),
    permission: null,
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, strict),
  },
  readAdminSession: {
    ...readEndpoint(
      'figures.read',
      'What who is signed in may do here: their roles, and the permissions that come with them; none of either for anybody else.',
      Type.Object(
        {
          roles: Type.Array(adminApiSchemas.role),
          permissions: Type.Array(Type.Enum(Object.keys(rolesByPermission) as AdminPermission[])),
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
  readSetupSteps: readEndpoint(
    'figures.read',
    'The check list of a new server: what is done, what was set aside.',
    Type.Object(
      {
        steps: Type.Array(
          Type.Object({ step: adminApiSchemas.setupStep, done: Type.Boolean(), dismissed: Type.Boolean() }, strict),
        ),
      },
      strict,
    ),
  ),
  dismissSetupStep: {
    ...writeEndpoint('settings.change', 'Sets a step of the check list aside.', null),
    params: Type.Object({ step: adminApiSchemas.setupStep }, strict),
  },
  readMetrics: {
    ...readEndpoint('figures.read', 'The figures of a range of days.', adminApiSchemas.metrics),
    query: dateRange,
  },
  listAlerts: readEndpoint('figures.read', 'What needs somebody.', adminApiSchemas.alerts),
  searchAdmin: {
    ...readEndpoint(
      'figures.read',
      'A few of everything that a text finds: people as their list finds them, applications, groups, resources, and lines of the activity by their number or by the id of who did it. Of each only what may be read.',
      adminApiSchemas.searchResult,
    ),
    query: Type.Object(
      { text: Type.String({ minLength: 1, maxLength: 128, pattern: adminApiSchemas.noNulPattern }) },
      strict,
    ),
  },
  listPeople: {
    ...readEndpoint(
      'people.read',
      'People, by what is searched for: a part of a name, of the name of a wallet or of what its person calls it, an address in any spelling or its first six digits and more, or an id. Who was merged into somebody else is found by the id, and by that status.',
      createAdminListPageSchema(person),
    ),
    query: createAdminListQuerySchema({
      ...adminApiSchemas.peopleFilter,
      sort: Type.Optional(Type.Enum(['seen', 'created', 'name'])),
    }),
  },
  readPerson: {
    ...readEndpoint(
      'people.read',
      'One person with everything that hangs on them but their sessions and activity.',
      adminApiSchemas.personDetails,
      ['person.not_found'],
    ),
    params: idParams,
  },
  listPersonSessions: {
    ...readEndpoint(
      'people.read',
      'The live sessions of a person.',
      createAdminListPageSchema(adminApiSchemas.personSession),
      ['person.not_found'],
    ),
    params: idParams,
    query: adminApiSchemas.pagingQuery,
  },
  listLiveSessions: {
    ...readEndpoint(
      'people.read',
      'The live sessions of everybody, the newest first; searched by whose they are, as people are. Where many fit, a page looks through so many at most: it can be short, or empty, and there is more as long as it has a next cursor.',
      createAdminListPageSchema(adminApiSchemas.liveSession),
    ),
    query: createAdminListQuerySchema({}),
  },
  suspendPerson: {
    ...writeEndpoint(
      'people.change',
      'Suspends a person: their sessions end, and nobody signs in as them.',
      adminApiSchemas.endedCount,
      ['person.not_found', 'person.not_active', 'role.last_owner'],
    ),
    params: idParams,
    body: Type.Object({ reason: Type.Optional(reason) }, strict),
  },
  reactivatePerson: {
    ...writeEndpoint('people.change', 'Lets a suspended person sign in again.', null, [
      'person.not_found',
      'person.not_suspended',
    ]),
    params: idParams,
  },
  endPersonSession: {
    ...writeEndpoint('people.change', 'Ends one session of a person.', null, ['person.not_found', 'session.not_found']),
    params: Type.Object({ id: identifier, session: identifier }, strict),
  },
  endPersonSessions: {
    ...writeEndpoint('people.change', 'Ends all sessions of a person.', adminApiSchemas.endedCount, [
      'person.not_found',
    ]),
    params: idParams,
  },
  deletePerson: {
    ...writeEndpoint('people.change', 'Erases a person, for good.', null, [
      'person.not_found',
      'merge.already_open',
      'role.last_owner',
    ]),
    params: idParams,
    body: Type.Object({ reason: Type.Optional(reason) }, strict),
  },
  previewBulk: {
    ...queryEndpoint(
      'people.change',
      'Who of many people something can be done to, and who not and why. Of a filter a part at a time: there is more as long as it has a next cursor. Changes nothing.',
      Type.Object(
        {
          able: Type.Array(identifier),
          unable: Type.Array(adminApiSchemas.bulkFailure),
          nextCursor: Type.Union([Type.String(), Type.Null()]),
        },
        strict,
      ),
      ['group.not_found', 'group.not_a_list'],
    ),
    body: Type.Object(
      {
        act: Type.Enum(['suspend', 'restore', 'endSessions', 'addToGroup']),
        group: Type.Optional(slug),
        ...adminApiSchemas.peopleSelection,
        cursor: adminApiSchemas.pagingQuery.properties.cursor,
      },
      strict,
    ),
  },
  runBulk: {
    ...writeEndpoint(
      'people.change',
      'Does the same to several people, to each as the call for one does it: what is refused of one stops none of the others. Adding to a group needs the permission to change groups as well.',
      Type.Object(
        {
          at: time,
          done: Type.Array(identifier),
          ended: Type.Integer({ description: 'How many sessions.' }),
          failed: Type.Array(adminApiSchemas.bulkFailure),
        },
        strict,
      ),
      ['group.not_found', 'group.not_a_list'],
    ),
    body: adminApiSchemas.bulkAction,
  },
  exportPeople: {
    ...writeEndpoint(
      'people.read',
      'People as a file for spreadsheets. The activity tells that it was taken.',
      Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A file.' }),
    ),
    body: Type.Object(adminApiSchemas.exportPeopleSelection, strict),
  },
  grantRole: {
    ...writeEndpoint('roles.change', 'Gives a person a role.', null, [
      'person.not_found',
      'person.not_active',
      'merge.already_open',
    ]),
    params: roleParams,
  },
  revokeRole: {
    ...writeEndpoint('roles.change', 'Takes a role from a person.', null, ['person.not_found', 'role.last_owner']),
    params: roleParams,
  },
  listApplications: {
    ...readEndpoint(
      'applications.read',
      'Applications, by what is searched for: a name, an id, or a part of an address.',
      createAdminListPageSchema(adminApiSchemas.listedApplication),
    ),
    query: createAdminListQuerySchema({
      enabled: Type.Optional(Type.Enum(['yes', 'no'])),
      kind: Type.Optional(adminApiSchemas.applicationKind),
      include: adminApiSchemas.includeDefinition,
      sort: Type.Optional(Type.Enum(['name', 'created', 'used'])),
    }),
  },
  readPresets: readEndpoint(
    'applications.read',
    'What to begin an application with: the kinds, and known programs with the settings they take.',
    Type.Object(
      {
        kinds: Type.Array(Type.Object({ kind: adminApiSchemas.applicationKind, definition }, strict)),
        programs: Type.Array(adminApiSchemas.preset),
        chains: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, strict), {
          description: 'The chains that this server reads: those that contract wallets can sign in from.',
        }),
      },
      strict,
    ),
  ),
  checkApplication: {
    ...queryEndpoint(
      'applications.read',
      'What is wrong with a definition, and what the rest of it would be. Changes nothing.',
      Type.Object(
        {
          errors: Type.Array(adminApiSchemas.definitionError),
          definition: Type.Union([definition, Type.Null()]),
          clientSettings: Type.Array(adminApiSchemas.clientSetting),
        },
        strict,
      ),
    ),
    body: Type.Object(
      {
        definition: adminApiSchemas.definitionInput,
        replaces: Type.Optional(slug),
        partial: Type.Optional(keepOmittedMembers),
        newSubjects: Type.Optional(newSubjects),
      },
      strict,
    ),
  },
  createApplication: {
    ...writeEndpoint(
      'applications.change',
      'Adds an application. Its secret is told here once.',
      adminApiSchemas.createdApplication,
      ['application.invalid', 'application.already_exists'],
    ),
    body: Type.Object({ definition: adminApiSchemas.definitionInput, logo: Type.Optional(logo) }, strict),
  },
  applyApplications: {
    ...writeEndpoint(
      'applications.change',
      'Creates and updates applications to match a list, all or nothing.',
      Type.Object(
        {
          steps: Type.Array(
            Type.Object(
              {
                ...adminApiSchemas.applyStep.properties,
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
      ['application.invalid', 'application.conflict'],
    ),
    body: Type.Object(
      {
        ...adminApiSchemas.applyOptions,
        applications: Type.Array(
          Type.Object(
            {
              definition: adminApiSchemas.definitionInput,
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
    ...readEndpoint(
      'applications.read',
      'One application: its definition, what to paste into the other side, how it is used.',
      adminApiSchemas.applicationDetails,
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  changeApplication: {
    ...writeEndpoint(
      'applications.change',
      'Changes an application to another definition.',
      adminApiSchemas.createdApplication,
      ['application.not_found', 'application.invalid', 'application.conflict'],
    ),
    params: applicationParams,
    body: Type.Object(
      {
        definition: adminApiSchemas.definitionInput,
        changedAt: time,
        partial: Type.Optional(keepOmittedMembers),
        newSubjects: Type.Optional(newSubjects),
        logo: Type.Optional(logo),
      },
      strict,
    ),
  },
  rotateApplicationSecret: {
    ...writeEndpoint(
      'applications.change',
      'Gives an application another secret, told here once. The old one works on for the overlap.',
      adminApiSchemas.createdSecret,
      ['application.not_found', 'application.no_secret'],
    ),
    params: applicationParams,
    body: Type.Object({ overlapSeconds: Type.Integer({ minimum: 0, maximum: 2_592_000 }) }, strict),
  },
  revokePreviousSecret: {
    ...writeEndpoint('applications.change', 'Ends the overlap: the old secret works no longer.', null, [
      'application.not_found',
    ]),
    params: applicationParams,
  },
  disableApplication: {
    ...writeEndpoint(
      'applications.change',
      'Disables an application: nobody signs in to it, and what it was given ends.',
      null,
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  enableApplication: {
    ...writeEndpoint('applications.change', 'Lets people sign in to a disabled application again.', null, [
      'application.not_found',
    ]),
    params: applicationParams,
  },
  removeApplication: {
    ...writeEndpoint('applications.change', 'Removes an application with everything that hangs on it.', null, [
      'application.not_found',
    ]),
    params: applicationParams,
  },
  setApplicationLogo: {
    ...writeEndpoint('applications.change', 'Gives an application a logo.', null, [
      'application.not_found',
      'picture.invalid',
    ]),
    params: applicationParams,
    body: Type.Object({ content: adminApiSchemas.base64(serverLimitDefinitions.logoBytes.max) }, strict),
  },
  removeApplicationLogo: {
    ...writeEndpoint('applications.change', 'Takes the logo away.', null, ['application.not_found']),
    params: applicationParams,
  },
  startTestLogin: {
    ...writeEndpoint(
      'applications.change',
      'Begins a test login as the application would: the browser goes to the address, and comes back to the console.',
      Type.Object({ id: identifier, url: Type.String() }, strict),
      ['application.not_found', 'application.test_login_unavailable'],
    ),
    params: applicationParams,
    body: Type.Object({ scopes: Type.Array(adminApiSchemas.scope, { maxItems: 10, uniqueItems: true }) }, strict),
  },
  readTestLogin: {
    ...readEndpoint(
      'applications.read',
      'What a test login came to: the tokens, decoded, and what userinfo says. Kept for minutes, for who began it.',
      adminApiSchemas.testLogin,
      ['application.test_login_not_found'],
    ),
    params: idParams,
  },
  listResources: {
    ...readEndpoint(
      'applications.read',
      'Resource servers: services that accept access tokens of this server.',
      createAdminListPageSchema(adminApiSchemas.resource),
    ),
    query: createAdminListQuerySchema({
      openTo: Type.Optional(adminApiSchemas.resource.properties.openTo),
      sort: Type.Optional(Type.Enum(['name', 'created'])),
    }),
  },
  applyResources: {
    ...writeEndpoint(
      'applications.change',
      'Creates and updates resources to match a file, all or nothing.',
      Type.Object(
        {
          steps: Type.Array(
            Type.Object(
              {
                ...adminApiSchemas.applyStep.properties,
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
      ['resource.invalid', 'resource.conflict', 'resource.subject_change_unconfirmed'],
    ),
    body: Type.Object(
      {
        ...adminApiSchemas.applyOptions,
        file: adminApiSchemas.fileContent,
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
    ...writeEndpoint('applications.change', 'Adds a resource.', adminApiSchemas.resource, [
      'resource.invalid',
      'resource.client_id_conflict',
      'resource.already_exists',
      'resource.too_many',
    ]),
    body: adminApiSchemas.resourceInput,
  },
  checkResource: {
    ...queryEndpoint(
      'applications.read',
      'What is wrong with a resource, all at once. Changes nothing.',
      Type.Object({ errors: Type.Array(adminApiSchemas.definitionError) }, strict),
    ),
    body: adminApiSchemas.resourceInput,
  },
  readResource: {
    ...readEndpoint(
      'applications.read',
      'One resource, the applications that list it, and how many people have allowed something there.',
      adminApiSchemas.resourceDetails,
      ['resource.not_found'],
    ),
    params: idParams,
  },
  changeResource: {
    ...writeEndpoint(
      'applications.change',
      'Changes a resource.',
      Type.Object({ ...adminApiSchemas.resource.properties, changes: changedMembers }, strict),
      [
        'resource.not_found',
        'resource.invalid',
        'resource.client_id_conflict',
        'resource.conflict',
        'resource.subject_change_unconfirmed',
      ],
    ),
    params: idParams,
    body: Type.Object(
      {
        ...adminApiSchemas.resourceInput.properties,
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
    ...writeEndpoint('applications.change', 'Removes a resource that no application lists.', null, [
      'resource.not_found',
      'resource.in_use',
    ]),
    params: idParams,
  },
  listGroups: {
    ...readEndpoint('groups.read', 'Groups.', createAdminListPageSchema(adminApiSchemas.listedGroup)),
    query: createAdminListQuerySchema({
      sort: Type.Optional(Type.Enum(['name', 'created', 'members'])),
      include: adminApiSchemas.includeDefinition,
    }),
  },
  applyGroups: {
    ...writeEndpoint(
      'groups.change',
      'Creates and updates groups to match a file, all or nothing.',
      Type.Object({ steps: Type.Array(adminApiSchemas.applyStep) }, strict),
      ['group.invalid', 'rule.chain_unavailable'],
    ),
    body: Type.Object({ ...adminApiSchemas.applyOptions, file: adminApiSchemas.fileContent }, strict),
  },
  previewRule: {
    ...queryEndpoint(
      'groups.read',
      'Who would belong to a group by a rule: counted over people as their wallets are now, with a few of them. Of many people only those are looked at who were seen last. Changes nothing.',
      adminApiSchemas.rulePreview,
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
  listConfiguredChains: readEndpoint(
    'groups.read',
    'The chains that a rule can name.',
    Type.Object({ items: Type.Array(adminApiSchemas.configuredChain) }, strict),
  ),
  readTokenMetadata: {
    ...queryEndpoint(
      'groups.read',
      'What a token says of itself, for a rule that names it: its kind, symbol, name and decimals, read now. Texts are those of a stranger, with what is not seen taken out.',
      adminApiSchemas.tokenMetadata,
      [
        'asset.no_code',
        'asset.unknown_type',
        'asset.name_not_found',
        'rule.chain_not_supported',
        'rule.chain_unavailable',
      ],
    ),
    body: Type.Object(
      {
        chain: adminApiSchemas.chainId,
        contract: Type.String({
          minLength: 3,
          maxLength: 255,
          pattern: adminApiSchemas.singleLinePattern,
          description: 'Its address, or a name (ENS) that leads to it.',
        }),
      },
      strict,
    ),
  },
  testRule: {
    ...queryEndpoint(
      'groups.read',
      'Whether one address would meet a rule, part by part and why, read now. Nothing is known of its person, and nothing is kept.',
      adminApiSchemas.ruleTestResult,
      ['rule.chain_unavailable'],
    ),
    body: Type.Object(
      {
        rule,
        address: Type.String({
          minLength: 1,
          maxLength: 128,
          pattern: adminApiSchemas.singleLinePattern,
          description:
            'The address of a plain key, or a whole account (CAIP-10): `eip155:CHAIN:0x…` for a contract wallet.',
        }),
      },
      strict,
    ),
  },
  createGroup: {
    ...writeEndpoint('groups.change', 'Makes a group.', group, [
      'group.invalid',
      'group.already_exists',
      'group.too_many',
      'rule.chain_unavailable',
    ]),
    body: adminApiSchemas.groupInput,
  },
  readGroup: {
    ...readEndpoint(
      'groups.read',
      'One group with its rule, and the applications that demand it.',
      adminApiSchemas.groupDetails,
      ['group.not_found'],
    ),
    params: groupParams,
  },
  changeGroup: {
    ...writeEndpoint(
      'groups.change',
      'Changes a group.',
      Type.Object({ ...group.properties, changes: changedMembers }, strict),
      ['group.not_found', 'group.invalid', 'group.conflict', 'rule.chain_unavailable'],
    ),
    params: groupParams,
    body: Type.Object({ ...adminApiSchemas.groupInput.properties, changedAt: time }, strict),
  },
  removeGroup: {
    ...writeEndpoint('groups.change', 'Removes a group that no application demands.', null, [
      'group.not_found',
      'group.in_use',
    ]),
    params: groupParams,
  },
  listGroupMembers: {
    ...readEndpoint(
      'groups.read',
      'Who belongs to a group, and when that was last read; searched as people are, the last seen first.',
      createAdminListPageSchema(adminApiSchemas.groupMember),
      ['group.not_found'],
    ),
    params: groupParams,
    query: createAdminListQuerySchema({}),
  },
  explainMembership: {
    ...queryEndpoint(
      'groups.read',
      'Why a person does or does not belong to a group, part by part, read now. A token needs the permission to read people as well.',
      adminApiSchemas.membershipExplanation,
      ['group.not_found', 'person.not_found'],
    ),
    params: groupParams,
    body: Type.Object(
      {
        person: Type.String({
          minLength: 1,
          maxLength: 128,
          pattern: adminApiSchemas.singleLinePattern,
          description: 'An id, or the address of a wallet.',
        }),
      },
      strict,
    ),
  },
  listEvents: {
    ...readEndpoint(
      'activity.read',
      'The activity of all, the newest first. A page looks at so many lines at most: where what is asked for is rare it can be short, or empty, and there is more as long as it has a next cursor.',
      Type.Object(
        { ...createAdminListPageSchema(event).properties, beingSequenced: unsequencedEntryCountSchema },
        strict,
      ),
    ),
    query: adminApiSchemas.eventQuery,
  },
  aggregateEvents: {
    ...readEndpoint(
      'activity.read',
      'The activity counted by person, application or network, the fifty largest. So many of the newest lines that fit are counted at most; the answer says whether there are more.',
      adminApiSchemas.eventGroups,
    ),
    query: adminApiSchemas.eventAggregateQuery,
  },
  readEvent: {
    ...readEndpoint(
      'activity.read',
      'One line in full, with its evidence and its place in the chain.',
      adminApiSchemas.eventDetails,
      ['event.not_found'],
    ),
    params: Type.Object({ sequence: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) }, strict),
  },
  exportEvents: {
    ...readEndpoint(
      'activity.read',
      'The same as a file, with the hashes of the lines. The activity tells that it was taken.',
      Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A file.' }),
      ['request.cross_origin'],
    ),
    fresh: true,
    query: Type.Object(
      { ...adminApiSchemas.eventFilter, format: Type.Union([Type.Literal('jsonl'), Type.Literal('csv')]) },
      strict,
    ),
  },
  exportHashChain: {
    ...readEndpoint(
      'activity.read',
      'Lines of the log with all that their hashes are over, in their order: for who checks the log by themselves.',
      Type.Object(
        {
          entries: Type.Array(adminApiSchemas.chainedEntry),
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
  readLogCheckpoint: readEndpoint(
    'activity.read',
    'The newest checkpoint of the log, a signed note (C2SP tlog-tiles): how many leaves its tree has, and what its root is.',
    Type.String({ description: 'A signed note.' }),
    ['event.not_found'],
  ),
  readLogTile: {
    ...readEndpoint(
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
  readSettings: readEndpoint(
    'settings.read',
    'What is set, from where, and what may be changed here.',
    adminApiSchemas.settings,
  ),
  changeBranding: {
    ...writeEndpoint('settings.change', 'Changes how the site presents itself.', adminApiSchemas.branding, [
      'branding.invalid',
    ]),
    body: adminApiSchemas.brandingInput,
  },
  setSiteLogo: {
    ...writeEndpoint('settings.change', 'Gives the site a mark of its own.', adminApiSchemas.branding, [
      'picture.invalid',
    ]),
    body: Type.Object({ content: adminApiSchemas.base64(serverLimitDefinitions.logoBytes.max) }, strict),
  },
  removeSiteLogo: writeEndpoint('settings.change', 'Takes the mark away.', adminApiSchemas.branding),
  rotateKeys: {
    ...writeEndpoint(
      'settings.change',
      'Makes the next signing keys; at once where a key was stolen, and then every token signed before is refused.',
      Type.Object({ made: Type.Integer() }, strict),
    ),
    body: Type.Object({ immediately: Type.Boolean() }, strict),
  },
  testChain: {
    ...queryEndpoint(
      'settings.read',
      'Asks each node of a chain whether it can be read.',
      Type.Object({ nodes: Type.Array(adminApiSchemas.nodeCheck) }, strict),
      ['chain.not_supported'],
    ),
    params: Type.Object({ chain: Type.String({ pattern: '^[1-9][0-9]{0,15}$' }) }, strict),
  },
  listViews: {
    ...readEndpoint(
      'views.own',
      'Views of a list that one has saved, and those that are shared.',
      Type.Object({ items: Type.Array(adminApiSchemas.savedView) }, strict),
    ),
    query: Type.Object({ list: adminApiSchemas.savedView.properties.list }, strict),
  },
  saveView: {
    ...queryEndpoint(
      'views.own',
      'Saves a view of a list; one of one’s own with the same name is replaced. Only owners share.',
      adminApiSchemas.savedView,
      ['view.too_many', 'person.name_invalid'],
    ),
    body: adminApiSchemas.viewInput,
  },
  changeView: {
    ...queryEndpoint(
      'views.own',
      'Gives a view of one’s own another name, or shares it, or no longer.',
      adminApiSchemas.savedView,
      ['view.not_found', 'view.already_exists', 'person.name_invalid'],
    ),
    params: idParams,
    body: Type.Partial(Type.Pick(adminApiSchemas.viewInput, ['name', 'shared'])),
  },
  removeView: {
    ...queryEndpoint('views.own', 'Removes a view of one’s own; an owner also one that another shares.', null, [
      'view.not_found',
    ]),
    params: idParams,
  },
  listRecentItems: readEndpoint(
    'views.own',
    'The last things that one opened by the search, as they are called now; of each kind only what may be read.',
    Type.Object({ items: Type.Array(adminApiSchemas.recentItem) }, strict),
  ),
  recordOpenedItem: {
    ...queryEndpoint('views.own', 'Remembers that one opened something.', null),
    body: Type.Object({ kind: adminApiSchemas.recentItem.properties.kind, id: slug }, strict),
  },
  listApiTokens: {
    ...readEndpoint(
      'tokens.own',
      'Tokens of the administration: those that one made, and for an owner all.',
      createAdminListPageSchema(apiToken),
    ),
    query: createAdminListQuerySchema({}),
  },
  createApiToken: {
    ...writeEndpoint(
      'tokens.own',
      'Makes a token, told here once. It can do what is asked for as long as who made it can.',
      Type.Object({ token: apiToken, secret: Type.String() }, strict),
      ['api_token.permissions_exceeded', 'api_token.too_many', 'person.name_invalid'],
    ),
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 64, pattern: adminApiSchemas.singleLinePattern }),
        permissions: Type.Array(Type.Enum(Object.keys(rolesByPermission) as AdminPermission[]), {
          minItems: 1,
          uniqueItems: true,
        }),
        days: Type.Integer({ minimum: 1, maximum: 365 }),
      },
      strict,
    ),
  },
  listRegistrationTokens: readEndpoint(
    'settings.read',
    'Recent registration tokens (RFC 7591 initial access tokens), newest first.',
    Type.Object({ items: Type.Array(adminApiSchemas.registrationToken) }, strict),
  ),
  createRegistrationToken: {
    ...writeEndpoint(
      'settings.change',
      'Creates a token that lets applications register themselves until it expires or is used up.',
      Type.Object({ token: Type.String({ description: 'Shown once.' }), until: time }, strict),
    ),
    body: Type.Object(
      {
        lifeSeconds: Type.Integer({ minimum: 60, maximum: 2_592_000 }),
        uses: Type.Integer({ minimum: 1, maximum: applicationsPerRegistrationTokenLimits.max }),
      },
      strict,
    ),
  },
  revokeRegistrationToken: {
    ...writeEndpoint(
      'settings.change',
      'Revokes a registration token. Applications registered with it are kept.',
      null,
      ['api_token.not_found'],
    ),
    params: Type.Object({ id: slug }, strict),
  },
  revokeApiToken: {
    ...writeEndpoint('tokens.own', 'Revokes a token.', null, ['api_token.not_found']),
    params: idParams,
  },
} as const satisfies Record<AdminApiEndpointName, AdminApiEndpointDefinition>

/** What a caller sends with a call of the administration. */
export type AdminApiEndpointInput<Name extends AdminApiEndpointName> = {
  body: TypeFromJsonSchema<(typeof adminApiEndpoints)[Name]['body']>
  params: TypeFromJsonSchema<(typeof adminApiEndpoints)[Name]['params']>
  query: TypeFromJsonSchema<(typeof adminApiEndpoints)[Name]['query']>
}

export type AdminApiEndpointOutput<Name extends AdminApiEndpointName> = TypeFromJsonSchema<
  (typeof adminApiEndpoints)[Name]['answer']
>

export type AdminApiPerson = Static<typeof person>
export type AdminApiAuditEvent = Static<typeof event>
export type AdminApiApplication = Static<typeof application>
export type AdminApiGroup = Static<typeof group>
export type AdminApiResourceServer = Static<typeof adminApiSchemas.resource>
export type AdminApiToken = Static<typeof apiToken>
