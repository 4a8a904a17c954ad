// A session needs a recent step-up to write, and a trusted browser to read about other people.
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { AdminApiEndpointName } from './admin-api-route-paths.ts'
import { createAdminListPageSchema, adminApiSchemas, createAdminListQuerySchema } from './admin-api-schemas.ts'
import { unsequencedEntryCountSchema } from './api-endpoints.ts'
import type { ApiEndpointDefinition, TypeFromJsonSchema } from './api-endpoints.ts'
import type { ErrorCatalogCode } from './error-catalog.ts'
import { serverLimitDefinitions, applicationsPerRegistrationTokenLimits, rehearsalLimits } from './server-limits.ts'
import { rolesByPermission } from './admin-role-permissions.ts'
import type { AdminPermission } from './admin-role-permissions.ts'

// If `permission` is null, any session is enough.
export interface AdminApiEndpointDefinition extends ApiEndpointDefinition {
  readonly permission: AdminPermission | null
  /** If true, a recent step-up is needed. If not, a trusted browser is enough (THREATS M17). */
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
    'Whether to accept a new `subjectType` even if it changes the identifiers of people who have signed in. If false, such a change is refused.',
})
const productParams = Type.Object({ id: Type.String({ maxLength: 64 }) }, strict)
const changedMembers = Type.Array(Type.String(), { description: 'The changed fields of the definition.' })
const logo = Type.Union([adminApiSchemas.base64(serverLimitDefinitions.logoBytes.max), Type.Null()], {
  description: 'The Base64-encoded logo; null for no logo.',
})
const keepOmittedMembers = Type.Boolean({
  description:
    'Whether members omitted from the definition keep their stored values. If false, they are set to the defaults for this kind of application.',
})
const applicationParams = Type.Object({ application: slug }, strict)
const groupParams = Type.Object({ group: slug }, strict)
const roleParams = Type.Object({ id: identifier, role: adminApiSchemas.role }, strict)

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
/** A query that needs a request body. It changes no data, or only the caller's own. */
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
      'Returns whether this server has an owner, without revealing who the owner is.',
      Type.Object({ owned: Type.Boolean() }, strict),
    ),
    permission: null,
  },
  claimOwnership: {
    ...writeEndpoint(
      'figures.read',
      'Makes the signed-in person the first owner. Requires the one-time code that the server printed at startup.',
      null,
      ['setup.code_invalid', 'setup.already_completed', 'merge.already_open'],
    ),
    permission: null,
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, strict),
  },
  readAdminSession: {
    ...readEndpoint(
      'figures.read',
      'Returns the roles of the signed-in person and the resulting permissions. Both lists are empty if the person has no role.',
      Type.Object(
        {
          roles: Type.Array(adminApiSchemas.role),
          permissions: Type.Array(Type.Enum(Object.keys(rolesByPermission) as AdminPermission[])),
          trusted: Type.Boolean({
            description:
              'True if this browser is known to be the person’s own or if the person has recently completed a step-up. If false, all other admin API calls are refused.',
          }),
        },
        strict,
      ),
    ),
    permission: null,
  },
  readSetupSteps: readEndpoint(
    'figures.read',
    'Lists the steps of the setup checklist for a new server, and shows which are completed or dismissed.',
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
    ...writeEndpoint('settings.change', 'Dismisses a step of the setup checklist.', null),
    params: Type.Object({ step: adminApiSchemas.setupStep }, strict),
  },
  readMetrics: {
    ...readEndpoint('figures.read', 'Returns the metrics for a range of days.', adminApiSchemas.metrics),
    query: dateRange,
  },
  listAlerts: readEndpoint('figures.read', 'Lists alerts about anything that needs attention.', adminApiSchemas.alerts),
  searchAdmin: {
    ...readEndpoint(
      'figures.read',
      'Searches people, applications, groups, resources, and audit log entries. People are matched as in the list of people, and audit log entries by number or actor ID. Returns the first matches of each type that the caller is allowed to read.',
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
      'Lists people. The search matches an ID, part of a name or wallet label, or an address. An address can be a full address in any notation, or at least its first six digits. People who were merged into another person are listed only if the search text is their ID or the filter selects their status.',
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
      'Returns one person with all related data except sessions and activity.',
      adminApiSchemas.personDetails,
      ['person.not_found'],
    ),
    params: idParams,
  },
  readPersonSignInProblems: {
    ...readEndpoint(
      'activity.read',
      'Returns why a person cannot sign in: the last refused attempts, and the applications that would refuse the person now. An API token also needs `people.read`, `groups.read` and `applications.read`.',
      adminApiSchemas.signInProblems,
      ['person.not_found'],
    ),
    params: idParams,
  },
  listPersonSessions: {
    ...readEndpoint(
      'people.read',
      'Lists the live sessions of a person.',
      createAdminListPageSchema(adminApiSchemas.personSession),
      ['person.not_found'],
    ),
    params: idParams,
    query: adminApiSchemas.pagingQuery,
  },
  listLiveSessions: {
    ...readEndpoint(
      'people.read',
      'Lists all live sessions, newest first. The search matches people in the same way as in the list of people. Each request scans a limited number of sessions, so a page can be short or empty. There are more pages as long as `nextCursor` is not null.',
      createAdminListPageSchema(adminApiSchemas.liveSession),
    ),
    query: createAdminListQuerySchema(adminApiSchemas.sessionFilter),
  },
  suspendPerson: {
    ...writeEndpoint(
      'people.change',
      'Suspends a person. Their sessions end, and no one can sign in as them.',
      adminApiSchemas.endedCount,
      ['person.not_found', 'person.not_active', 'role.last_owner'],
    ),
    params: idParams,
    body: Type.Object({ reason: Type.Optional(reason) }, strict),
  },
  reactivatePerson: {
    ...writeEndpoint('people.change', 'Reactivates a suspended person, who can then sign in again.', null, [
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
    ...writeEndpoint('people.change', 'Erases a person permanently.', null, [
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
      'Previews an action on several people. Lists the people to whom it can be applied, and those to whom it cannot, with the reasons. If the people are selected by a filter, the result is paginated, and there are more pages as long as `nextCursor` is not null. Changes nothing.',
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
      'Applies an action to several people. For each person, the effect is the same as that of the call for a single person. If the action is refused for one person, it is still applied to the others. Adding people to a group also requires permission to change groups.',
      Type.Object(
        {
          at: time,
          done: Type.Array(identifier),
          ended: Type.Integer({ description: 'The number of sessions that were ended.' }),
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
      'Exports people as a file that spreadsheet programs can open. The export is recorded in the audit log.',
      Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'The exported file.' }),
    ),
    body: Type.Object(adminApiSchemas.exportPeopleSelection, strict),
  },
  grantRole: {
    ...writeEndpoint('roles.change', 'Grants a role to a person.', null, [
      'person.not_found',
      'person.not_active',
      'merge.already_open',
    ]),
    params: roleParams,
  },
  revokeRole: {
    ...writeEndpoint('roles.change', 'Revokes one of a person’s roles.', null, ['person.not_found', 'role.last_owner']),
    params: roleParams,
  },
  listApplications: {
    ...readEndpoint(
      'applications.read',
      'Lists applications. The search matches a name, an ID or part of an address.',
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
    'Returns starting points for a new application: the kinds of applications, and known programs with their settings.',
    Type.Object(
      {
        kinds: Type.Array(Type.Object({ kind: adminApiSchemas.applicationKind, definition }, strict)),
        programs: Type.Array(adminApiSchemas.preset),
        chains: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, strict), {
          description: 'The chains that this server reads. Contract wallets on these chains can sign in.',
        }),
      },
      strict,
    ),
  ),
  checkApplication: {
    ...queryEndpoint(
      'applications.read',
      'Validates a definition. Returns its errors, and the definition with defaults filled in. Changes nothing.',
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
  rehearseSignInPolicy: {
    ...queryEndpoint(
      'applications.read',
      `Shows which people an application’s sign-in policy would allow and refuse, based on their sign-in methods and groups as last checked. For an application that people have used in the last ${rehearsalLimits.windowDays} days, these people are evaluated; otherwise everyone who signed in to the server in that time. Changes nothing and reads no chain. Without \`people.read\`, people are only counted.`,
      adminApiSchemas.rehearsal,
      ['application.not_found', 'group.not_found'],
    ),
    body: Type.Object(
      {
        application: Type.Union([slug, Type.Null()], {
          description: 'The application whose current policy is compared; null for a new application.',
        }),
        policy: adminApiSchemas.rehearsedSignInPolicy,
      },
      strict,
    ),
  },
  createApplication: {
    ...writeEndpoint(
      'applications.change',
      'Adds an application. Its secret is shown only in this response.',
      adminApiSchemas.createdApplication,
      ['application.invalid', 'application.already_exists'],
    ),
    body: Type.Object({ definition: adminApiSchemas.definitionInput, logo: Type.Optional(logo) }, strict),
  },
  applyApplications: {
    ...writeEndpoint(
      'applications.change',
      'Creates and updates applications to match a list. Either all changes are made, or none are.',
      Type.Object(
        {
          steps: Type.Array(
            Type.Object(
              {
                ...adminApiSchemas.applyStep.properties,
                names: Type.Optional(
                  Type.Object(
                    { preferredUsername: Type.String(), people: Type.Integer() },
                    {
                      ...strict,
                      description:
                        'The new `preferredUsername` setting, and the number of people who share their profile with the application. Present only if the application will receive different names.',
                    },
                  ),
                ),
              },
              strict,
            ),
          ),
          secrets: Type.Array(Type.Object({ id: slug, secret: Type.String() }, strict), {
            description: 'The client secrets that the server created. They are shown only in this response.',
          }),
          products: Type.Optional(
            Type.Array(adminApiSchemas.applyStep, {
              description: 'The steps for products; omitted if there are none.',
            }),
          ),
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
        products: Type.Optional(
          Type.Array(adminApiSchemas.productInput, {
            maxItems: 200,
            description: 'Products to create or update before the applications. Others are kept.',
          }),
        ),
        newSubjects: Type.Array(slug, {
          description:
            'The applications for which a new `subjectType` is accepted even if it changes people’s identifiers.',
        }),
      },
      strict,
    ),
  },
  readApplication: {
    ...readEndpoint(
      'applications.read',
      'Returns one application with its definition, client settings and usage.',
      adminApiSchemas.applicationDetails,
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  changeApplication: {
    ...writeEndpoint(
      'applications.change',
      'Changes the definition of an application.',
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
      'Creates a new secret for an application. The new secret is shown only in this response. The old secret remains valid during the overlap period.',
      adminApiSchemas.createdSecret,
      ['application.not_found', 'application.no_secret'],
    ),
    params: applicationParams,
    body: Type.Object({ overlapSeconds: Type.Integer({ minimum: 0, maximum: 2_592_000 }) }, strict),
  },
  revokePreviousSecret: {
    ...writeEndpoint(
      'applications.change',
      'Revokes the old secret of an application before the overlap period ends.',
      null,
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  disableApplication: {
    ...writeEndpoint(
      'applications.change',
      'Disables an application. No one can sign in to it, all sign-ins to it end, and its tokens are revoked.',
      null,
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  enableApplication: {
    ...writeEndpoint(
      'applications.change',
      'Enables a disabled application, so that people can sign in to it again.',
      null,
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  removeApplication: {
    ...writeEndpoint('applications.change', 'Removes an application and all related data.', null, [
      'application.not_found',
    ]),
    params: applicationParams,
  },
  setApplicationLogo: {
    ...writeEndpoint('applications.change', 'Sets the logo of an application.', null, [
      'application.not_found',
      'picture.invalid',
    ]),
    params: applicationParams,
    body: Type.Object({ content: adminApiSchemas.base64(serverLimitDefinitions.logoBytes.max) }, strict),
  },
  removeApplicationLogo: {
    ...writeEndpoint('applications.change', 'Removes the logo of an application.', null, ['application.not_found']),
    params: applicationParams,
  },
  readApplicationProblems: {
    ...readEndpoint(
      'applications.read',
      'Returns the recent refused requests of an application, newest first: what was sent, what was expected and what to change.',
      Type.Object({ problems: Type.Array(adminApiSchemas.refusedRequest) }, strict),
      ['application.not_found'],
    ),
    params: applicationParams,
  },
  readRefusedRequest: {
    ...readEndpoint(
      'applications.read',
      'Returns why a request was refused, by the request ID that the error page and the log show. The list is empty if nothing was recorded for the request.',
      Type.Object({ problems: Type.Array(adminApiSchemas.refusedRequest) }, strict),
    ),
    params: idParams,
  },
  startTestLogin: {
    ...writeEndpoint(
      'applications.change',
      'Starts a test login in the same way that the application would. Open the returned URL in the browser. After the login, the browser returns to the console.',
      Type.Object({ id: identifier, url: Type.String() }, strict),
      ['application.not_found', 'application.test_login_unavailable'],
    ),
    params: applicationParams,
    body: Type.Object({ scopes: Type.Array(adminApiSchemas.scope, { maxItems: 10, uniqueItems: true }) }, strict),
  },
  readTestLogin: {
    ...readEndpoint(
      'applications.read',
      'Returns the result of a test login: the decoded tokens and the userinfo response. The result is kept for a few minutes and is available only to the person who started the test login.',
      adminApiSchemas.testLogin,
      ['application.test_login_not_found'],
    ),
    params: idParams,
  },
  listResources: {
    ...readEndpoint(
      'applications.read',
      'Lists resource servers, which are services that accept access tokens issued by this server.',
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
      'Creates and updates resources to match a file. Either all changes are made, or none are.',
      Type.Object(
        {
          steps: Type.Array(
            Type.Object(
              {
                ...adminApiSchemas.applyStep.properties,
                people: Type.Union([Type.Integer(), Type.Null()], {
                  description:
                    'The number of people whose identifier for the resource changes; null if no identifier changes.',
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
            description:
              'Maps the address of each resource to the number of affected people that the caller has confirmed.',
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
      'Validates a resource and returns all its errors. Changes nothing.',
      Type.Object({ errors: Type.Array(adminApiSchemas.definitionError) }, strict),
    ),
    body: adminApiSchemas.resourceInput,
  },
  readResource: {
    ...readEndpoint(
      'applications.read',
      'Returns one resource, the applications that list it, and the number of people who have granted access to it.',
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
              'The number of affected people that the caller has confirmed. Required if a change to `subjects` affects people. The request is refused if the actual number is now higher.',
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
  listProducts: {
    ...readEndpoint(
      'applications.read',
      'Lists products. The applications and resources of a product know a person by one identifier.',
      Type.Object({ items: Type.Array(adminApiSchemas.product) }, strict),
    ),
  },
  createProduct: {
    ...writeEndpoint('applications.change', 'Adds a product.', adminApiSchemas.product, [
      'product.invalid',
      'product.already_exists',
      'product.too_many',
    ]),
    body: adminApiSchemas.productInput,
  },
  readProduct: {
    ...readEndpoint(
      'applications.read',
      'Returns one product with its applications and resources.',
      adminApiSchemas.product,
      ['product.not_found'],
    ),
    params: productParams,
  },
  changeProduct: {
    ...writeEndpoint(
      'applications.change',
      'Changes a product. A host that an application of the product uses cannot be removed.',
      Type.Object({ ...adminApiSchemas.product.properties, changes: changedMembers }, strict),
      ['product.not_found', 'product.invalid', 'product.conflict', 'product.host_in_use'],
    ),
    params: productParams,
    body: Type.Object({ ...Type.Omit(adminApiSchemas.productInput, ['id']).properties, changedAt: time }, strict),
  },
  removeProduct: {
    ...writeEndpoint('applications.change', 'Removes a product that has no applications and no resources.', null, [
      'product.not_found',
      'product.in_use',
    ]),
    params: productParams,
  },
  listGroups: {
    ...readEndpoint('groups.read', 'Lists groups.', createAdminListPageSchema(adminApiSchemas.listedGroup)),
    query: createAdminListQuerySchema({
      sort: Type.Optional(Type.Enum(['name', 'created', 'members'])),
      include: adminApiSchemas.includeDefinition,
    }),
  },
  applyGroups: {
    ...writeEndpoint(
      'groups.change',
      'Creates and updates groups to match a file. Either all changes are made, or none are.',
      Type.Object({ steps: Type.Array(adminApiSchemas.applyStep) }, strict),
      ['group.invalid', 'rule.chain_unavailable'],
    ),
    body: Type.Object({ ...adminApiSchemas.applyOptions, file: adminApiSchemas.fileContent }, strict),
  },
  previewRule: {
    ...queryEndpoint(
      'groups.read',
      'Previews the members that a group with this rule would have, based on people’s current wallets. Returns their number and a sample. If there are many people, only those seen most recently are evaluated. Changes nothing.',
      adminApiSchemas.rulePreview,
      ['rule.chain_unavailable'],
    ),
    body: Type.Object(
      {
        rule,
        live: Type.Optional(
          Type.Boolean({
            description:
              'Whether the rule is still being edited. If true, fewer people are evaluated when a chain has to be read.',
          }),
        ),
      },
      strict,
    ),
  },
  rehearseGroupRule: {
    ...queryEndpoint(
      'groups.read',
      `Shows which of the people who signed in within the last ${rehearsalLimits.windowDays} days a group rule would match, based on their wallets, names and groups as last checked. Changes nothing and reads no chain. Without \`people.read\`, people are only counted.`,
      adminApiSchemas.rehearsal,
      ['group.not_found'],
    ),
    body: Type.Object(
      {
        rule,
        group: Type.Union([slug, Type.Null()], {
          description: 'The group whose current rule is compared; null for a new group.',
        }),
      },
      strict,
    ),
  },
  listConfiguredChains: readEndpoint(
    'groups.read',
    'Lists the chains that rules can use.',
    Type.Object({ items: Type.Array(adminApiSchemas.configuredChain) }, strict),
  ),
  readTokenMetadata: {
    ...queryEndpoint(
      'groups.read',
      'Returns the current metadata of a token for use in a rule: its type, symbol, name and number of decimals. The symbol and the name are untrusted, but invisible characters have been removed from them.',
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
          description: 'The address of the token’s contract, or an ENS name that resolves to it.',
        }),
      },
      strict,
    ),
  },
  testRule: {
    ...queryEndpoint(
      'groups.read',
      'Tests whether an address currently matches a rule. Returns the result and the reason for each part of the rule. The owner of the address is not taken into account, and nothing is stored.',
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
            'The address of an ordinary key, or a full account ID (CAIP-10), such as `eip155:CHAIN:0x…` for a contract wallet.',
        }),
      },
      strict,
    ),
  },
  createGroup: {
    ...writeEndpoint('groups.change', 'Creates a group.', group, [
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
      'Returns one group with its rule and the applications that require it.',
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
    ...writeEndpoint('groups.change', 'Removes a group that no application requires.', null, [
      'group.not_found',
      'group.in_use',
    ]),
    params: groupParams,
  },
  listGroupMembers: {
    ...readEndpoint(
      'groups.read',
      'Lists the members of a group, most recently seen first, each with the time of the last membership check. The search works as in the list of people.',
      createAdminListPageSchema(adminApiSchemas.groupMember),
      ['group.not_found'],
    ),
    params: groupParams,
    query: createAdminListQuerySchema({}),
  },
  explainMembership: {
    ...queryEndpoint(
      'groups.read',
      'Explains, for each part of the rule, why a person is or is not currently a member of a group. An API token also requires permission to read people.',
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
          description: 'The ID of a person, or the address of a wallet.',
        }),
      },
      strict,
    ),
  },
  listEvents: {
    ...readEndpoint(
      'activity.read',
      'Lists audit log entries, newest first. Each request scans a limited number of entries, so a page can be short or empty if few entries match. There are more pages as long as `nextCursor` is not null.',
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
      'Counts the audit log entries per person, application or network, and returns the fifty largest counts. Only a limited number of the newest matching entries are counted; the response indicates whether there are more.',
      adminApiSchemas.eventGroups,
    ),
    query: adminApiSchemas.eventAggregateQuery,
  },
  readEvent: {
    ...readEndpoint(
      'activity.read',
      'Returns one complete audit log entry with its evidence and its position in the log.',
      adminApiSchemas.eventDetails,
      ['event.not_found'],
    ),
    params: Type.Object({ sequence: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) }, strict),
  },
  exportEvents: {
    ...readEndpoint(
      'activity.read',
      'Exports the audit log, including the hashes of the entries, as a file. The export is recorded in the audit log.',
      Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'The exported file.' }),
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
      'Returns audit log entries in order, with all hashed data, so that the log can be verified independently.',
      Type.Object(
        {
          entries: Type.Array(adminApiSchemas.chainedEntry),
          head: Type.Object(
            {
              sequence: Type.Integer(),
              hash: Type.String({ description: 'The root hash of the log’s Merkle tree.' }),
            },
            strict,
          ),
          base: Type.Integer({
            description:
              'The number of the last entry before the start of the Merkle tree. Entries up to and including this one form a hash chain.',
          }),
        },
        strict,
      ),
    ),
    query: Type.Object(
      {
        after: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,15}$',
            description: 'The number of the entry after which to start; if omitted, the first entry is included.',
          }),
        ),
      },
      strict,
    ),
  },
  readLogCheckpoint: readEndpoint(
    'activity.read',
    'Returns the latest checkpoint of the log: a signed note (C2SP tlog-tiles) with the size and the root hash of the log’s Merkle tree.',
    Type.String({ description: 'A signed note.' }),
    ['event.not_found'],
  ),
  readLogTile: {
    ...readEndpoint(
      'activity.read',
      'Returns either a tile of the log’s Merkle tree or an entry bundle, addressed by its C2SP tlog-tiles path.',
      Type.Unsafe<Uint8Array>({
        type: 'string',
        description: 'Either 32-byte hashes, or entries that are each preceded by their length.',
      }),
      ['event.not_found'],
    ),
    params: Type.Object(
      {
        '*': Type.String({
          maxLength: 80,
          description: 'The path after `tile/`, such as `0/000` or `entries/x001/234.p/5`.',
        }),
      },
      strict,
    ),
  },
  readSettings: readEndpoint(
    'settings.read',
    'Returns the settings, the source of each setting, and which settings can be changed here.',
    adminApiSchemas.settings,
  ),
  changeBranding: {
    ...writeEndpoint('settings.change', 'Changes the branding of the site.', adminApiSchemas.branding, [
      'branding.invalid',
    ]),
    body: adminApiSchemas.brandingInput,
  },
  setSiteLogo: {
    ...writeEndpoint('settings.change', 'Sets the logo of the site.', adminApiSchemas.branding, ['picture.invalid']),
    body: Type.Object({ content: adminApiSchemas.base64(serverLimitDefinitions.logoBytes.max) }, strict),
  },
  removeSiteLogo: writeEndpoint('settings.change', 'Removes the logo of the site.', adminApiSchemas.branding),
  rotateKeys: {
    ...writeEndpoint(
      'settings.change',
      'Creates the next signing keys. If a key was stolen, set `immediately` to true: the new keys then take effect at once, and all previously signed tokens are refused.',
      Type.Object({ made: Type.Integer() }, strict),
    ),
    body: Type.Object({ immediately: Type.Boolean() }, strict),
  },
  testChain: {
    ...queryEndpoint(
      'settings.read',
      'Checks whether each node configured for a chain can be read.',
      Type.Object({ nodes: Type.Array(adminApiSchemas.nodeCheck) }, strict),
      ['chain.not_supported'],
    ),
    params: Type.Object({ chain: Type.String({ pattern: '^[1-9][0-9]{0,15}$' }) }, strict),
  },
  listViews: {
    ...readEndpoint(
      'views.own',
      'Lists the caller’s saved views of a list, and all shared views of that list.',
      Type.Object({ items: Type.Array(adminApiSchemas.savedView) }, strict),
    ),
    query: Type.Object({ list: adminApiSchemas.savedView.properties.list }, strict),
  },
  saveView: {
    ...queryEndpoint(
      'views.own',
      'Saves a view of a list. If the caller already has a view with the same name, that view is replaced. Only owners can share views.',
      adminApiSchemas.savedView,
      ['view.too_many', 'person.name_invalid'],
    ),
    body: adminApiSchemas.viewInput,
  },
  changeView: {
    ...queryEndpoint(
      'views.own',
      'Renames one of the caller’s views, or starts or stops sharing it.',
      adminApiSchemas.savedView,
      ['view.not_found', 'view.already_exists', 'person.name_invalid'],
    ),
    params: idParams,
    body: Type.Partial(Type.Pick(adminApiSchemas.viewInput, ['name', 'shared'])),
  },
  removeView: {
    ...queryEndpoint(
      'views.own',
      'Removes one of the caller’s views. Owners can also remove views shared by others.',
      null,
      ['view.not_found'],
    ),
    params: idParams,
  },
  listRecentItems: readEndpoint(
    'views.own',
    'Lists the items that the caller most recently opened from the search, with their current names. Includes only items that the caller is allowed to read.',
    Type.Object({ items: Type.Array(adminApiSchemas.recentItem) }, strict),
  ),
  recordOpenedItem: {
    ...queryEndpoint('views.own', 'Records that the caller opened an item from the search.', null),
    body: Type.Object({ kind: adminApiSchemas.recentItem.properties.kind, id: slug }, strict),
  },
  listApiTokens: {
    ...readEndpoint(
      'tokens.own',
      'Lists the caller’s own API tokens or, for an owner, all API tokens.',
      createAdminListPageSchema(apiToken),
    ),
    query: createAdminListQuerySchema({}),
  },
  createApiToken: {
    ...writeEndpoint(
      'tokens.own',
      'Creates an API token, which is shown only in this response. The token has each requested permission only as long as its creator has that permission.',
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
    'Lists recent registration tokens (RFC 7591 initial access tokens), newest first.',
    Type.Object({ items: Type.Array(adminApiSchemas.registrationToken) }, strict),
  ),
  createRegistrationToken: {
    ...writeEndpoint(
      'settings.change',
      'Creates a token that lets applications register themselves until it expires or is used up.',
      Type.Object({ token: Type.String({ description: 'The token, which is shown only once.' }), until: time }, strict),
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
    ...writeEndpoint('tokens.own', 'Revokes an API token.', null, ['api_token.not_found']),
    params: idParams,
  },
} as const satisfies Record<AdminApiEndpointName, AdminApiEndpointDefinition>

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
